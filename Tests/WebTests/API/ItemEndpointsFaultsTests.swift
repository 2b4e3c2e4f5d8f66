import Fixtures
import Testing

/// Faulty forms of the first generation are reported by field, and nothing is stored.
@Blocking @Suite(.sharing)
struct ItemEndpointsFaultsTests {
    private let site: ServedSite

    init() async throws {
        site = try await .shared { try ServedSite { $0.mostPhotoMegabytes = 1 } }
    }

    private func expectRefusal(
        _ form: HandmadeForm, _ status: Int, _ fields: [String],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        try site.expectRefusal(of: form, at: "/api/item", status, fields, location)
    }

    @Test(arguments: [
        "title", "descriptions", "price", "currency", "stock", "password", "images[]",
    ])
    func aMissingFieldIs400AndNamed(name: String) throws {
        try expectRefusal(.item.without(name), 400, [name])
    }

    @Test(arguments: ["title", "descriptions", "price", "currency", "stock", "password"])
    func anEmptyFieldIs400LikeAMissingOne(name: String) throws {
        try expectRefusal(.item.with(name, ""), 400, [name])
    }

    @Test(arguments: ["title", "descriptions"])
    func aBlankTextIs400LikeAMissingOne(name: String) throws {
        for blank in [" ", "\t \r\n", "\u{3164}", "\u{200B}"] {
            try expectRefusal(.item.with(name, blank), 400, [name])
        }
    }

    private nonisolated static let largest = "1000000000000000"

    private nonisolated static let wrongValues: [(field: String, values: [String])] = [
        (
            "price",
            [
                "-1", "abc", "1e3", "0x10", "165.5", "1000000000000001", "NaN", "1,65",
                "1000000000000000000000000000000", "9223372036854775808", "165 달러",
            ]
        ),
        ("discounted_price", ["166", "-1", "abc", "160.5", "1000000000000000000000000000000"]),
        (
            "stock",
            [
                "-1", "abc", "1.5", "1e3", "1000000000000001", "9223372036854775808",
                "1000000000000000000000000000000",
            ]
        ),
        ("currency", ["BTC", "krw", "KRW ", "원", "US"]),
        ("category", ["0", "12", "-1", "abc", "1.5", "9223372036854775808"]),
    ]

    @Test(arguments: wrongValues)
    func aWrongValueIs400AndNamed(field: String, values: [String]) throws {
        for value in values { try expectRefusal(.item.with(field, value), 400, [field]) }
    }

    @Test(arguments: [("title", 100), ("descriptions", 10_000), ("password", 128)])
    func aTextIsTakenUpToItsLimitAndNoLonger(field: String, most: Int) throws {
        let longest = ["가", "🪑", "e\u{301}"].map { String(repeating: $0, count: most) }
        for text in longest { try expectRefusal(.item.with(field, text + "x"), 400, [field]) }
        for text in longest {
            let answer = try site.call("POST", "/api/item", .item.with(field, text))
            #expect(answer.status == 200)
        }
    }

    @Test(
        arguments: [
            ("title", [" 의자 "]), ("password", ["1", " "]),
            ("price", [largest, "1,000", "165.0"]), ("discounted_price", ["0", "165"]),
            ("stock", ["0", "1000000000000", largest]), ("currency", ["USD", "EUR", "JPY", "CNY"]),
            ("category", ["1", "11"]),
        ] as [(String, [String])])
    func aValueWithinItsLimitsIsTaken(field: String, values: [String]) throws {
        for value in values {
            let answer = try site.call("POST", "/api/item", .item.with(field, value))
            #expect(answer.status == 200, "\(value) \(answer.text)")
        }
    }

    @Test func thePriceOfADollarHasCentsAndNoMore() throws {
        let dollars = HandmadeForm.item.with("currency", "USD")
        for price in ["12.345", "12.", ".5", "12.5.0", "1.2e1", "-0.01"] {
            try expectRefusal(
                dollars.with("price", price).with("discounted_price", "1"), 400, ["price"])
        }
        let item = try site.call(
            "POST", "/api/item", dollars.with("price", "12.50").with("discounted_price", "9.99"))
        #expect(item.text.contains(#""price":12.5,"currency":"USD""#))
        #expect(item.text.contains(#""discounted_price":9.99,"#))
    }

    @Test func allFaultsAreNamedAtOnce() throws {
        let form = HandmadeForm([
            .text("price", "x"), .text("currency", "KRW"), .text("stock", "-1"),
        ])
        try expectRefusal(
            form, 400, ["descriptions", "images[]", "password", "price", "stock", "title"])
    }

    @Test func anInvalidPriceIsNamedBesideAMissingCurrency() throws {
        for price in ["abc", "-1", "1-2"] {
            try expectRefusal(
                .item.without("currency").with("price", price), 400, ["currency", "price"])
        }
        for price in ["165", "12.50", "3만"] {
            try expectRefusal(.item.without("currency").with("price", price), 400, ["currency"])
        }
    }

    @Test func theReasonSaysInEnglishWhatIsWrongWithEachField() throws {
        let form = HandmadeForm.item.with("price", "abc").with("stock", "-1").without("title")
        let reason = try site.call("POST", "/api/item", form).json["reason"].string ?? ""
        for field in ["price", "stock", "title"] { #expect(reason.contains(field + ": ")) }
        #expect(!reason.unicodeScalars.contains { ("가"..."힣").contains($0) }, "\(reason)")
    }

    @Test func aTextThatIsNotUTF8Is400AndNamed() throws {
        let broken: [[UInt8]] = [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xEA, 0xB0]]
        for bytes in broken { try expectRefusal(.item.with(.raw("title", bytes)), 400, ["title"]) }
    }

    @Test func aThousandPartsAre400() throws {
        let form = (0..<1_000).reduce(HandmadeForm([])) { $0.adding(.text("part\($1)", "x")) }
        try expectRefusal(form, 400, ["part100"])
    }

    @Test(arguments: ["title", "descriptions"])
    func aFieldOfMoreThan256KBIs413(name: String) throws {
        let text = String(repeating: "x", count: 256 << 10 + 1)
        try expectRefusal(.item.with(name, text), 413, [name])
    }

    @Test func aMalformedFormIs400WithTheReason() throws {
        let body = HandmadeForm.item.body
        let broken = [
            (FormBody(contentType: "multipart/form-data", bytes: body.bytes), "missing boundary"),
            (
                FormBody(contentType: body.contentType, bytes: Array(body.bytes.dropLast(99))),
                "within a part"
            ),
        ]
        for (body, reason) in broken {
            let answer = try site.request("POST", "/api/item", [:], body)
            #expect(answer.status == 400)
            #expect(try answer.json["reason"].string?.contains(reason) == true, "\(answer.text)")
        }
    }

    @Test func aFormLargerThanAllItsPhotosIs413() throws {
        let photo = Picture.red + Array(repeating: 0, count: 12 << 20)
        try expectRefusal(.item.with(.photo("images[]", photo)), 413, [])
    }

    private nonisolated static let unusablePhotos: [[UInt8]] = [
        Array("사진이 아니에요".utf8), [], Array(Picture.red.dropLast(300)), Picture.bomb,
        Array("GIF89a".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
    ]

    @Test(arguments: unusablePhotos.indices)
    func oneUnusablePhotoIs400AndNoneIsStored(index: Int) throws {
        let bytes = Self.unusablePhotos[index]
        try expectRefusal(.item.with(.photo("images[]", bytes)), 400, ["images[]"])
        try expectRefusal(.item.adding(.photo("images[]", bytes)), 400, ["images[]"])
        try expectRefusal(.item.with(.raw("images[]", bytes)), 400, ["images[]"])
        let first = HandmadeForm([.photo("images", bytes)] + HandmadeForm.item.parts)
        try expectRefusal(first, 400, ["images[]"])
    }

    @Test func anImageOverTheLimitIs413() throws {
        let photo = Picture.red + Array(repeating: 0, count: 1 << 20)
        try expectRefusal(.item.with(.photo("images[]", photo)), 413, ["images[]"])
        try expectRefusal(.item.adding(.photo("images", photo)), 413, ["images[]"])
    }

    @Test func sixImagesAre400AndFiveAreTaken() throws {
        var form = HandmadeForm.item.without("images[]")
        for number in 1...6 {
            let photo = Picture.jpeg(8, 8, color: Int32(number) << 5)
            form = form.adding(.photo(number % 2 == 0 ? "images" : "images[]", photo))
        }
        try expectRefusal(form, 400, ["images[]"])
        form.parts.removeLast()
        #expect(try site.call("POST", "/api/item", form).json["images"].elements.count == 5)
    }

    @Test(arguments: [
        "application/json", "text/plain", "multipart/mixed; boundary=x", "multipart/form-datax", "",
        ";", "*/*",
    ])
    func anotherContentTypeIs415(type: String) throws {
        var form = HandmadeForm.item
        form.contentType = type
        try expectRefusal(form, 415, [])
        let id = try site.postItem()
        let patch = try site.call("PATCH", "/api/item/\(id)", form)
        #expect(patch.status == 415)
        #expect(patch.faultyFields == [])
    }

    @Test func aFormWithoutAContentTypeIs415() throws {
        #expect(try site.call("POST", "/api/item").status == 415)
        #expect(
            try site.call("POST", "/api/item", body: HandmadeForm.item.body.bytes).status == 415)
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=other",
        "multipart/form-data; boundary=\"\"", "multipart/form-data; boundry=x",
    ])
    func aFormWithoutItsBoundaryIsRefused(type: String) throws {
        var form = HandmadeForm.item
        form.contentType = type
        let before = try site.storedRows()
        let answer = try site.call("POST", "/api/item", form)
        #expect([400, 415].contains(answer.status))
        #expect(answer.faultyFields == [])
        #expect(try site.storedRows() == before)
    }

    @Test func anEmptyBodyIs400() throws {
        let type = HandmadeForm.item.body.contentType
        let answer = try site.call("POST", "/api/item", ["Content-Type": type], body: [])
        #expect(answer.status == 400)
        #expect(answer.faultyFields == [])
    }

    @Test func aBodyCutAnywhereIs400() throws {
        let form = HandmadeForm(
            [.photo("images[]", Picture.jpeg(8, 8, color: 0xFF))]
                + HandmadeForm.item.without("images[]").parts)
        try site.expectRefusals(of: form.body, cutEvery: 13, at: "/api/item")
    }
}
