import Fixtures
import Testing

/// Which other web sites' pages may call the API.
@Blocking @Suite(.sharing)
struct CrossOriginSharingTests {
    private nonisolated static let shop = "https://shop.example"

    /// A site with one item, which tests leave unchanged.
    private func site(_ origins: String...) async throws -> ServedSite {
        try await .shared(origins.joined(separator: " ")) {
            let site = try ServedSite { $0.apiOrigins = origins }
            try site.postItem()
            return site
        }
    }

    /// The CORS fields of an answer, by name without the prefix.
    private func sharing(_ answer: Answer) -> [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in answer.fields where name.hasPrefix("Access-Control-") {
            fields[String(name.dropFirst("Access-Control-".count))] = value
        }
        return fields
    }

    @Test(arguments: ["GET", "OPTIONS", "PUT"])
    func withoutTheOptionNothingIsShared(method: String) async throws {
        let site = try await site()
        for path in ["/api/item/1", "/api/items/1", "/api/products", "/healthChecker", "/"] {
            let answer = try site.call(method, path, ["Origin": Self.shop])
            #expect(sharing(answer).isEmpty, "\(path)")
            #expect(answer["Vary"]?.contains("Origin") != true)
        }
    }

    @Test(arguments: [
        "/api/item/1", "/api/items/1", "/api/products", "/healthChecker", "/api/item/9",
    ])
    func anAllowedPageMayRead(path: String) async throws {
        let answer = try await site(Self.shop, "https://other.example").get(
            path, ["Origin": Self.shop])
        #expect(answer["Access-Control-Allow-Origin"] == Self.shop)
        #expect(answer["Access-Control-Expose-Headers"] == "Allow, ETag, Retry-After")
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
        #expect(answer.all("Vary").contains("Origin"))
    }

    @Test(arguments: [
        "https://shop.example.evil", "http://shop.example", "https://shop.example:443", "null", "*",
        "https://SHOP.example", "",
    ])
    func anotherPageMayNotRead(origin: String) async throws {
        let answer = try await site(Self.shop).get("/api/item/1", ["Origin": origin])
        #expect(sharing(answer).isEmpty)
        #expect(answer.all("Vary").contains("Origin"))
    }

    /// A cached answer is not shared with other origins.
    @Test func aCachedAnswerIsSharedWithAllowedPages() throws {
        let site = try ServedSite { $0.apiOrigins = [Self.shop] }
        try site.postItem()
        for _ in 0..<3 {
            let mine = try site.get("/api/items/1", ["Origin": Self.shop])
            let others = try site.get("/api/items/1", ["Origin": "https://evil.example"])
            #expect(mine["Access-Control-Allow-Origin"] == Self.shop)
            #expect(others["Access-Control-Allow-Origin"] == nil)
            let tag = try #require(mine["ETag"])
            let same = try site.get("/api/items/1", ["Origin": Self.shop, "If-None-Match": tag])
            #expect(same.status == 304)
            #expect(same["Access-Control-Allow-Origin"] == Self.shop)
        }
    }

    @Test(arguments: ["/api/item/1", "/api/products", "/api/products/1/archived"])
    func aPreflightSaysWhatMayBeSent(path: String) async throws {
        let answer = try await site(Self.shop).call(
            "OPTIONS", path,
            [
                "Origin": Self.shop, "Access-Control-Request-Method": "PATCH",
                "Access-Control-Request-Headers": "content-type,identifier",
            ])
        #expect(answer.status == 204)
        #expect(
            sharing(answer) == [
                "Allow-Origin": Self.shop, "Allow-Methods": "GET, POST, PATCH, DELETE",
                "Allow-Headers": "Content-Type, Identifier, If-Match, If-None-Match",
                "Max-Age": "86400", "Expose-Headers": "Allow, ETag, Retry-After",
            ])
    }

    @Test func aPreflightOfAnotherPageIsNotShared() async throws {
        let answer = try await site(Self.shop).call(
            "OPTIONS", "/api/item/1", ["Origin": "https://evil.example"])
        #expect(sharing(answer).isEmpty)
    }

    @Test func everyPageMayCallWhereTheOperatorSaysSo() throws {
        let site = try ServedSite { $0.apiOrigins = ["*"] }
        try site.postItem()
        for origin in [Self.shop, "null", "http://localhost:3000"] {
            let answer = try site.get("/api/items/1", ["Origin": origin])
            #expect(answer["Access-Control-Allow-Origin"] == "*")
            #expect(!answer.all("Vary").contains("Origin"))
            let posted = try site.call("POST", "/api/item", .item, ["Origin": origin])
            #expect(posted.status == 200)
        }
        #expect(try sharing(site.get("/api/items/1")).isEmpty)
    }

    /// The request's origin cannot be read.
    @Test(
        arguments: [
            (["*"], "*"), (["*", shop], "*"), ([shop], shop),
            ([shop, "https://other.example"], nil), ([], nil),
        ] as [([String], String?)])
    func malformedRequestsAreSharedIfTheOriginIsCertain(
        origins: [String], allowed: String?
    ) throws {
        let site = try ServedSite { $0.apiOrigins = origins }
        for target in ["/api/items/%zz", "/items/%zz"] {
            let request = "GET \(target) HTTP/1.1\r\nHost: a\r\nOrigin: \(Self.shop)\r\n\r\n"
            let text = String(decoding: try site.everything(answering: request), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400 "))
            let field = text.split(separator: "\r\n").first {
                $0.hasPrefix("Access-Control-Allow-Origin: ")
            }
            let isShared = target.hasPrefix("/api/") && allowed != nil
            #expect(
                field?.split(separator: " ").last.map(String.init) == (isShared ? allowed : nil))
        }
    }

    @Test(arguments: ["/", "/items/1", "/app.css", "/metrics"])
    func pagesAndFilesAreSharedWithNobody(path: String) async throws {
        #expect(try await sharing(site("*").get(path, ["Origin": Self.shop])).isEmpty)
    }

    private nonisolated static let foreign: [(String, String)] = [
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "null"),
        ("Origin", "https://evil.example"), ("Origin", ""),
    ]

    @Test(arguments: foreign)
    func aChangeOfAnotherSiteIs403(name: String, value: String) async throws {
        for site in [try await site(), try await site(Self.shop)] {
            let answers = [
                try site.call("POST", "/api/item", .item, [name: value]),
                try site.call("POST", "/api/products", .product, [name: value]),
                try site.call(
                    "PATCH", "/api/products/1", [name: value],
                    body: Array(#"{"secret": "달빛1234", "stock": 0}"#.utf8)),
                try site.call(
                    "DELETE", "/api/item/1", [name: value],
                    body: Array(#"{"password": "달빛1234"}"#.utf8)),
            ]
            for answer in answers {
                #expect(answer.status == 403)
                #expect(answer.faultyFields == [])
                #expect(sharing(answer).isEmpty)
            }
            #expect(try site.storedRows() == [1, 1])
            #expect(try site.get("/api/item/1").json["stock"] == 1_000_000_000_000)
        }
    }

    @Test func aChangeOfAnAllowedSiteIsTakenAndItsErrorsAreShared() throws {
        let site = try ServedSite { $0.apiOrigins = [Self.shop] }
        let fields: KeyValuePairs = ["Origin": Self.shop, "Sec-Fetch-Site": "cross-site"]
        let posted = try site.call("POST", "/api/item", .item, fields)
        #expect(posted.status == 200)
        #expect(posted["Access-Control-Allow-Origin"] == Self.shop)
        let refused = try site.call("POST", "/api/item", .item.without("title"), fields)
        #expect(refused.status == 400)
        #expect(refused["Access-Control-Allow-Origin"] == Self.shop)
    }

    /// The permission does not apply to the forms of pages.
    @Test func anAllowedSiteCannotSendTheFormsOfPages() async throws {
        let answer = try await site("*").post(
            "/items", FilledForm.lamp.multipart, ["Origin": Self.shop])
        #expect(answer.status == 403)
    }
}
