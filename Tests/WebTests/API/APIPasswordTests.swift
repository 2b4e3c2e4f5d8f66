import Fixtures
import HTTPServer
import Testing

/// How a listing's password opens it to calls of both generations.
@Blocking @Suite(.sharing)
struct APIPasswordTests {
    private let site: ServedSite
    /// An item for this test alone.
    private let id: Int64

    init() async throws {
        site = try await .shared {
            try ServedSite { $0.proxies = Address("127.0.0.1").map { [$0] } ?? [] }
        }
        id = try site.postItem()
    }

    /// Every call that asks for the password.
    enum API: CaseIterable, Sendable {
        case changeItem, deleteItem, changeProduct, archive, getKey

        /// The name of the password's field.
        var field: String { [.changeItem, .deleteItem].contains(self) ? "password" : "secret" }

        /// The status for a wrong password: clients of the first generation understand only 404.
        var refusal: Int { field == "password" ? 404 : 403 }

        func body(_ password: String?) -> FormBody {
            if self == .changeItem {
                return HandmadeForm(password.map { [.text("password", $0)] } ?? [.text("x", "y")])
                    .body
            }
            let json = password.map { "{\"\(field)\": \"\($0)\"}" } ?? "{}"
            return FormBody(contentType: "application/json", bytes: Array(json.utf8))
        }

        func send(
            _ password: String?, to site: ServedSite, id: Int64, from address: String = "192.0.2.1"
        ) throws -> Answer {
            let (method, path) =
                switch self {
                case .changeItem: ("PATCH", "/api/item/\(id)")
                case .deleteItem: ("DELETE", "/api/item/\(id)")
                case .changeProduct: ("PATCH", "/api/products/\(id)")
                case .archive: ("POST", "/api/products/\(id)/archived")
                case .getKey: ("POST", "/api/products/\(id)/secret")
                }
            return try site.request(method, path, ["X-Forwarded-For": address], body(password))
        }
    }

    @Test(arguments: API.allCases)
    func theRightPasswordOpens(call: API) throws {
        #expect(try call.send("달빛1234", to: site, id: id).status == 200)
    }

    @Test(arguments: API.allCases)
    func aWrongPasswordIsRefusedAndChangesNothing(call: API) throws {
        let before = try site.get("/api/item/\(id)").text
        for password in [
            "햇빛1234", "달빛123", "달빛1234 ", "\u{C0}", String(repeating: "x", count: 9_999),
        ] {
            let answer = try call.send(password, to: site, id: id)
            #expect(answer.status == call.refusal)
            #expect(answer.faultyFields == [call.field])
        }
        #expect(try site.get("/api/item/\(id)").text == before)
    }

    @Test(arguments: API.allCases)
    func aMissingPasswordIs400AndCountsAsNoTry(call: API) throws {
        for _ in 0..<6 {
            for password in [nil, ""] {
                let answer = try call.send(password, to: site, id: id)
                #expect(answer.status == 400)
                #expect(answer.faultyFields == [call.field])
            }
        }
        #expect(try call.send("달빛1234", to: site, id: id).status == 200)
    }

    @Test(arguments: API.allCases)
    func anUnknownItemIs404(call: API) throws {
        #expect(try call.send("달빛1234", to: site, id: 999_999).status == 404)
    }

    @Test(arguments: API.allCases)
    func theEleventhTryIs429(call: API) throws {
        for _ in 0..<10 { #expect(try call.send("햇빛", to: site, id: id).status == call.refusal) }
        site.clock.advance(by: 20)
        let answer = try call.send("달빛1234", to: site, id: id)
        #expect(answer.status == 429)
        #expect(answer["Retry-After"] == "40")
        #expect(answer.faultyFields == [])
        #expect(try site.get("/api/item/\(id)").status == 200)
    }

    @Test(arguments: API.allCases)
    func afterRetryAfterTheRightPasswordOpensAgain(call: API) throws {
        for _ in 0..<10 { #expect(try call.send("햇빛", to: site, id: id).status == call.refusal) }
        site.clock.advance(by: 59)
        #expect(try call.send("달빛1234", to: site, id: id)["Retry-After"] == "1")
        site.clock.advance(by: 1)
        #expect(try call.send("달빛1234", to: site, id: id).status == 200)
    }

    @Test func triesCountTogetherHoweverTheyAreMade() throws {
        for call in API.allCases + API.allCases {
            #expect(try call.send("햇빛", to: site, id: id).status == call.refusal)
        }
        for call in API.allCases {
            #expect(try call.send("달빛1234", to: site, id: id).status == 429)
        }
        let page = try site.post(
            "/items/\(id)/deletion", ["password": "달빛1234"], ["X-Forwarded-For": "192.0.2.1"])
        #expect(page.status == 429)
    }

    @Test(arguments: API.allCases)
    func anotherItemAndAnotherAddressAreNotHeldUp(call: API) throws {
        let other = try site.postItem()
        for _ in 0..<11 { _ = try call.send("햇빛", to: site, id: id) }
        #expect(try call.send("달빛1234", to: site, id: id).status == 429)
        #expect(try call.send("달빛1234", to: site, id: other).status == 200)
        #expect(try call.send("달빛1234", to: site, id: id, from: "192.0.2.2").status == 200)
    }

    @Test func theNumberOfTriesCanBeSet() throws {
        let site = try ServedSite { $0.passwordTries = 2 }
        let id = try site.postItem()
        let statuses = try (0..<3).map { _ in try API.getKey.send("햇빛", to: site, id: id).status }
        #expect(statuses == [403, 403, 429])
    }

    @Test(arguments: API.allCases)
    func noPasswordOpensWhatBelongsToAnAccount(call: API) throws {
        let path = try site.member("하늘이네\(id)").post()
        let id = try #require(Int64(path.dropFirst("/items/".count)))
        for password in ["달빛1234", ServedSite.password, "none"] {
            let answer = try call.send(password, to: site, id: id)
            #expect(answer.status == call.refusal)
            #expect(answer.faultyFields == [call.field])
            #expect(try answer.json["reason"].string?.contains("account") == true)
        }
        #expect(try site.get("/api/item/\(id)").status == 200)
    }
}
