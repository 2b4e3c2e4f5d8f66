/// A page of the second generation: the answer of `GET /api/products`.
public struct ProductPage: Codable, Equatable, Sendable {
    /// From 1 on.
    public var pageNo: Int64
    public var itemsPerPage: Int64
    /// Of all pages.
    public var totalCount: Int64
    /// How many stand on the pages before.
    public var offset: Int64
    /// The same as `itemsPerPage`.
    public var limit: Int64
    public var lastPage: Int64
    public var hasNext: Bool
    public var hasPrev: Bool
    /// The listings, newest first; empty past the last page.
    public var pages: [ProductSummary]

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

    enum CodingKeys: String, CodingKey {
        case pageNo, itemsPerPage, totalCount, offset, limit, lastPage, hasNext, hasPrev, pages
    }

    /// What the same is called by older clients.
    private enum OlderKeys: String, CodingKey {
        case pageNo = "page_no"
        case itemsPerPage = "items_per_page"
        case totalCount = "total_count"
        case lastPage = "last_page"
        case hasNext = "has_next"
        case hasPrev = "has_prev"
    }

    /// Writes both spellings.
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
