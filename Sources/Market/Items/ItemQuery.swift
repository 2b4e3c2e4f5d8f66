/// Which page of which items a list wants, in which order.
public struct ItemQuery: Equatable, Sendable {
    /// Which items the list is about.
    public var filter: ItemFilter
    /// Which come first.
    public var order: ItemOrder
    /// Where the page begins.
    public var position: Position
    /// The most items to answer; at least 1.
    public var limit: Int
    /// Who looks at it and has blocked people, whose items are left out then; nil leaves out none.
    public var blocker: Account.ID?

    /// A page of a list; the first of all items, newest first, unless said otherwise.
    public init(
        filter: ItemFilter = ItemFilter(), order: ItemOrder = .newest,
        position: Position = .start, limit: Int, blocker: Account.ID? = nil
    ) {
        self.filter = filter
        self.order = order
        self.position = position
        self.limit = limit
        self.blocker = blocker
    }

    /// Where a page begins: by the key of an item, so that new ones never shift it.
    public enum Position: Equatable, Sendable {
        /// At the top of the list.
        case start
        /// With the item behind the one of this key.
        case following(ItemKey)
        /// So that it ends with the item in front of the one of this key.
        case preceding(ItemKey)
    }
}

/// Which items a list is about; every condition set must hold.
public struct ItemFilter: Hashable, Sendable {
    /// Nil for every category.
    public var category: Category?
    /// How far the sale may have come.
    public var status: Status
    /// Whether only what is given away is wanted.
    public var isFree: Bool
    /// In won, of what is to be paid; prices in other currencies and open ones are left out then.
    public var minimumPrice: Int64?
    /// In won, of what is to be paid; prices in other currencies and open ones are left out then.
    public var maximumPrice: Int64?
    /// In any of which an item may be; none for every neighbourhood, and for what has none.
    public var neighbourhoods: Neighbourhoods
    /// Nil for both.
    public var purpose: Item.Purpose?
    /// What is looked for; nil for nothing.
    public var search: SearchQuery?

    /// A filter; without conditions it lets every item through.
    public init(
        category: Category? = nil, status: Status = .any, isFree: Bool = false,
        minimumPrice: Int64? = nil, maximumPrice: Int64? = nil,
        neighbourhoods: Neighbourhoods = [], purpose: Item.Purpose? = nil,
        search: SearchQuery? = nil
    ) {
        self.category = category
        self.status = status
        self.isFree = isFree
        self.minimumPrice = minimumPrice
        self.maximumPrice = maximumPrice
        self.neighbourhoods = neighbourhoods
        self.purpose = purpose
        self.search = search
    }

    /// Whether a price has to be in a range.
    public var hasPriceRange: Bool { minimumPrice != nil || maximumPrice != nil }

    /// How far the sale of an item may have come.
    public enum Status: Hashable, Sendable {
        /// As far as it may.
        case any
        /// Not to its end.
        case unsold
        /// So far.
        case only(Item.Status)
    }
}

/// Which items of a list come first.
public enum ItemOrder: CaseIterable, Sendable {
    /// The one posted or pulled up last.
    case newest
    /// The cheapest; open prices come last, other currencies than the won behind it.
    case lowestPrice
    /// The dearest; open prices come last, other currencies than the won behind it.
    case highestPrice
    /// The one that answers the search best, and of these the newest.
    case bestMatch
}

/// Where an item stands in a list of an order: the smaller its rank the earlier, and of one rank
/// the newest first.
public struct ItemKey: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// 0 of all in a list by age.
    public let rank: Int64
    /// Tells those of one rank apart.
    public let position: Item.Position

    /// The place of a rank and position.
    public init(rank: Int64 = 0, _ position: Item.Position) {
        self.rank = rank
        self.position = position
    }

    /// A place in a list by age.
    public init(integerLiteral position: Int64) {
        self.init(Item.Position(rawValue: position))
    }

    /// Whether the first stands in front of the other.
    public static func < (one: ItemKey, other: ItemKey) -> Bool {
        (one.rank, other.position) < (other.rank, one.position)
    }

    /// The rank of a price in an order: that of a match is the one of its `SearchQuery.Match`.
    /// - Parameters:
    ///   - amount: to be paid; nil when the price is open.
    ///   - currency: the place among all currencies.
    public static func rank(of amount: Int64?, currency: Int64, in order: ItemOrder) -> Int64 {
        guard let amount else { return limit << 4 }
        switch order {
        case .newest, .bestMatch: return 0
        case .lowestPrice: return currency * limit + amount
        case .highestPrice: return currency * limit + (limit - amount)
        }
    }

    /// More than any amount (`Price.largestAmount`).
    private static let limit: Int64 = 1 << 50

    /// Where an order by price has all amounts of won in front of it, and other currencies behind.
    public static func endOfWon(in order: ItemOrder) -> ItemKey {
        // No position is 0, and of one rank the highest comes first.
        ItemKey(rank: order == .highestPrice ? limit : limit - 1, 0)
    }
}

/// One page of a list, and where the list goes on on either side of it.
///
/// Where more is left out for who looks at it (`ItemQuery.blocker`) than is looked through at once,
/// the page comes out short, and the list goes on from the key up to which was looked.
public struct ItemPage: Equatable, Sendable {
    /// In the order of the list.
    public var items: [ItemSummary]
    /// The key of the first, when another one matches in front of it.
    public var previous: ItemKey?
    /// The key of the last, when another one matches behind it.
    public var next: ItemKey?
    /// Whether something that else matches has a price in another currency than the won: a range of
    /// prices leaves it out, an order by price has it behind. Told only where one of these is asked
    /// for, and where many match perhaps of the newest alone.
    public var hasOtherCurrencies = false

    /// A page with what is known of its neighbours.
    public init(items: [ItemSummary], previous: ItemKey? = nil, next: ItemKey? = nil) {
        self.items = items
        self.previous = previous
        self.next = next
    }
}

/// How many items match a filter, by what a list offers to choose.
public struct ItemCounts: Equatable, Sendable {
    /// Of all categories, whichever the filter names; one that has none is left out.
    public var byCategory: [Category: Int64]
    /// The same of neighbourhoods, whichever the filter names, in the category that it names.
    public var byNeighbourhood: [Neighbourhood.ID: Int64]
    /// Whether there may be more, since there were too many to count them all.
    public var isPartial: Bool

    /// Counts by category.
    public init(
        byCategory: [Category: Int64] = [:], byNeighbourhood: [Neighbourhood.ID: Int64] = [:],
        isPartial: Bool = false
    ) {
        self.byCategory = byCategory
        self.byNeighbourhood = byNeighbourhood
        self.isPartial = isPartial
    }

    /// Of a category, or of all together.
    public subscript(category: Category?) -> Int64 {
        guard let category else { return byCategory.values.reduce(0, +) }
        return byCategory[category] ?? 0
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
