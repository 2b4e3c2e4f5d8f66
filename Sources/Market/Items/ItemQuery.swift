/// Which page of which items a list wants, newest first, by an item's position.
public struct ItemQuery: Equatable, Sendable {
    /// Which items the list is about.
    public var filter: ItemFilter
    /// Where the page begins.
    public var position: Position
    /// The most items to answer; at least 1.
    public var limit: Int

    /// A page of a list; the first of all items unless said otherwise.
    public init(filter: ItemFilter = ItemFilter(), position: Position = .newest, limit: Int) {
        self.filter = filter
        self.position = position
        self.limit = limit
    }

    /// Where a page begins: by the position of an item, so that new ones never shift it.
    public enum Position: Equatable, Sendable {
        /// At the top of the list.
        case newest
        /// The items next older than the one of this `ItemSummary.position`.
        case before(Item.Position)
        /// The items next newer than the one of this `ItemSummary.position`.
        case after(Item.Position)
    }
}

/// Which items a list is about; every condition set must hold.
public struct ItemFilter: Hashable, Sendable {
    /// Nil for every category.
    public var category: Category?

    /// A filter; without conditions it lets every item through.
    public init(category: Category? = nil) {
        self.category = category
    }
}

/// One page of a list, newest first, and whether there is more on either side of it.
public struct ItemPage: Equatable, Sendable {
    /// Newest first.
    public var items: [ItemSummary]
    /// Whether a newer item matches than the first.
    public var hasNewer: Bool
    /// Whether an older item matches than the last.
    public var hasOlder: Bool

    /// A page with what is known of its neighbours.
    public init(items: [ItemSummary], hasNewer: Bool, hasOlder: Bool) {
        self.items = items
        self.hasNewer = hasNewer
        self.hasOlder = hasOlder
    }
}

/// Which page of the list by its offset from the newest: where the number of a page is the contract.
/// New items shift it, so a list for people pages by key (`ItemQuery`).
public struct ItemOffsetQuery: Equatable, Sendable {
    /// How many newer ones that match are left out; 0 for anything below.
    public let offset: Int64
    /// The most items to answer; 1 for anything below.
    public let limit: Int
    /// Which items the list is about.
    public let selection: Selection

    /// A page by its offset; out-of-range figures are moved into their range.
    public init(offset: Int64 = 0, limit: Int, of selection: Selection = .everything) {
        self.offset = max(offset, 0)
        self.limit = max(limit, 1)
        self.selection = selection
    }

    /// The items that a list by offset is about.
    public enum Selection: Equatable, Sendable {
        /// Every item.
        case everything
        /// Those whose price, before and after it is lowered, has no cents.
        case wholePrices
        /// Those with this part of a title, whatever its case, spaces and punctuation, and those
        /// of sellers whose name it is: it may be a part of a vendor's, but all of a nickname. The
        /// storage may leave out what comes after 100 letters.
        case matching(String)
    }
}

/// One page of a list by offset, newest first, and how many items match in all.
public struct ItemOffsetPage: Equatable, Sendable {
    /// Newest first.
    public var items: [ListedItem]
    /// Of all items that match, those on other pages too.
    public var count: Int64

    /// A page with the count of all.
    public init(items: [ListedItem], count: Int64) {
        self.items = items
        self.count = count
    }
}
