/// A listing in a page of the second generation.
public struct ProductSummary: Codable, Equatable, Sendable, Identifiable {
    public var id: Int64
    /// 0 for a listing that belongs to no account.
    public var vendorID: Int64
    public var vendorName: String
    public var name: String
    public var description: String
    /// An absolute URL.
    public var thumbnail: String
    /// An ISO 4217 code.
    public var currency: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// What is to be paid: `price - discountedPrice`.
    public var bargainPrice: Double
    /// What is taken off the price.
    public var discountedPrice: Double
    public var stock: Int64
    /// The day it was posted, as `2022-01-18T00:00:00.00`: its first moment in the market's time.
    public var createdAt: String
    /// The day it was changed last.
    public var issuedAt: String

    public init(
        id: Int64, vendorID: Int64, vendorName: String, name: String, description: String,
        thumbnail: String, currency: String, price: Double, bargainPrice: Double,
        discountedPrice: Double, stock: Int64, createdAt: String, issuedAt: String
    ) {
        self.id = id
        self.vendorID = vendorID
        self.vendorName = vendorName
        self.name = name
        self.description = description
        self.thumbnail = thumbnail
        self.currency = currency
        self.price = price
        self.bargainPrice = bargainPrice
        self.discountedPrice = discountedPrice
        self.stock = stock
        self.createdAt = createdAt
        self.issuedAt = issuedAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case vendorID = "vendor_id"
        case vendorName, name, description, thumbnail, currency, price
        case bargainPrice = "bargain_price"
        case discountedPrice = "discounted_price"
        case stock
        case createdAt = "created_at"
        case issuedAt = "issued_at"
    }
}
