import Fixtures
import Testing

@Blocking @Suite(.sharing)
struct APIMethodsTests {
    /// Has one item.
    private let site: ServedSite

    init() async throws {
        site = try await .sharedWithItem()
    }

    private nonisolated static let addresses: [(path: String, allowed: [String])] = [
        ("/api/items/1", ["GET", "HEAD"]), ("/api/item", ["POST"]), ("/api/item/", ["POST"]),
        ("/api/item/1", ["GET", "HEAD", "PATCH", "DELETE"]),
        ("/api/products", ["GET", "HEAD", "POST"]),
        ("/api/products/1", ["GET", "HEAD", "PATCH", "DELETE"]),
        ("/api/products/1/secret", ["POST"]),
        ("/api/products/1/archived", ["POST"]), ("/api/products/1/key", ["DELETE"]),
        ("/healthChecker", ["GET", "HEAD"]), ("//healthChecker/", ["GET", "HEAD"]),
    ]

    @Test(arguments: addresses)
    func anAddressSaysWhatItAllows(path: String, allowed: [String]) throws {
        let answer = try site.call("OPTIONS", path)
        #expect(answer.status == 204)
        #expect(answer["Allow"] == (allowed + ["OPTIONS"]).joined(separator: ", "))
    }

    @Test(arguments: addresses)
    func anotherMethodIs405(path: String, allowed: [String]) throws {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] where !allowed.contains(method) {
            let answer = try site.call(method, path)
            #expect(answer.status == 405, "\(method)")
            #expect(answer["Allow"] == (allowed + ["OPTIONS"]).joined(separator: ", "))
            #expect(answer.faultyFields == [])
        }
    }

    @Test(arguments: [
        "/api/items/1", "/api/item/1", "/api/item/9", "/api/products", "/api/products/1",
        "/api/items/0", "/healthChecker",
    ])
    func headAnswersAsGetDoesWithoutTheBody(path: String) throws {
        let answer = try site.get(path)
        let request = "HEAD \(path) HTTP/1.1\r\nHost: \(site.host)\r\nConnection: close\r\n\r\n"
        let head = String(decoding: try site.everything(answering: request), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 \(answer.status) "))
        #expect(head.hasSuffix("\r\n\r\n"))
        for name in ["Content-Type", "Content-Length", "Cache-Control"] {
            let value = try #require(answer[name])
            #expect(head.contains("\r\n\(name): \(value)\r\n"), "\(name)")
        }
    }
}
