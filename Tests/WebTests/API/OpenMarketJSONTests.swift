import Foundation
import OpenMarket
import Testing

@testable import Web

/// The hand-written JSON equals that of `Encodable`, for all answers.
struct OpenMarketJSONTests {
    private func expectSame(
        _ value: some Codable & Equatable & JSONValue,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = JSONWriter.bytes(of: value)
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSON(bytes) == JSON(Array(encoded)), sourceLocation: location)
        let read = try JSONDecoder().decode(type(of: value), from: Data(bytes))
        #expect(read == value, sourceLocation: location)
    }

    private static let texts = [
        "", "원목 의자", "\"quoted\" \\ /", "\0\u{1F}\t\r\n", "🪑👨‍👩‍👧", "\u{2028}\u{7F}\u{FEFF}",
        "</script>",
        "e\u{301} \u{1100}\u{1161}",
    ]
    private static let prices: [Double] = [
        0, 1, 165, 12.5, 0.01, 0.1, 9.99, 1e15, 99_999_999_999.99,
    ]
    private static let numbers: [Int64] = [0, 1, -1, .max, .min, 1 << 53 + 1]

    private func item(_ text: String = "의자", price: Double = 1, number: Int64 = 1) -> ItemSummary {
        ItemSummary(
            id: number, title: text, price: price, currency: text, stock: number,
            discountedPrice: price > 1 ? price / 2 : nil,
            thumbnails: price > 1 ? [text, text] : [],
            registrationDate: number)
    }

    private func product(
        _ text: String = "의자", price: Double = 1, number: Int64 = 1
    ) -> ProductSummary {
        ProductSummary(
            id: number, vendorID: number, vendorName: text, name: text, description: text,
            thumbnail: text, currency: text, price: price, bargainPrice: price / 2,
            discountedPrice: price / 2, stock: number, createdAt: text, issuedAt: text)
    }

    @Test(arguments: texts)
    func everyTextIsTheSame(text: String) throws {
        try expectSame(item(text))
        try expectSame(Item(summary: item(text), descriptions: text, images: [text]))
        try expectSame(product(text))
        let image = Product.Image(id: 1, url: text, thumbnailURL: text, issuedAt: text)
        let vendor = Product.Vendor(id: 0, name: text, createdAt: text, issuedAt: text)
        try expectSame(Product(summary: product(text), images: [image, image], vendors: vendor))
        try expectSame(Product(summary: product(text), images: [], vendors: vendor))
        let fields = [text: text, "b": text, "a": ""]
        try expectSame(Failure(message: text, reason: text, code: 400, fields: fields))
        try expectSame(Failure(message: text, reason: text, code: 503))
    }

    @Test(arguments: prices)
    func everyPriceIsTheSame(price: Double) throws {
        try expectSame(item(price: price))
        try expectSame(product(price: price))
    }

    @Test(arguments: numbers)
    func everyNumberIsTheSame(number: Int64) throws {
        try expectSame(item(number: number))
        try expectSame(product(number: number))
        try expectSame(ItemPage(page: number, items: [item(), item(number: number)]))
        try expectSame(
            ProductPage(
                pageNo: number, itemsPerPage: number, totalCount: number, offset: number,
                limit: number, lastPage: number, hasNext: true, hasPrev: false,
                pages: [product(), product(number: number)]))
    }

    @Test func anEmptyPageIsTheSame() throws {
        try expectSame(ItemPage(page: 1, items: []))
    }
}
