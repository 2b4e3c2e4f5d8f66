import Fixtures
import Foundation
import Storage
import Testing
import Web

/// Malformed requests are answered with JSON at API paths, and with a page elsewhere.
@Blocking @Suite(.sharing)
final class APIProtocolFaultsTests: SharedSiteSuite {
    /// `*` stands for the target, `~` for something long.
    private nonisolated static let faults: [(request: String, status: Int)] = [
        ("GET * HTTP/1.1\r\n\r\n", 400), ("GET * HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET *%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET *#x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("GET */../x HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET * HTTP/1\r\nHost: a\r\n\r\n", 400),
        ("GET *?q= HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400),
        ("POST * HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST * HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("POST * HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        ("POST * HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nContent-Length: 1\r\n\r\nx", 417),
        ("BREW * HTTP/1.1\r\nHost: a\r\n\r\n", 501), ("get * HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("GET * HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("GET *?~ HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        ("GET * HTTP/1.1\r\nHost: a\r\nX: ~\r\n\r\n", 431),
        (
            "GET * HTTP/1.1\r\nHost: a\r\n"
                + (0..<200).map { "X\($0): y\r\n" }.joined() + "\r\n", 431
        ),
    ]

    private func answer(_ request: String, at target: String) throws -> (head: String, body: String)
    {
        let request = request.replacingOccurrences(of: "*", with: target)
            .replacingOccurrences(of: "~", with: String(repeating: "x", count: 40_000))
        let text = String(decoding: try site.everything(answering: request), as: UTF8.self)
        let end = try #require(text.range(of: "\r\n\r\n"))
        return (String(text[..<end.upperBound]), String(text[end.upperBound...]))
    }

    @Test(arguments: faults)
    func aMalformedCallIsAnsweredInJSONAndClosed(request: String, status: Int) throws {
        for target in ["/api/items/1", "//api//item", "/api/products/1/"] {
            let (head, body) = try answer(request, at: target)
            #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
            #expect(head.contains("\r\nContent-Type: application/json\r\n"))
            #expect(head.contains("\r\nConnection: close\r\n"))
            let failure = try JSON(Array(body.utf8))
            #expect(failure.isFailure(of: status))
            #expect(failure["fields"] == .object([:]))
        }
    }

    @Test(arguments: [
        "/healthChecker", "//healthChecker/", "/healthChecker?q=/", "/healthChecker/?", "/api/?x=y",
    ])
    func slashesAndQueriesDoNotMatter(target: String) throws {
        let (head, _) = try answer("GET * HTTP/1.1\r\n\r\n", at: target)
        let isAPI = !target.hasPrefix("/api/")
        #expect(head.contains("\r\nContent-Type: application/json\r\n") == isAPI)
    }

    @Test(arguments: faults)
    func aMalformedRequestForAPageIsAnsweredWithAPage(request: String, status: Int) throws {
        for target in ["/", "/items/1", "/apis", "/ap"] {
            let (head, body) = try answer(request, at: target)
            #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
            #expect(head.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
            #expect(Page(html: body).links.contains("/"))
        }
    }

    @Test func aBodyTooLargeIs413InJSON() throws {
        let request = """
            POST /api/item HTTP/1.1\r\nHost: \(site.host)\r\nConnection: close\r\n\
            Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000\r\n\r\n
            """
        let text = String(decoding: try site.everything(answering: request), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 413 "))
        #expect(text.contains("\r\nContent-Type: application/json\r\n"))
    }

    /// Requests in absolute form, as sent to proxies.
    @Test(arguments: ["http://a", "https://a.example:8080", "http://u@a", "HTTP://"])
    func aCallMayBeNamedWhole(origin: String) throws {
        let (call, _) = try answer("GET * HTTP/1.1\r\nHost: a\r\n\r\n", at: origin + "/api/x%zz")
        #expect(call.hasPrefix("HTTP/1.1 400 "))
        #expect(call.contains("\r\nContent-Type: application/json\r\n"))
        let (page, _) = try answer("GET * HTTP/1.1\r\nHost: a\r\n\r\n", at: origin + "/%zz/api/")
        #expect(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
    }

    /// An error that cannot be solved by trying again is not called a fault of the server.
    @Test(arguments: ["BREW * HTTP/1.1\r\nHost: a\r\n\r\n", "GET * HTTP/2.0\r\nHost: a\r\n\r\n"])
    func anUnknownMethodOrVersionIsNotAskedToTryAgain(request: String) throws {
        let (_, body) = try answer(request, at: "/api/items/1")
        #expect(body.contains("모르는 방식"))
    }

    @Test func faultsForTheOperatorAreLoggedAndNotShown() throws {
        let site = try ServedSite()
        (site.storage as? SQLiteStorage)?.close()
        for path in ["/api/items/1", "/api/item/1", "/api/products", "/api/products/1"] {
            let answer = try site.get(path)
            #expect(answer.status == 500)
            #expect(answer.faultyFields == [])
            #expect(!answer.text.lowercased().contains("closed"))
            #expect(answer["Cache-Control"] == "no-store")
        }
        #expect(
            site.log.lines == [
                "GET /api/items/1: the storage is closed", "GET /api/item/1: the storage is closed",
                "GET /api/products: the storage is closed",
                "GET /api/products/1: the storage is closed",
            ])
    }

    /// With the key in the path anybody could delete the product, whatever method was used.
    @Test(arguments: ["", "/", "?a=b"])
    func noLogHasTheKeyOfADeletion(rest: String) throws {
        let key = try site.deletionKey(of: site.postItem())
        for path in [
            "/api/products/", "/api/products/1/", "//api//products//", "/api/item/", "/x;y/",
        ] {
            #expect(Site.pathWithoutSecret(path + key + rest) == path + "*")
        }
    }

    @Test(arguments: [
        "/", "/items/7", "/api/products/7/archived", "/no-photo.png", "/a-b/1-2", "/7-x-y", "/-/--",
        "/photos/9f86d081884c7d659a2feaa0c55ad015/thumbnail.jpg",
    ])
    func pathsWithoutAKeyAreLoggedAsTheyAre(path: String) {
        #expect(Site.pathWithoutSecret(path) == nil)
    }

    /// The log must not be able to control the terminal that shows it.
    @Test func theRestOfALoggedPathIsEncodedAgain() {
        #expect(
            Site.pathWithoutSecret("/a\" 200 \u{9B}31m\u{202E}/1-2-3/b")
                == "/a%22%20200%20%C2%9B31m%E2%80%AE/*")
    }

    @Test func aBusyStorageIs503WithRetryAfter() throws {
        let site = try ServedSite(.busy)
        for path in ["/api/items/1", "/api/item/1", "/api/products", "/api/products/1"] {
            let answer = try site.get(path)
            #expect(answer.status == 503)
            #expect(answer["Retry-After"] == "5")
            #expect(answer.faultyFields == [])
        }
        let posted = try site.call("POST", "/api/item", .item)
        #expect(posted.status == 503)
        #expect(posted["Retry-After"] == "5")
        #expect(posted.faultyFields != nil)
    }
}
