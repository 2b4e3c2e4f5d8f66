/// What `PATCH /api/products/{id}` is sent: what is nil stays as it is.
public struct ProductChanges: Codable, Equatable, Sendable {
    /// The password of the product.
    public var secret: String
    public var name: String?
    public var description: String?
    /// The image to be shown first, by its `Product.Image.id`.
    public var thumbnailID: Int64?
    public var price: Double?
    public var currency: String?
    /// What is taken off the price; 0 is nothing.
    public var discountedPrice: Double?
    public var stock: Int64?

    /// Changes nothing yet.
    public init(secret: String) {
        self.secret = secret
    }

    enum CodingKeys: String, CodingKey {
        case secret, name, description
        case thumbnailID = "thumbnail_id"
        case price, currency
        case discountedPrice = "discounted_price"
        case stock
    }
}
