/// What a product is posted with: the part `params` of `POST /api/products`, beside `images`.
public struct NewProduct: Codable, Equatable, Sendable {
    public var name: String
    public var description: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// An ISO 4217 code.
    public var currency: String
    /// What is taken off the price; nil is nothing.
    public var discountedPrice: Double?
    /// Nil is 0, which is sold out.
    public var stock: Int64?
    /// The password with which it is changed and deleted.
    public var secret: String

    public init(
        name: String, description: String, price: Double, currency: String,
        discountedPrice: Double? = nil, stock: Int64? = nil, secret: String
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discountedPrice = discountedPrice
        self.stock = stock
        self.secret = secret
    }

    enum CodingKeys: String, CodingKey {
        case name, description, price, currency
        case discountedPrice = "discounted_price"
        case stock, secret
    }
}
