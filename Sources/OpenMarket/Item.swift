/// A complete item of the first generation: its summary, and what only a single item's answer has.
public struct Item: Codable, Equatable, Sendable, Identifiable {
    /// The summary, whose members are in the same JSON object as those of the item.
    public var summary: ItemSummary
    /// The seller's text, one string despite the plural name.
    public var descriptions: String
    /// Absolute URLs.
    public var images: [String]

    /// The id of the summary.
    public var id: Int64 { summary.id }

    /// Adds to a summary the members that only a complete item has.
    public init(summary: ItemSummary, descriptions: String, images: [String]) {
        self.summary = summary
        self.descriptions = descriptions
        self.images = images
    }

    /// The names in JSON, beside those of the summary.
    public enum CodingKeys: String, CodingKey {
        case descriptions, images
    }

    /// Reads summary and item from one object.
    public init(from decoder: any Decoder) throws {
        summary = try ItemSummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        descriptions = try container.decode(String.self, forKey: .descriptions)
        images = try container.decode([String].self, forKey: .images)
    }

    /// Writes summary and item into one object.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(descriptions, forKey: .descriptions)
        try container.encode(images, forKey: .images)
    }
}

/// An item in a page of the first generation.
public struct ItemSummary: Codable, Equatable, Sendable, Identifiable {
    /// The number in the item's URLs; later items have higher ones.
    public var id: Int64
    /// One line of plain text.
    public var title: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// An ISO 4217 code.
    public var currency: String
    /// Pieces left; 0 is sold out.
    public var stock: Int64
    /// The price to be paid, at most `price`; nil if there is no discount.
    public var discountedPrice: Double?
    /// Absolute URLs.
    public var thumbnails: [String]
    /// Unix seconds.
    public var registrationDate: Int64

    /// Takes the members in their order in JSON.
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

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case id, title, price, currency, stock
        case discountedPrice = "discounted_price"
        case thumbnails
        case registrationDate = "registration_date"
    }
}

/// A page of the first generation: the answer of `GET /api/items/{page}`.
public struct ItemPage: Codable, Equatable, Sendable {
    /// Counted from 1.
    public var page: Int64
    /// Newest first; empty past the last page.
    public var items: [ItemSummary]

    /// A page; the server decides how many items it has.
    public init(page: Int64, items: [ItemSummary]) {
        self.page = page
        self.items = items
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case page, items
    }
}
