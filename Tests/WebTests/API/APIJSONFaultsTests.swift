import Fixtures
import Testing

/// Bodies in JSON, for changes and deletions.
@Blocking @Suite(.sharing)
struct APIJSONFaultsTests {
    /// Has one product, which tests leave unchanged.
    private let site: ServedSite

    init() async throws {
        site = try await .shared {
            let site = try ServedSite { $0.passwordTries = 1_000 }
            try site.postProduct()
            return site
        }
    }

    private nonisolated static let calls = [
        ("PATCH", "/api/products/1"), ("POST", "/api/products/1/archived"),
        ("POST", "/api/products/1/secret"), ("DELETE", "/api/item/1"),
    ]

    @Test(arguments: JSON.malformed)
    func aBodyThatIsNoObjectIs400(json: String) throws {
        for (method, path) in Self.calls {
            let answer = try site.call(method, path, json: json)
            #expect(answer.status == 400, "\(method) \(path)")
            #expect(answer.faultyFields == [], "\(method) \(path)")
        }
        #expect(try site.storedRows() == [1, 1])
    }

    @Test(arguments: calls)
    func aDeeplyNestedBodyIs400(method: String, path: String) throws {
        for json in JSON.nestedDeeply {
            #expect(try site.call(method, path, json: json).status == 400)
        }
    }

    @Test(arguments: calls)
    func noBodyAtAllIs400(method: String, path: String) throws {
        #expect(try site.call(method, path).status == 400)
        #expect(try site.call(method, path, body: []).status == 400)
    }

    @Test(arguments: calls)
    func aBodyOfAnotherTypeIs415(method: String, path: String) throws {
        let json = Array(#"{"secret": "달빛1234", "password": "달빛1234"}"#.utf8)
        for type in [
            "text/plain", "multipart/form-data; boundary=x", "application/xml", "json", "",
        ] {
            let answer = try site.call(method, path, ["Content-Type": type], body: json)
            #expect(answer.status == 415, "\(type)")
            #expect(answer.faultyFields == [])
        }
        #expect(try site.storedRows() == [1, 1])
    }

    @Test(arguments: calls)
    func aBodyOfMoreThan256KBIs413(method: String, path: String) throws {
        let long = String(repeating: " ", count: 256 << 10)
        let answer = try site.call(method, path, json: "{\(long)}")
        #expect(answer.status == 413)
        #expect(answer.faultyFields == [])
    }

    @Test(arguments: calls)
    func aBodyCutAnywhereIs400(method: String, path: String) throws {
        let json = Array(#"{"secret": "달빛1234", "password": "달빛1234", "stock": 1}"#.utf8)
        for length in 0..<json.count {
            let answer = try site.call(
                method, path, ["Content-Type": "application/json"], body: Array(json[..<length]))
            #expect(answer.status == 400, "\(length)")
        }
        #expect(try site.storedRows() == [1, 1])
    }

    /// The standard leaves open which of two equal keys counts (RFC 8259 section 4); it must be the same one
    /// each time.
    @Test(arguments: calls)
    func oneOfTwoEqualKeysCounts(method: String, path: String) throws {
        let site = try ServedSite()
        try site.postProduct()
        let name = method == "DELETE" ? "password" : "secret"
        let wrongFirst = #"{"\#(name)": "햇빛", "\#(name)": "달빛1234"}"#
        let wrongLast = #"{"\#(name)": "달빛1234", "\#(name)": "햇빛"}"#
        let first = try site.call(method, path, json: wrongFirst).status
        let last = try site.call(method, path, json: wrongLast).status
        let refusal = method == "DELETE" ? 404 : 403
        #expect([200, refusal].contains(first))
        #expect(last == (first == 200 ? refusal : 200))
    }

    private nonisolated static let wrongMembers: [(json: String, fields: [String])] = [
        (#""name": 5"#, ["name"]), (#""name": """#, ["name"]),
        (#""description": " ""#, ["description"]),
        (#""descriptions": []"#, ["descriptions"]), (#""price": -1"#, ["price"]),
        (#""price": true"#, ["price"]), (#""price": 4"#, ["discounted_price"]),
        (#""price": 1e30"#, ["price"]), (#""discounted_price": 166"#, ["discounted_price"]),
        (#""stock": -1"#, ["stock"]), (#""stock": 1.5"#, ["stock"]), (#""stock": {}"#, ["stock"]),
        (#""currency": "BTC""#, ["currency"]), (#""thumbnail_id": 4"#, ["thumbnail_id"]),
        (#""thumbnail_id": "abc""#, ["thumbnail_id"]), (#""thumbnail_id": []"#, ["thumbnail_id"]),
        (#""thumbnail_id": 0"#, ["thumbnail_id"]), (#""name": 1, "stock": []"#, ["name", "stock"]),
    ]

    @Test(arguments: wrongMembers)
    func aWrongMemberIs400AndChangesNothing(json: String, fields: [String]) throws {
        let before = try site.get("/api/products/1").text
        let answer = try site.call(
            "PATCH", "/api/products/1", json: #"{"secret": "달빛1234", \#(json)}"#)
        #expect(answer.status == 400)
        #expect(answer.faultyFields == fields)
        #expect(try site.get("/api/products/1").text == before)
    }

    @Test(arguments: wrongMembers)
    func aWrongSecretIs403BeforeAnyOtherFault(json: String, fields: [String]) throws {
        let answer = try site.call(
            "PATCH", "/api/products/1", json: #"{"secret": "햇빛", \#(json)}"#)
        #expect(answer.status == 403)
        #expect(answer.faultyFields == ["secret"])
    }

    @Test(arguments: [
        "5", "true", "[]", "{}", "01", "1.", "-", "\"\u{1}\"", "\"\\x\"", "\"\\uD800\"",
    ])
    func aSecretThatIsNoTextIs400AndNamed(value: String) throws {
        for (method, path) in Self.calls {
            let name = method == "DELETE" ? "password" : "secret"
            let answer = try site.call(method, path, json: "{\"\(name)\": \(value)}")
            #expect(answer.status == 400)
            #expect(answer.faultyFields == [name])
        }
    }
}
