/// A page of the first generation: the answer of `GET /api/items/{page}`.
public struct ItemPage: Codable, Equatable, Sendable {
    /// From 1 on.
    public var page: Int64
    /// Newest first; empty past the last page.
    public var items: [ItemSummary]

    public init(page: Int64, items: [ItemSummary]) {
        self.page = page
        self.items = items
    }
}
