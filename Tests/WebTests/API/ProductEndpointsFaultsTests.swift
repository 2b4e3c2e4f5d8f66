import Fixtures
import Testing

/// Faulty products are reported by field, and nothing is stored.
@Blocking @Suite(.sharing)
final class ProductEndpointsFaultsTests: SharedSiteSuite {
    private func expectRefusal(
        _ form: HandmadeForm, _ status: Int, _ fields: [String],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        try site.expectRefusal(of: form, at: "/api/products", status, fields, location)
    }

    private static let members: KeyValuePairs = [
        "name": #""원목 의자""#, "description": #""튼튼해요.""#, "price": "165",
        "currency": #""KRW""#, "discounted_price": "5", "stock": "3", "secret": #""달빛1234""#,
    ]

    /// `params` with one member's value replaced, or removed if nil.
    private func params(_ name: String, _ value: String?) -> HandmadeForm {
        let members = Self.members.compactMap { member -> String? in
            guard let value = member.key == name ? value : member.value else { return nil }
            return "\"\(member.key)\": \(value)"
        }
        return .product("{\(members.joined(separator: ", "))}")
    }

    @Test(arguments: ["name", "description", "price", "currency", "secret"])
    func aMissingFieldIs400AndNamed(name: String) throws {
        try expectRefusal(params(name, nil), 400, [name])
        try expectRefusal(params(name, "null"), 400, [name])
        try expectRefusal(params(name, "\"\""), 400, [name])
    }

    @Test func withoutImagesOrParamsIs400() throws {
        try expectRefusal(.product.without("images"), 400, ["images"])
        try expectRefusal(.product.without("params"), 400, ["params"])
        try expectRefusal(HandmadeForm([.text("other", "x")]), 400, ["params"])
    }

    private nonisolated static let wrongValues: [(field: String, values: [String])] = [
        ("name", ["5", "true", "[]", "{}", #"["의자"]"#]),
        ("description", ["5", "false"]),
        (
            "price",
            [
                "-1", "165.5", "1e30", "1000000000000001", "true", "[]", "{}", #""abc""#, #""-1""#,
                "9223372036854775808", "-0.5", "1e-3", "1e400",
            ]
        ),
        ("discounted_price", ["166", "-1", "0.5", "1e30", "true", #""x""#]),
        ("stock", ["-1", "1.5", "1e30", "1000000000000001", "false", #""many""#, "[1]"]),
        ("currency", [#""BTC""#, #""krw""#, "5", "[]", "true"]),
        ("secret", ["5", "true", "[]"]),
    ]

    @Test(arguments: wrongValues)
    func aWrongValueIs400AndNamed(field: String, values: [String]) throws {
        for value in values { try expectRefusal(params(field, value), 400, [field]) }
    }

    @Test(
        arguments: [
            ("price", ["1000000000000000", "165.0", "1.65e2", "\"165\"", "\"1,000\""]),
            ("discounted_price", ["0", "165", "null", "\"5\"", "\"\""]),
            ("stock", ["0", "1000000000000", "1000000000000000", "\"3\"", "3.0"]),
            ("currency", [#""USD""#]), ("name", [#""의""#, #""🪑 \u0041""#]),
        ] as [(String, [String])])
    func aValueWithinItsLimitsIsTaken(field: String, values: [String]) throws {
        for value in values {
            let answer = try site.call("POST", "/api/products", params(field, value))
            #expect(answer.status == 200, "\(value) \(answer.text)")
        }
    }

    @Test(arguments: [("name", 100), ("description", 10_000), ("secret", 128)])
    func aTextIsTakenUpToItsLimitAndNoLonger(field: String, most: Int) throws {
        let longest = String(repeating: "가", count: most)
        try expectRefusal(params(field, "\"\(longest)가\""), 400, [field])
        let answer = try site.call("POST", "/api/products", params(field, "\"\(longest)\""))
        #expect(answer.status == 200)
    }

    @Test func paramsNestedDeeplyAre400() throws {
        for json in JSON.nestedDeeply { try expectRefusal(.product(json), 400, ["params"]) }
    }

    private func dollars(_ price: String) -> HandmadeForm {
        .product(
            """
            {"name": "책", "description": "새 책", "price": \(price), "currency": "USD", \
            "secret": "달빛"}
            """)
    }

    /// Sums of fractions deviate by less than any price can.
    @Test(arguments: [
        ("0.30000000000000004", 0.3), ("12.5", 12.5), ("1.250e1", 12.5), ("\"12.50\"", 12.5),
        ("1.1500000000000001", 1.15), ("1234567.8900000001", 1_234_567.89),
    ])
    func thePriceOfADollarHasCents(price: String, expected: Double) throws {
        let product = try site.call("POST", "/api/products", dollars(price)).json
        #expect(product["price"] == .number(expected))
    }

    @Test(arguments: ["12.345", "0.001", "1e-3", "\"12.\"", "\"12.5.0\"", "0.009999999", "-0.01"])
    func moreThanTheCentsOfADollarAre400(price: String) throws {
        try expectRefusal(dollars(price), 400, ["price"])
    }

    @Test func allMembersOfAnotherTypeAreNamedAtOnce() throws {
        let form = HandmadeForm.product(#"{"name": 1, "price": {}, "stock": [], "secret": true}"#)
        try expectRefusal(form, 400, ["name", "price", "secret", "stock"])
    }

    @Test(arguments: JSON.malformed)
    func paramsThatAreNoObjectAre400(json: String) throws {
        try expectRefusal(.product(json), 400, ["params"])
    }

    @Test func paramsThatAreNotUTF8Are400() throws {
        for bytes in [[0xFF], Array(#"{"name": ""#.utf8) + [0xC0, 0x80] + Array("\"}".utf8)] {
            try expectRefusal(.product.with(.raw("params", bytes)), 400, ["params"])
        }
    }

    @Test func paramsOfMoreThan256KBAre413() throws {
        let long = "\"\(String(repeating: "x", count: 256 << 10))\""
        try expectRefusal(params("description", long), 413, ["params"])
        var form = params("description", long)
        form.parts[0].lines[0] += "; filename=\"params.json\""
        try expectRefusal(form, 413, ["params"])
    }

    @Test func oneUnusableImageIs400AndNoneIsStored() throws {
        for bytes in [Array("사진이 아니에요".utf8), [], Array(Picture.red.dropLast(300))] {
            try expectRefusal(.product.adding(.photo("images", bytes)), 400, ["images"])
        }
        let six = (1...5).reduce(HandmadeForm.product) {
            $0.adding(.photo("images", Picture.jpeg(8, 8, color: Int32($1) << 5)))
        }
        try expectRefusal(six, 400, ["images"])
    }

    @Test func aThousandPartsAre400() throws {
        let form = (1..<1_000).reduce(HandmadeForm.product) { $0.adding(.text("x\($1)", "")) }
        try expectRefusal(form, 400, ["x99"])
    }

    @Test(arguments: ["application/json", "text/plain", "multipart/mixed; boundary=x", ""])
    func anotherContentTypeIs415(type: String) throws {
        var form = HandmadeForm.product
        form.contentType = type
        try expectRefusal(form, 415, [])
    }

    @Test func aBodyCutAnywhereIs400() throws {
        let form = HandmadeForm([
            .photo("images", Picture.jpeg(8, 8, color: 0xFF)), HandmadeForm.product.parts[0],
        ])
        try site.expectRefusals(of: form.body, cutEvery: 17, at: "/api/products")
    }
}
