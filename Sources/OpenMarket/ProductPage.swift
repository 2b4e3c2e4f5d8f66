/// A page of the second generation: the answer of `GET /api/products`.
public struct ProductPage: Codable, Equatable, Sendable {
    /// Counted from 1.
    public var pageNo: Int64
    /// As requested, within the server's limits.
    public var itemsPerPage: Int64
    /// The number of products on all pages together.
    public var totalCount: Int64
    /// The number of products on the pages before this one.
    public var offset: Int64
    /// The number of products up to the end of this page, if it is full: `offset + itemsPerPage`.
    public var limit: Int64
    /// The number of the last page that is not empty, or 1.
    public var lastPage: Int64
    /// Whether `pageNo` is before the last page.
    public var hasNext: Bool
    /// Whether `pageNo` is after the first page; false if there are no products at all.
    public var hasPrev: Bool
    /// The items, newest first; empty past the last page.
    public var pages: [ProductSummary]

    /// Takes the members as they are in JSON; none is computed from the others.
    public init(
        pageNo: Int64, itemsPerPage: Int64, totalCount: Int64, offset: Int64, limit: Int64,
        lastPage: Int64, hasNext: Bool, hasPrev: Bool, pages: [ProductSummary]
    ) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.totalCount = totalCount
        self.offset = offset
        self.limit = limit
        self.lastPage = lastPage
        self.hasNext = hasNext
        self.hasPrev = hasPrev
        self.pages = pages
    }

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
        case pageNo, itemsPerPage, totalCount, offset, limit, lastPage, hasNext, hasPrev, pages
    }

    /// The names that older clients use for the same members; written beside the others, and never read.
    public enum OlderKeys: String, CodingKey {
        case pageNo = "page_no"
        case itemsPerPage = "items_per_page"
        case totalCount = "total_count"
        case lastPage = "last_page"
        case hasNext = "has_next"
        case hasPrev = "has_prev"
    }

    /// Writes members that have two names under both.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(pageNo, forKey: .pageNo)
        try container.encode(itemsPerPage, forKey: .itemsPerPage)
        try container.encode(totalCount, forKey: .totalCount)
        try container.encode(offset, forKey: .offset)
        try container.encode(limit, forKey: .limit)
        try container.encode(lastPage, forKey: .lastPage)
        try container.encode(hasNext, forKey: .hasNext)
        try container.encode(hasPrev, forKey: .hasPrev)
        try container.encode(pages, forKey: .pages)
        var older = encoder.container(keyedBy: OlderKeys.self)
        try older.encode(pageNo, forKey: .pageNo)
        try older.encode(itemsPerPage, forKey: .itemsPerPage)
        try older.encode(totalCount, forKey: .totalCount)
        try older.encode(lastPage, forKey: .lastPage)
        try older.encode(hasNext, forKey: .hasNext)
        try older.encode(hasPrev, forKey: .hasPrev)
    }
}

/// An item in a page of the second generation.
public struct ProductSummary: Codable, Equatable, Sendable, Identifiable {
    /// The number in the item's URLs; later items have higher ones.
    public var id: Int64
    /// The number of the vendor whose client posted it, a number made from the seller's account, or 0.
    public var vendorID: Int64
    /// The vendor's name or the account's nickname; `비회원` if there is neither.
    public var vendorName: String
    /// The title: one line of plain text.
    public var name: String
    /// The seller's complete text, plain.
    public var description: String
    /// An absolute URL.
    public var thumbnail: String
    /// An ISO 4217 code.
    public var currency: String
    /// In the units of the currency: won, dollars.
    public var price: Double
    /// The price to be paid: `price - discountedPrice`.
    public var bargainPrice: Double
    /// The amount taken off the price.
    public var discountedPrice: Double
    /// Pieces left; 0 is sold out.
    public var stock: Int64
    /// The day it was posted, such as `2022-01-18T00:00:00.00`: the day's first moment in the market's time
    /// zone; without the fraction if the operator has configured so.
    public var createdAt: String
    /// The day of the last change.
    public var issuedAt: String

    /// Takes the members in their order in JSON.
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

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
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
