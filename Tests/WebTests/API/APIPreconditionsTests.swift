import Fixtures
import Testing

/// A conditional request is not carried out on another state of the listing (RFC 9110 section 13).
@Blocking @Suite(.sharing)
struct APIPreconditionsTests {
    private let site: ServedSite
    /// An item for this test alone.
    private let id: Int64

    init() async throws {
        site = try await .shared { try ServedSite() }
        id = try site.postItem()
    }

    /// The calls that change a listing at the address where it is read.
    enum Change: CaseIterable, Sendable {
        case item, product, deletion

        func path(_ id: Int64) -> String {
            self == .product ? "/api/products/\(id)" : "/api/item/\(id)"
        }

        var method: String { self == .deletion ? "DELETE" : "PATCH" }

        func body(title: String = "새 의자") -> FormBody {
            guard self != .item else {
                return HandmadeForm([.text("password", "달빛1234"), .text("title", title)]).body
            }
            let json = #"{"secret": "달빛1234", "password": "달빛1234", "name": "\#(title)"}"#
            return FormBody(contentType: "application/json", bytes: Array(json.utf8))
        }

        func send(
            to site: ServedSite, _ id: Int64, _ name: String, _ value: String
        ) throws -> Answer {
            try site.request(method, path(id), [name: value], body())
        }
    }

    @Test(arguments: Change.allCases)
    func aChangeOfTheStateThatWasReadIsMade(change: Change) throws {
        let tag = try #require(site.get(change.path(id))["ETag"])
        #expect(try change.send(to: site, id, "If-Match", "\"x\", \(tag)").status == 200)
    }

    @Test(arguments: Change.allCases)
    func theStateThatCameCompressedIsTheSame(change: Change) throws {
        let text = String(repeating: "긴 설명이에요. ", count: 200)
        let form = HandmadeForm([.text("password", "달빛1234"), .text("descriptions", text)])
        #expect(try site.call("PATCH", "/api/item/\(id)", form).status == 200)
        let answer = try site.get(change.path(id), ["Accept-Encoding": "gzip"])
        #expect(answer["Content-Encoding"] == "gzip")
        let tag = try #require(answer["ETag"])
        #expect(try change.send(to: site, id, "If-Match", tag).status == 200)
    }

    @Test(arguments: Change.allCases)
    func anotherStateIs412AndStays(change: Change) throws {
        let tag = try #require(site.get(change.path(id))["ETag"])
        let form = HandmadeForm([.text("password", "달빛1234"), .text("stock", "3")])
        #expect(try site.call("PATCH", "/api/item/\(id)", form).status == 200)
        let before = try site.get("/api/item/\(id)").text
        for value in [tag, "\"x\"", "W/\(tag)", "x", ""] {
            let answer = try change.send(to: site, id, "If-Match", value)
            #expect(answer.status == 412, "\(value)")
            #expect(answer.faultyFields == [])
            #expect(answer["Cache-Control"] == "no-store")
        }
        #expect(try site.get("/api/item/\(id)").text == before)
    }

    @Test(arguments: Change.allCases)
    func aStarIsAnyState(change: Change) throws {
        #expect(try change.send(to: site, id, "If-None-Match", "*").status == 412)
        #expect(try change.send(to: site, id, "If-Match", "*").status == 200)
    }

    @Test(arguments: Change.allCases)
    func aDeletedItemIs404(change: Change) throws {
        #expect(
            try site.call("DELETE", "/api/item/\(id)", json: #"{"password": "달빛1234"}"#).status
                == 200)
        #expect(try change.send(to: site, id, "If-Match", "*").status == 404)
    }

    /// Of several changes based on the same state, one succeeds and the others get an error.
    @Test(arguments: Change.allCases)
    func ofSeveralChangesAtOnceOneIsMade(change: Change) throws {
        for _ in 0..<5 {
            let tag = try #require(site.get(change.path(id))["ETag"])
            let clients = try (0..<4).map { number in
                let client = try Client(port: site.port)
                let body = change.body(title: "의자 \(number) \(tag.hashValue)")
                let head = client.head(change.method, change.path(id), body)
                try client.send(Array((head + "If-Match: \(tag)\r\n\r\n").utf8) + body.bytes)
                return client
            }
            let statuses = try clients.map { try $0.readAnswer().status }
            #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
            let others = change == .deletion ? [404, 412] : [412]
            #expect(statuses.allSatisfy { $0 == 200 || others.contains($0) }, "\(statuses)")
            guard change != .deletion else { return }
        }
    }

    @Test func aKeyDeletesTheStateThatItsCallerNames() throws {
        let tag = try #require(site.get("/api/products/\(id)")["ETag"])
        let path = "/api/products/\(try site.deletionKey(of: id))"
        let form = HandmadeForm([.text("password", "달빛1234"), .text("stock", "3")])
        #expect(try site.call("PATCH", "/api/item/\(id)", form).status == 200)
        #expect(try site.call("DELETE", path, ["If-Match": tag]).status == 412)
        let present = try #require(site.get("/api/products/\(id)")["ETag"])
        #expect(try site.call("DELETE", path, ["If-Match": present]).status == 200)
    }

    @Test(arguments: ["/api/item/1", "/api/products/1", "/api/items/1", "/api/products"])
    func aReadWithAnotherTagIs412AlsoFromTheCache(path: String) async throws {
        let site = try await ServedSite.shared("for reading") {
            let site = try ServedSite()
            try site.postItem()
            return site
        }
        for _ in 0..<4 {
            let tag = try #require(site.get(path)["ETag"])
            #expect(try site.get(path, ["If-Match": tag]).status == 200)
            let answer = try site.get(path, ["If-Match": "\"x\""])
            #expect(answer.status == 412)
            #expect(answer.faultyFields == [])
        }
    }
}
