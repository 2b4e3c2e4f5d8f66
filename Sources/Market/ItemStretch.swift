/// Which stretch of the list, by its distance from the newest: where the number of a page is the
/// contract. New listings shift it, so a list for people pages by key (`ItemQuery`).
public struct ItemStretch: Equatable, Sendable {
    /// How many newer ones that match are left out; 0 for anything below.
    public let offset: Int64
    /// The most listings to answer; 1 for anything below.
    public let limit: Int
    /// Part of a title, whatever its case, spaces and punctuation; nil for every listing. The
    /// storage may leave out what comes after 100 letters.
    public let text: String?

    public init(offset: Int64 = 0, limit: Int, text: String? = nil) {
        self.offset = max(offset, 0)
        self.limit = max(limit, 1)
        self.text = text
    }
}

/// One stretch of a list, newest first, and how many listings match in all.
public struct CountedItems: Equatable, Sendable {
    public var items: [ListedItem]
    public var count: Int64

    public init(items: [ListedItem], count: Int64) {
        self.items = items
        self.count = count
    }
}
