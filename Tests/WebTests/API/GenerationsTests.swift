import Fixtures
import Foundation
import Testing

/// A listing is the same through both generations and on pages.
@Blocking
final class GenerationsTests: SiteSuite {
    private func item(_ id: Int64 = 1) throws -> JSON { try site.get("/api/item/\(id)").json }
    private func product(_ id: Int64 = 1) throws -> JSON {
        try site.get("/api/products/\(id)").json
    }

    /// The price and the discounted price, as in the first and in the second generation.
    private func prices(_ id: Int64 = 1) throws -> [JSON] {
        let (item, product) = (try item(id), try product(id))
        #expect(item["price"] == product["price"])
        return [
            item["price"], item["discounted_price"], product["discounted_price"],
            product["bargain_price"],
        ]
    }

    @Test func itemsPostedByTheFirstAreReadByTheSecond() throws {
        try site.postItem()
        let product = try product()
        #expect(product["name"] == "원목 의자")
        #expect(product["description"] == "튼튼해요.\n직거래만 합니다.")
        #expect(product["stock"] == 1_000_000_000_000)
        #expect(product["vendorName"] == "비회원")
        #expect(product["images"][0]["url"] == (try item())["images"][0])
        #expect(try prices() == [165, 160, 5, 160])
    }

    @Test func itemsPostedByTheSecondAreReadByTheFirst() throws {
        try site.postProduct()
        let item = try item()
        #expect(item["title"] == "원목 의자")
        #expect(item["descriptions"] == "튼튼해요.\n직거래만 합니다.")
        #expect(item["registration_date"] == 1_795_260_000)
        #expect(item["thumbnails"][0] == (try product())["thumbnail"])
        #expect(try prices() == [165, 160, 5, 160])
    }

    @Test func withoutADiscountThePriceIsToBePaid() throws {
        try site.postItem(.item.with("discounted_price", "165"))
        try site.postItem(.item.without("discounted_price"))
        for id in [1, 2] as [Int64] { #expect(try prices(id) == [165, .null, 0, 165]) }
    }

    @Test func aGiftCostsNothing() throws {
        try site.postItem(.item.with("price", "0").without("discounted_price"))
        try site.postItem(.item.with("discounted_price", "0"))
        #expect(try prices(1) == [0, .null, 0, 0])
        #expect(try prices(2) == [165, 0, 165, 0])
        #expect(try site.get("/items/1").page.texts.contains("나눔"))
    }

    @Test func openPricesAreZeroHereAndStayOpen() throws {
        let form = FilledForm.lamp.with("price", "").with("discounted_price", "")
        _ = try site.post(form.with("currency", "USD"))
        #expect(try prices() == [0, .null, 0, 0])
        #expect(try site.get("/api/items/1").json["items"][0]["price"] == 0)
        #expect(try site.get("/api/products").json["pages"][0]["price"] == 0)
        let json = #"{"secret": "달빛1234", "name": "새 장스탠드", "stock": 2}"#
        #expect(try site.call("PATCH", "/api/products/1", json: json).status == 200)
        #expect(try site.get("/items/1").page.texts.contains("가격 제안"))
        let gift = #"{"secret": "달빛1234", "price": 0}"#
        #expect(try site.call("PATCH", "/api/products/1", json: gift).status == 200)
        #expect(try site.get("/items/1").page.texts.contains("나눔"))
    }

    @Test func eachChangesWhatTheOtherPosted() throws {
        try site.postItem()
        try site.postProduct()
        let json = #"{"secret": "달빛1234", "name": "새 의자", "discounted_price": 65}"#
        #expect(try site.call("PATCH", "/api/products/1", json: json).status == 200)
        #expect(try item()["title"] == "새 의자")
        #expect(try prices() == [165, 100, 65, 100])
        let form = HandmadeForm([
            .text("password", "달빛1234"), .text("title", "새 책상"), .text("discounted_price", "100"),
        ])
        #expect(try site.call("PATCH", "/api/item/2", form).status == 200)
        #expect(try product(2)["name"] == "새 책상")
        #expect(try prices(2) == [165, 100, 65, 100])
    }

    /// When the price changes, a final price stays as it is, and an amount off stays the same amount.
    @Test func aNewPriceKeepsTheDiscountAsEachMeansIt() throws {
        try site.postItem()
        try site.postProduct()
        let form = HandmadeForm([.text("password", "달빛1234"), .text("price", "200")])
        #expect(try site.call("PATCH", "/api/item/1", form).status == 200)
        #expect(try prices(1) == [200, 160, 40, 160])
        let json = #"{"secret": "달빛1234", "price": 200}"#
        #expect(try site.call("PATCH", "/api/products/2", json: json).status == 200)
        #expect(try prices(2) == [200, 195, 5, 195])
    }

    @Test func eachEndsADiscountBySendingNone() throws {
        for id in try [site.postItem(), site.postItem()] {
            #expect(try prices(id) == [165, 160, 5, 160])
        }
        let form = HandmadeForm([
            .text("discounted_price", ""), .text("password", "달빛1234"), .text("price", "165"),
        ])
        #expect(try site.call("PATCH", "/api/item/1", form).status == 200)
        let json = #"{"secret": "달빛1234", "discounted_price": ""}"#
        #expect(try site.call("PATCH", "/api/products/2", json: json).status == 200)
        for id in 1...2 as ClosedRange<Int64> {
            #expect(try site.get("/api/item/\(id)").json["discounted_price"] == .null)
            #expect(try product(id)["bargain_price"] == 165)
        }
    }

    /// A listing whose new price is below its discounted price loses the discount when the whole
    /// form is sent again.
    @Test func aFormWithAnEmptyDiscountMayLowerThePrice() throws {
        try site.postItem()
        let form = HandmadeForm.item.without("images[]").with("price", "100")
        let answer = try site.call("PATCH", "/api/item/1", form.with("discounted_price", ""))
        #expect(answer.status == 200)
        #expect(try answer.json["price"] == 100)
    }

    @Test func aPhotoThatCameTwiceIsShownOnce() throws {
        let form = HandmadeForm.product.without("images").adding(.photo("images", Picture.red))
            .adding(.photo("images", Picture.blue)).adding(.photo("images", Picture.red))
        try site.postProduct(form)
        let ids = try product()["images"].elements.map { $0["id"] }
        #expect(ids.count == 2 && ids[0] != ids[1])
        #expect(try item()["images"].elements.count == 2)
    }

    @Test func eachDeletesWhatTheOtherPosted() throws {
        try site.postItem()
        try site.postProduct()
        #expect(try site.call("DELETE", "/api/products/\(site.deletionKey(of: 1))").status == 200)
        let json = #"{"password": "달빛1234"}"#
        #expect(try site.call("DELETE", "/api/item/2", json: json).status == 200)
        #expect(try site.get("/api/items/1").json["items"] == .array([]))
        #expect(try site.get("/api/products").json["pages"] == .array([]))
        #expect(try site.get("/").page.itemIDs.isEmpty)
    }

    @Test(arguments: [
        ("12.50", "2.25", [12.5, 10.25, 2.25, 10.25]), ("0.03", "0.01", [0.03, 0.02, 0.01, 0.02]),
    ])
    func dollarsHaveCents(price: String, discount: String, expected: [Double]) throws {
        let json = """
            {"name": "책", "description": "새 책이에요.", "price": \(price), "currency": "USD", \
            "discounted_price": \(discount), "secret": "달빛"}
            """
        try site.postProduct(.product(json))
        #expect(try prices() == expected.map { .number($0) })
        #expect(try site.get("/api/products").json["pages"][0]["currency"] == "USD")
    }

    @Test func unknownCurrenciesAreLeftOutOfProductsAndCounted() throws {
        try site.postItem()
        for currency in ["EUR", "JPY", "CNY", "USD"] {
            try site.postItem(.item.with("currency", currency))
        }
        let page = try site.get("/api/products").json
        #expect(page["totalCount"] == 5)
        #expect(page["pages"].elements.map { $0["currency"] } == ["USD", "KRW"])
        let items = try site.get("/api/items/1").json["items"].elements
        #expect(items.map { $0["currency"] } == ["USD", "CNY", "JPY", "EUR", "KRW"])
        #expect(try product(2)["currency"] == "EUR")
    }

    @Test func anItemOfTheFormIsReadByBoth() throws {
        let form = FilledForm.lamp.with(photo: Picture.red).with(photo: Picture.blue)
        #expect(try site.post(form) == "/items/1")
        #expect(try item()["title"] == "북유럽풍 장스탠드")
        #expect(try item()["descriptions"] == "이사하면서 내놓습니다.\n직거래는 역 3번 출구에서요.")
        #expect(try item()["images"].elements.count == 2)
        #expect(try product()["images"].elements.count == 2)
        #expect(try prices() == [35_000, 30_000, 5_000, 30_000])
        let password = HandmadeForm([.text("password", "달빛1234")])
        #expect(try site.call("PATCH", "/api/item/1", password).status == 200)
    }

    @Test func itemsOfBothGenerationsAreOnThePages() throws {
        try site.postItem()
        try site.postProduct()
        #expect(try site.get("/").page.itemIDs == [2, 1])
        for path in ["/items/1", "/items/2"] {
            let page = try site.get(path).page
            #expect(page.texts.contains("원목 의자"))
            #expect(page.texts.contains("160원"))
            #expect(page.tags("img").contains { $0["src"]?.hasPrefix("/photos/") == true })
        }
        #expect(try site.get("/?category=11").page.itemIDs == [2, 1])
    }

    @Test func theCategoryOfAnItemMayBeChosen() throws {
        try site.postItem(.item.with("category", "9"))
        #expect(try site.get("/?category=9").page.itemIDs == [1])
    }

    @Test func theFormDeletesWhatACallPosted() throws {
        try site.postItem()
        #expect(try site.post("/items/1/deletion", ["password": "달빛1234"]).status == 303)
        #expect(try site.get("/api/item/1").status == 404)
    }

    @Test func theVendorIsTheAccount() throws {
        let path = try site.member("하늘이네").post()
        let id = try #require(Int64(path.dropFirst("/items/".count)))
        let product = try product(id)
        let vendor = try #require(product["vendor_id"].int)
        // Above all vendors' numbers, so that no vendor takes it for their own.
        #expect(vendor == 1 << 30 + 1)
        #expect(product["vendorName"] == "하늘이네")
        #expect(product["vendors"]["id"] == .whole(vendor))
        #expect(product["vendors"]["name"] == "하늘이네")
        let page = try site.get("/api/products").json["pages"][0]
        #expect(page["vendor_id"] == .whole(vendor))
        #expect(page["vendorName"] == "하늘이네")
    }
}
