import Fixtures
import Foundation
import Testing

/// Deletion of products: a key for the secret, then the deletion with the key.
@Blocking @Suite(.sharing)
struct ProductDeletionEndpointsTests {
    private let site: ServedSite
    /// A product for this test alone.
    private let id: Int64

    init() async throws {
        site = try await .shared { try ServedSite() }
        id = try site.postProduct()
    }

    private func key(_ step: String, of id: Int64? = nil) throws -> String {
        let answer = try site.call(
            "POST", "/api/products/\(id ?? self.id)/\(step)", json: #"{"secret": "달빛1234"}"#)
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        return answer.text
    }

    private func expectKept(_ path: String, _ status: Int = 403) throws {
        let answer = try site.call("DELETE", path)
        #expect(answer.status == status)
        #expect(answer.faultyFields == [])
        #expect(try site.get("/api/products/\(id)").status == 200)
    }

    @Test func theURIThatIsAnsweredDeletes() throws {
        let uri = try key("archived")
        #expect(uri.wholeMatch(of: /\/api\/products\/[A-Za-z0-9_-]+/) != nil)
        let product = try site.get("/api/products/\(id)").json
        let count = try #require(site.get("/api/products").json["totalCount"].int)
        let answer = try site.call("DELETE", uri)
        #expect(answer.status == 200)
        #expect(try answer.json == product)
        #expect(try site.get("/api/products/\(id)").status == 404)
        #expect(try site.get("/api/products").json["totalCount"] == .whole(count - 1))
    }

    /// Clients join the host and the returned path with a slash.
    @Test(arguments: ["", "/", "//"])
    func aClientMayJoinTheURIAsItLikes(slashes: String) throws {
        #expect(try site.call("DELETE", slashes + key("archived")).status == 200)
    }

    @Test func theKeyThatIsAnsweredDeletesInBothWays() throws {
        let other = try site.postProduct()
        let count = try site.storedRows()[0]
        #expect(try site.call("DELETE", "/api/products/\(id)/\(key("secret"))").status == 200)
        #expect(try site.call("DELETE", "/api/products/\(key("secret", of: other))").status == 200)
        #expect(try site.storedRows()[0] == count - 2)
    }

    @Test func aDeletionMayHaveABody() throws {
        let path = "/api/products/\(id)/\(try key("secret"))"
        #expect(try site.call("DELETE", path, json: #"{"secret": "달빛1234"}"#).status == 200)
    }

    @Test func aKeyOpensNoOtherProduct() throws {
        let other = try site.postProduct()
        try expectKept("/api/products/\(id)/\(key("secret", of: other))")
        #expect(try site.get("/api/products/\(other)").status == 200)
    }

    @Test func aKeyChangedByOneByteOpensNothing() throws {
        let key = Array(try key("secret").utf8)
        for index in key.indices {
            for byte in [key[index] ^ 1, UInt8(ascii: "A"), UInt8(ascii: "1")]
            where byte != key[index] && byte != UInt8(ascii: "/") {
                var other = key
                other[index] = byte
                let text =
                    String(decoding: other, as: UTF8.self)
                    .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                for path in ["/api/products/\(text)", "/api/products/\(id)/\(text)"] {
                    let status = try site.call("DELETE", path).status
                    #expect([400, 403].contains(status), "\(text)")
                }
            }
        }
        #expect(try site.get("/api/products/\(id)").status == 200)
    }

    @Test func aKeyCutShortOrLongerOpensNothing() throws {
        let key = try key("secret")
        for count in 1..<key.utf8.count { try expectKept("/api/products/\(key.prefix(count))") }
        for rest in ["0", "-", "=", "%20", "A"] { try expectKept("/api/products/\(key)\(rest)") }
    }

    @Test(arguments: ["1", "0", "abc", "--", "1--", "1-9999999999-", "-1-2-3", "1-1-1-1"])
    func anInvalidKeyIs403(key: String) throws {
        try expectKept("/api/products/\(key)")
        try expectKept("/api/products/\(id)/\(key)")
    }

    @Test func aKeyWorksForTenMinutes() throws {
        let path = "/api/products/\(try key("secret"))"
        site.clock.advance(by: 600)
        try expectKept(path)
        site.clock.advance(by: -1)
        #expect(try site.call("DELETE", path).status == 200)
    }

    @Test func aKeyUsedTwiceFindsNothing() throws {
        let path = "/api/products/\(try key("secret"))"
        let count = try site.storedRows()[0]
        #expect(try site.call("DELETE", path).status == 200)
        let again = try site.call("DELETE", path)
        #expect(again.status == 404)
        #expect(again.faultyFields == [])
        try site.postProduct()
        #expect(try site.call("DELETE", path).status == 404)
        #expect(try site.storedRows()[0] == count)
    }

    @Test func aKeyOfAnotherServerOpensNothing() throws {
        // A database in memory has a key of its own; files are copies of one file.
        let (one, other) = (try ServedSite(), try ServedSite(.memory))
        for site in [one, other] { try site.postProduct() }
        let key = try other.deletionKey(of: 1)
        #expect(try one.call("DELETE", "/api/products/\(key)").status == 403)
        #expect(try one.get("/api/products/1").status == 200)
    }

    @Test func aKeyIsNoPathToReadOrToChange() throws {
        let key = try key("secret")
        #expect(try site.get("/api/products/\(key)").status == 404)
        let patch = try site.call("PATCH", "/api/products/\(key)", json: #"{"secret": "달빛1234"}"#)
        #expect(patch.status == 404)
    }

    @Test(arguments: ["archived", "secret"])
    func withoutTheSecretThereIsNoKey(step: String) throws {
        for (json, status) in [(#"{"secret": "햇빛"}"#, 403), ("{}", 400), (#"{"secret": ""}"#, 400)]
        {
            let answer = try site.call("POST", "/api/products/\(id)/\(step)", json: json)
            #expect(answer.status == status)
            #expect(answer.faultyFields == ["secret"])
        }
    }
}
