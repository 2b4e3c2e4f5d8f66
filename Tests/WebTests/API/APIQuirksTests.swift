import Fixtures
import Foundation
import Testing

/// Deviations from the standards that real clients send, and that are accepted.
@Blocking @Suite(.sharing)
final class APIQuirksTests: SharedSiteSuite {
    /// Posts the form, and its equivalent for the other generation; both must be read completely.
    private func expectTaken(
        _ change: (HandmadeForm) -> HandmadeForm, photos: Int = 1,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        for (path, form, name) in [
            ("/api/item", HandmadeForm.item, "title"), ("/api/products", .product, "name"),
        ] {
            let answer = try site.call("POST", path, change(form))
            #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
            #expect(answer.json(at: name) == "원목 의자", sourceLocation: location)
            #expect(answer.json(at: "stock") == 1_000_000_000_000, sourceLocation: location)
            let images = answer.json(at: "images").elements
            #expect(images.count == photos, sourceLocation: location)
        }
    }

    @Test(arguments: ["--\r\n", "--", "", "\r\n", " \r\n", "\t", "--\r\nrubbish behind", "-- "])
    func aBodyMayEndWithAnyDelimiter(ending: String) throws {
        try expectTaken { form in
            var form = form
            form.ending = ending
            return form
        }
    }

    @Test(arguments: ["\r\n", "preamble\r\n", "\r\n\r\n", "--\r\n"])
    func somethingMayStandBeforeTheFirstDelimiter(opening: String) throws {
        try expectTaken { form in
            var form = form
            form.opening = opening
            return form
        }
    }

    @Test(arguments: [
        "multipart/form-data; boundary=\"B 'x'\"", "multipart/form-data;boundary=\"B 'x'\"",
        "Multipart/Form-Data; charset=utf-8; Boundary=\"B 'x'\"; other=1;",
    ])
    func aBoundaryMayStandInQuotes(type: String) throws {
        try expectTaken { form in
            var form = form
            form.boundary = "B 'x'"
            form.contentType = type
            return form
        }
    }

    @Test(arguments: [
        "Boundary-\(String(repeating: "x", count: 61))", "--", "a", "----WebKit=_+,./:?",
    ])
    func aBoundaryMayBeOdd(boundary: String) throws {
        try expectTaken { form in
            var form = form
            form.boundary = boundary
            form.contentType = "multipart/form-data; boundary=\"\(boundary)\""
            return form
        }
    }

    @Test(arguments: [
        "image/png", "image/jpg", "image/*", "application/octet-stream", "text/plain", "",
    ])
    func thePhotosTypeDoesNotMatter(type: String) throws {
        try expectTaken { form in
            form.without("images").without("images[]").adding(.photo("images", type: type))
        }
    }

    @Test(arguments: ["images", "images[]"])
    func photosMayHaveEitherNameAndNeitherTypeNorFileName(name: String) throws {
        let plain = "Content-Disposition: form-data; name=\"\(name)\""
        let headers = [
            [plain], [plain, "Content-Type: image/jpeg"], [plain, "Content-Type: text/plain"],
            [plain, "Content-Type: application/json"],
            [plain, "content-type: multipart/form-data"],
            [plain + "; filename=\"\""], [plain + "; filename=photo.jpg"],
            ["content-disposition:form-data;name=\(name);filename=\"사진 \\\"1\\\".jpg\""],
            [plain, "Content-Transfer-Encoding: binary", "X-Other: 1"],
        ]
        for lines in headers {
            let photo = HandmadeForm.Part(name: name, lines: lines, content: Picture.red)
            try expectTaken { $0.without("images").without("images[]").adding(photo) }
        }
    }

    @Test func bothNamesOfPhotosMayBeMixed() throws {
        try expectTaken(
            {
                $0.without("images").without("images[]")
                    .adding(.photo("images[]", Picture.red))
                    .adding(.photo("images", Picture.green))
                    .adding(.raw("images[]", Picture.blue))
            }, photos: 3)
    }

    @Test(arguments: ["\r\n", "\r\n\r\n", "\n", "\0\0"])
    func somethingMayStandBehindAPhoto(rest: String) throws {
        for photo in [Picture.red, Picture.png(8, 8, color: 7)] {
            try expectTaken { form in
                form.without("images").without("images[]")
                    .adding(.photo("images[]", photo + Array(rest.utf8)))
            }
        }
    }

    @Test func unknownPartsAreIgnored() throws {
        try expectTaken { form in
            var form = form.adding(.text("registration_date", "1")).adding(.text("", "nameless"))
                .adding(.photo("thumbnails", [1, 2, 3])).adding(.text("images_url", ""))
                .adding(.text("thumbnails[]", "")).adding(.raw("file", []))
                .adding(.photo("photo", Array(repeating: 0xFF, count: 300 << 10)))
                .adding(.raw("memo", [0xFF, 0xC0])).adding(.raw("", [0xFF]))
                .adding(.text("note", String(repeating: "x", count: 300 << 10)))
            form.parts.insert(.text("id", "7"), at: 0)
            return form
        }
    }

    @Test func partsMayComeInEveryOrder() throws {
        let parts = HandmadeForm.item.parts
        let rest = ["currency", "stock", "password", "images[]"]
            .compactMap { name in parts.first { $0.name == name } }
        let others = parts.filter { part in !rest.contains { $0.name == part.name } }
        for order in rest.permutations {
            for form in [HandmadeForm(order + others), HandmadeForm(others + order)] {
                let item = try site.call("POST", "/api/item", form).json
                #expect(item["title"] == "원목 의자")
                #expect(item["stock"] == 1_000_000_000_000)
                #expect(item["images"].elements.count == 1)
            }
        }
    }

    @Test func imagesMayStandBeforeParams() throws {
        for order in HandmadeForm.product.adding(.photo("images", Picture.blue)).parts.permutations
        {
            let product = try site.call("POST", "/api/products", HandmadeForm(order)).json
            #expect(product["name"] == "원목 의자")
            #expect(product["images"].elements.count == 2)
        }
    }

    @Test func theFirstOfTwoTextsWithTheSameNameCounts() throws {
        let item = try site.call("POST", "/api/item", .item.adding(.text("title", "둘째"))).json
        #expect(item["title"] == "원목 의자")
    }

    @Test func anEmptyDiscountIsNone() throws {
        let item = try site.call("POST", "/api/item", .item.with("discounted_price", ""))
        #expect(item.status == 200)
        #expect(!item.text.contains("discounted_price"))
        for value in ["\"\"", "null", "0"] {
            let json = HandmadeForm.params.replacingOccurrences(
                of: "\"discounted_price\": 5", with: "\"discounted_price\": \(value)")
            let product = try site.call("POST", "/api/products", .product(json)).json
            #expect(product["discounted_price"] == 0)
            #expect(product["bargain_price"] == 165)
        }
    }

    @Test func numbersMayBeTexts() throws {
        let json = """
            {"name": "책", "description": "새 책이에요.", "price": "9000", "currency": "KRW", \
            "discounted_price": "1000", "stock": "3", "secret": "달빛"}
            """
        let product = try site.call("POST", "/api/products", .product(json)).json
        #expect(product["price"] == 9_000)
        #expect(product["bargain_price"] == 8_000)
        #expect(product["stock"] == 3)
    }

    @Test(arguments: ["description", "descriptions"])
    func theDescriptionMayHaveEitherName(name: String) throws {
        let json = HandmadeForm.params.replacingOccurrences(of: "description", with: name)
        let product = try site.call("POST", "/api/products", .product(json)).json
        #expect(product["description"] == "튼튼해요.\n직거래만 합니다.")
    }

    @Test func paramsMayHaveAnyHeader() throws {
        let plain = "Content-Disposition: form-data; name=\"params\""
        let headers = [
            [plain], [plain, "Content-Type: application/json; charset=utf-8"],
            [plain, "Content-Type: multipart/form-data"], [plain, "Content-Type: text/plain"],
            [plain, "Content-Type: image/jpeg"], [plain + "; filename=\"params.json\""],
            [plain + "; filename=\"\"", "Content-Type: application/octet-stream"],
        ]
        for lines in headers {
            var form = HandmadeForm.product
            form.parts[0].lines = lines
            #expect(try site.call("POST", "/api/products", form).json["name"] == "원목 의자")
        }
    }

    @Test(arguments: ["\u{FEFF}", " \r\n\t"])
    func somethingBlankMayStandAroundParams(blank: String) throws {
        let form = HandmadeForm.product(blank + HandmadeForm.params + " \n")
        #expect(try site.call("POST", "/api/products", form).status == 200)
    }

    @Test(arguments: [nil, "", "cd706a3e-66db-11ec-9626-796401f2341a", "의자"])
    func theIdentifierIsNotNeeded(identifier: String?) throws {
        var fields: KeyValuePairs<String, String> = [:]
        if let identifier { fields = ["identifier": identifier] }
        #expect(try site.call("POST", "/api/products", .product, fields).status == 200)
    }

    @Test(arguments: [
        nil, "application/json", "application/json; charset=utf-8", "Application/JSON",
        "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8",
    ])
    func jsonMayComeAsWhatLibrariesSayByDefault(type: String?) throws {
        let (product, item) = (try site.postProduct(), try site.postItem())
        let fields: KeyValuePairs<String, String> = type.map { ["Content-Type": $0] } ?? [:]
        let secret = Array(#"{"secret": "달빛1234", "stock": 2}"#.utf8)
        let changed = try site.call("PATCH", "/api/products/\(product)", fields, body: secret)
        #expect(changed.json(at: "stock") == 2)
        for step in ["archived", "secret"] {
            let answer = try site.call(
                "POST", "/api/products/\(product)/\(step)", fields, body: secret)
            #expect(answer.status == 200)
        }
        let password = Array(#"{"password": "달빛1234"}"#.utf8)
        #expect(try site.call("DELETE", "/api/item/\(item)", fields, body: password).status == 200)
    }

    @Test func aBodyMayComeInChunks() throws {
        let id = try site.postProduct()
        let client = try Client(port: site.port)
        let json = #"{"secret": "달빛1234", "stock": 2}"#
        let chunks = "\(String(json.utf8.count, radix: 16))\r\n\(json)\r\n0\r\n\r\n"
        try client.send(
            "PATCH /api/products/\(id) HTTP/1.1\r\nHost: \(site.host)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n\(chunks)")
        #expect(try client.readAnswer().json(at: "stock") == 2)
    }
}

extension Array {
    /// All permutations of the elements.
    fileprivate var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var rest = self
            let element = rest.remove(at: index)
            return rest.permutations.map { [element] + $0 }
        }
    }
}
