/// Which page of which listings a list wants, newest first, by a listing's position.
public struct ItemQuery: Equatable, Sendable {
    public var filter: ItemFilter
    public var position: Position
    /// The most listings to answer; at least 1.
    public var limit: Int

    public init(filter: ItemFilter = ItemFilter(), position: Position = .newest, limit: Int) {
        self.filter = filter
        self.position = position
        self.limit = limit
    }

    /// Where a page begins: by the position of a listing, so that new ones never shift it.
    public enum Position: Equatable, Sendable {
        case newest
        /// The listings next older than the one of this `ItemSummary.position`.
        case before(Item.Position)
        /// The listings next newer than the one of this `ItemSummary.position`.
        case after(Item.Position)
    }
}

/// Which listings a list is about; every condition set must hold.
public struct ItemFilter: Hashable, Sendable {
    public var category: Category?

    public init(category: Category? = nil) {
        self.category = category
    }
}

/// One page of a list, newest first, and whether there is more on either side of it.
public struct ItemPage: Equatable, Sendable {
    public var items: [ItemSummary]
    public var hasNewer: Bool
    public var hasOlder: Bool

    public init(items: [ItemSummary], hasNewer: Bool, hasOlder: Bool) {
        self.items = items
        self.hasNewer = hasNewer
        self.hasOlder = hasOlder
    }
}

/// Which page of the list by its offset from the newest: where the number of a page is the contract.
/// New listings shift it, so a list for people pages by key (`ItemQuery`).
public struct ItemOffsetQuery: Equatable, Sendable {
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

/// One page of a list by offset, newest first, and how many listings match in all.
public struct ItemOffsetPage: Equatable, Sendable {
    public var items: [ListedItem]
    public var count: Int64

    public init(items: [ListedItem], count: Int64) {
        self.items = items
        self.count = count
    }
}
