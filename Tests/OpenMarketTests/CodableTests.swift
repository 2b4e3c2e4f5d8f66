import Foundation
import OpenMarket
import Testing

struct CodableTests {
    private static let summary = ItemSummary(
        id: 7, title: "원목 의자", price: 165, currency: "KRW", stock: 1_000_000_000_000,
        discountedPrice: 160, thumbnails: ["https://market.example/photos/a/thumbnail.jpg"],
        registrationDate: 1_611_523_563)

    private static let product = ProductSummary(
        id: 7, vendorID: 3, vendorName: "마포살림", name: "원목 의자", description: "튼튼해요.",
        thumbnail: "https://market.example/photos/a/thumbnail.jpg", currency: "USD", price: 12.5,
        bargainPrice: 10, discountedPrice: 2.5, stock: 1, createdAt: "2022-01-18T00:00:00.00",
        issuedAt: "2022-01-18T00:00:00.00")

    @Test func anItemIsOneFlatObject() throws {
        let item = Item(summary: Self.summary, descriptions: "튼튼해요.", images: ["a"])
        let object = try object(item)
        #expect(
            Set(object.keys) == [
                "id", "title", "price", "currency", "stock", "discounted_price", "thumbnails",
                "registration_date", "descriptions", "images",
            ])
        #expect(object["stock"] as? Int64 == 1_000_000_000_000)
        #expect(try readBack(item) == item)
    }

    @Test func withoutADiscountNoneIsNamed() throws {
        var summary = Self.summary
        summary.discountedPrice = nil
        #expect(try object(summary)["discounted_price"] == nil)
        #expect(try readBack(ItemPage(page: 1, items: [summary])).items == [summary])
    }

    @Test func aProductIsOneFlatObject() throws {
        let image = Product.Image(id: 5, url: "u", thumbnailURL: "t", issuedAt: "d")
        let vendor = Product.Vendor(id: 3, name: "마포살림", createdAt: "d", issuedAt: "d")
        let product = Product(summary: Self.product, images: [image], vendors: vendor)
        let object = try object(product)
        #expect(
            Set(object.keys) == [
                "id", "vendor_id", "vendorName", "name", "description", "thumbnail", "currency",
                "price", "bargain_price", "discounted_price", "stock", "created_at", "issued_at",
                "images", "vendors",
            ])
        #expect(try readBack(product) == product)
    }

    @Test func aPageIsSpelledInBothWays() throws {
        let page = ProductPage(
            pageNo: 2, itemsPerPage: 20, totalCount: 41, offset: 20, limit: 40, lastPage: 3,
            hasNext: true, hasPrev: true, pages: [Self.product])
        let object = try object(page)
        for (name, older) in [
            ("pageNo", "page_no"), ("itemsPerPage", "items_per_page"),
            ("totalCount", "total_count"), ("lastPage", "last_page"), ("hasNext", "has_next"),
            ("hasPrev", "has_prev"),
        ] {
            let value = try #require(object[name] as? NSNumber)
            #expect(object[older] as? NSNumber == value, "\(older)")
        }
        #expect(try readBack(page) == page)
    }

    @Test func whatIsNotChangedIsNotSent() throws {
        var changes = ProductChanges(secret: "달빛1234")
        changes.thumbnailID = 5
        #expect(Set(try object(changes).keys) == ["secret", "thumbnail_id"])
    }

    private func object(_ value: some Encodable) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        return try #require(json as? [String: Any])
    }

    private func readBack<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
