/// A listing in a page of the first generation.
public struct ItemSummary: Codable, Equatable, Sendable, Identifiable {
    public var id: Int64
    public var title: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// An ISO 4217 code.
    public var currency: String
    public var stock: Int64
    /// The price to be paid, at most `price`; nil when nothing is taken off.
    public var discountedPrice: Double?
    /// Absolute URLs.
    public var thumbnails: [String]
    /// Unix seconds.
    public var registrationDate: Int64

    public init(
        id: Int64, title: String, price: Double, currency: String, stock: Int64,
        discountedPrice: Double?, thumbnails: [String], registrationDate: Int64
    ) {
        self.id = id
        self.title = title
        self.price = price
        self.currency = currency
        self.stock = stock
        self.discountedPrice = discountedPrice
        self.thumbnails = thumbnails
        self.registrationDate = registrationDate
    }

    enum CodingKeys: String, CodingKey {
        case id, title, price, currency, stock
        case discountedPrice = "discounted_price"
        case thumbnails
        case registrationDate = "registration_date"
    }
}
