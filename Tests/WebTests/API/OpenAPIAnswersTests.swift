import Fixtures
import Testing

/// The server's answers conform to the document.
@Blocking
struct OpenAPIAnswersTests {
    private let site: ServedSite
    private let document: OpenAPIDocument

    private static let password = #"{"password": "\#(HandmadeForm.password)"}"#
    private static let secret = #"{"secret": "\#(HandmadeForm.password)"}"#

    init() throws {
        site = try ServedSite { $0.passwordTries = 1 }
        document = try OpenAPIDocument(site)
    }

    @Test func everyCallIsAnsweredAsDescribed() throws {
        let check = HandmadeForm([.text("password", HandmadeForm.password)])
        let product = "/api/products/2"
        var answers = [
            ("postItem", try site.call("POST", "/api/item", .item)),
            ("postProduct", try site.call("POST", "/api/products", .product)),
            ("listItems", try site.get("/api/items/1")),
            ("readItem", try site.get("/api/item/1")),
            ("changeItem", try site.call("PATCH", "/api/item/1", check)),
            ("listProducts", try site.get("/api/products?search_value=%EC%9D%98%EC%9E%90")),
            ("readProduct", try site.get(product)),
            ("changeProduct", try site.call("PATCH", product, json: Self.secret)),
            ("getDeletionKey", try site.call("POST", product + "/secret", json: Self.secret)),
            ("deleteProduct", try site.call("DELETE", "\(product)/\(site.deletionKey(of: 2))")),
            (
                "archiveProduct",
                try site.call("POST", "/api/products/1/archived", json: Self.secret)
            ),
            ("checkHealth", try site.get("/healthChecker")),
        ]
        let path = try #require(answers.first { $0.0 == "archiveProduct" }).1.text
        answers.append(("deleteArchivedProduct", try site.call("DELETE", path)))
        try site.postItem()
        answers.append(("deleteItem", try site.call("DELETE", "/api/item/3", json: Self.password)))
        #expect(Set(answers.map(\.0)) == Set(document.operations.map(\.id)))
        for (id, answer) in answers {
            #expect(answer.status == 200, "\(id)")
            #expect(try document.faults(in: answer, to: id) == [], "\(id)")
        }
    }

    @Test func refusalsAreAnsweredAsDescribed() throws {
        try site.postItem()
        let wrong = #"{"secret": "x", "password": "x"}"#
        let long = #"{"secret": "\#(String(repeating: "x", count: 300_000))"}"#
        let tag = try #require(site.get("/api/item/1")["ETag"])
        let answers = [
            ("listItems", 400, try site.get("/api/items/0")),
            ("listProducts", 400, try site.get("/api/products?page_no=x")),
            ("readItem", 404, try site.get("/api/item/9")),
            ("readItem", 304, try site.get("/api/item/1", ["If-None-Match": tag])),
            (
                "changeItem", 412,
                try site.call("PATCH", "/api/item/1", HandmadeForm([]), ["If-Match": "\"x\""])
            ),
            ("postItem", 400, try site.call("POST", "/api/item", HandmadeForm([]))),
            ("postItem", 403, try site.call("POST", "/api/item", ["Origin": "https://a.example"])),
            ("postItem", 415, try site.call("POST", "/api/item", json: "{}")),
            ("deleteItem", 400, try site.call("DELETE", "/api/item/1", json: "{}")),
            ("archiveProduct", 413, try site.call("POST", "/api/products/1/archived", json: long)),
            ("deleteItem", 404, try site.call("DELETE", "/api/item/1", json: wrong)),
            ("changeProduct", 429, try site.call("PATCH", "/api/products/1", json: wrong)),
            ("deleteProduct", 403, try site.call("DELETE", "/api/products/1/1-2-3")),
        ]
        for (id, status, answer) in answers {
            #expect(answer.status == status, "\(id)")
            #expect(try document.faults(in: answer, to: id) == [], "\(id) \(status)")
        }
    }

    @Test func everyPropertyIsSentAndNoOther() throws {
        try site.postItem()
        let products = try site.get("/api/products").json
        let product = try site.get("/api/products/1").json
        let items = try site.get("/api/items/1").json
        let sent = [
            ("ItemPage", items), ("ItemSummary", items["items"][0]),
            ("Item", try site.get("/api/item/1").json), ("ProductPage", products),
            ("ProductSummary", products["pages"][0]), ("Product", product),
            ("ProductImage", product["images"][0]), ("Vendor", product["vendors"]),
            ("Failure", try site.get("/api/item/9").json),
        ]
        for (name, json) in sent {
            #expect(json.names == document.schema(name)["properties"].names, "\(name)")
        }
    }

    @Test func absentPropertiesAreNotRequired() throws {
        try site.postItem(.item.without("discounted_price"))
        let items = try site.get("/api/items/1").json["items"]
        let item = try site.get("/api/item/1").json
        for (name, json) in [("ItemSummary", items[0]), ("Item", item)] {
            #expect(json.names == required(of: name), "\(name)")
        }
    }

    @Test func requiredFieldsAreDemanded() throws {
        let item = try site.call("POST", "/api/item", HandmadeForm([.text("title", "")])).json
        #expect(item["fields"].names == required(of: "NewItem"))
        let product = try site.call("POST", "/api/products", .product("{}")).json
        #expect(product["fields"].names == required(of: "NewProduct"))
    }

    private func required(of schema: String) -> Set<String> {
        Set(document.schema(schema)["required"].elements.compactMap(\.string))
    }
}
