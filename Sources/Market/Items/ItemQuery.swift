/// A page of a list: which items, in which order, from where.
public struct ItemQuery: Equatable, Sendable {
    /// Which items the list is about.
    public var filter: ItemFilter
    /// Which items come first.
    public var order: ItemOrder
    /// Where the page begins.
    public var position: Position
    /// The most items to return; at least 1.
    public var limit: Int
    /// The viewer, if they have blocked people, whose items are left out; nil leaves out none.
    public var blocker: Account.ID?

    /// A page of a list; by default the first page of all items, newest first.
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

    /// Where a page begins, by the key of an item, so that new items never shift it.
    public enum Position: Equatable, Sendable {
        /// At the top of the list.
        case start
        /// With the item after the one with this key.
        case following(ItemKey)
        /// So that it ends with the item before the one with this key.
        case preceding(ItemKey)
    }
}

/// Which items a list is about; all conditions that are set must hold.
public struct ItemFilter: Hashable, Sendable {
    /// Nil for every category.
    public var category: Category?
    /// How far the sale may have got.
    public var status: Status
    /// Whether only free shares are wanted.
    public var isFree: Bool
    /// In minor units, compared with the amount to pay; open prices and other currencies are left out if
    /// it is set.
    public private(set) var minimumPrice: Int64?
    /// In minor units, compared with the amount to pay; open prices and other currencies are left out if
    /// it is set.
    public private(set) var maximumPrice: Int64?
    /// The currency of the price range; the won if there is none.
    public private(set) var currency: Currency
    /// The item must be in one of these; if empty, it may be in any neighbourhood or in none.
    public var neighbourhoods: Neighbourhoods
    /// Nil for offers and wanted items.
    public var purpose: Item.Purpose?
    /// The search that items must match; nil for none.
    public var search: SearchQuery?

    /// A filter; without conditions every item passes.
    public init(
        category: Category? = nil, status: Status = .any, isFree: Bool = false,
        minimumPrice: Int64? = nil, maximumPrice: Int64? = nil, currency: Currency = .krw,
        neighbourhoods: Neighbourhoods = [], purpose: Item.Purpose? = nil,
        search: SearchQuery? = nil
    ) {
        self.category = category
        self.status = status
        self.isFree = isFree
        self.minimumPrice = minimumPrice
        self.maximumPrice = maximumPrice
        self.currency = minimumPrice == nil && maximumPrice == nil ? .krw : currency
        self.neighbourhoods = neighbourhoods
        self.purpose = purpose
        self.search = search
    }

    /// Whether the price must be in a range.
    public var hasPriceRange: Bool { minimumPrice != nil || maximumPrice != nil }

    /// Sets both ends of the price range, in minor units; nil leaves an end open.
    public mutating func setPrices(
        _ minimum: Int64?, _ maximum: Int64?, in currency: Currency = .krw
    ) {
        (minimumPrice, maximumPrice) = (minimum, maximum)
        self.currency = hasPriceRange ? currency : .krw
    }

    /// How far the sale of an item may have got.
    public enum Status: Hashable, Sendable {
        /// In any status.
        case any
        /// Not sold.
        case unsold
        /// In this status only.
        case only(Item.Status)
    }
}

/// Which items of a list come first.
public enum ItemOrder: CaseIterable, Sendable {
    /// The item posted or pulled up last.
    case newest
    /// The cheapest; prices in other currencies follow those in won, and open prices come last.
    case lowestPrice
    /// The dearest; prices in other currencies follow those in won, and open prices come last.
    case highestPrice
    /// The item that matches the search best, and of equal matches the newest.
    case bestMatch
}

/// Where an item stands in an ordered list: a smaller rank comes first, and within a rank the newest item.
public struct ItemKey: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// 0 for every item in a list by age.
    public let rank: Int64
    /// Tells the items of one rank apart.
    public let position: Item.Position

    /// The key with a rank and a position.
    public init(rank: Int64 = 0, _ position: Item.Position) {
        self.rank = rank
        self.position = position
    }

    /// A key in a list by age.
    public init(integerLiteral position: Int64) {
        self.init(Item.Position(rawValue: position))
    }

    /// Whether the first stands before the other.
    public static func < (one: ItemKey, other: ItemKey) -> Bool {
        (one.rank, other.position) < (other.rank, one.position)
    }

    /// The rank of a price in an order; that of a match is its `SearchQuery.Match`.
    /// - Parameters:
    ///   - amount: to be paid; nil if the price is open.
    ///   - currency: its place among all currencies.
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

    /// The key between the last price in won and the first in another currency, in an order by price.
    public static func endOfWon(in order: ItemOrder) -> ItemKey {
        // No position is 0, and within a rank the highest comes first: this key follows all of its rank.
        ItemKey(rank: order == .highestPrice ? limit : limit - 1, 0)
    }
}

/// One page of a list, and where the list goes on at either side.
///
/// If more items are left out for the viewer (`ItemQuery.blocker`) than are looked through at a time,
/// the page comes out short, and the list goes on from the key up to which items were looked at.
public struct ItemPage: Equatable, Sendable {
    /// In the order of the list.
    public var items: [ItemSummary]
    /// The key of the first item, if another one matches before it.
    public var previous: ItemKey?
    /// The key of the last item, if another one matches after it.
    public var next: ItemKey?
    /// Whether an item that matches otherwise is priced in a currency other than the won: a price
    /// range in won leaves it out, and an order by price has it behind. Determined only for such
    /// ranges and orders; if many items match, only the newest may have been looked at. Always false
    /// for a price range in another currency.
    public var hasOtherCurrencies = false

    /// A page with its neighbours' keys.
    public init(items: [ItemSummary], previous: ItemKey? = nil, next: ItemKey? = nil) {
        self.items = items
        self.previous = previous
        self.next = next
    }
}

/// How many items match a filter, for each category and neighbourhood that a list offers to choose.
public struct ItemCounts: Equatable, Sendable {
    /// For every category, whichever the filter names; categories without items are left out.
    public var byCategory: [Category: Int64]
    /// For every neighbourhood, whichever the filter names, within the filter's category.
    public var byNeighbourhood: [Neighbourhood.ID: Int64]
    /// Whether there may be more, because there were too many to count.
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

    /// The count of a category; nil for all together.
    public subscript(category: Category?) -> Int64 {
        guard let category else { return byCategory.values.reduce(0, +) }
        return byCategory[category] ?? 0
    }
}

/// A page of a list by its offset from the newest item, for APIs that number their pages. New items
/// shift it, so a list for people pages by key (`ItemQuery`). Wanted items are never part of it.
public struct ItemOffsetQuery: Equatable, Sendable {
    /// How many of the newest matches are skipped; smaller numbers become 0.
    public let offset: Int64
    /// The most items to return; smaller numbers become 1.
    public let limit: Int
    /// Which items the list is about.
    public let selection: Selection

    /// A page by its offset; figures out of range are clamped.
    public init(offset: Int64 = 0, limit: Int, of selection: Selection = .everything) {
        self.offset = max(offset, 0)
        self.limit = max(limit, 1)
        self.selection = selection
    }

    /// The items that a list by offset is about.
    public enum Selection: Equatable, Sendable {
        /// Every offer.
        case everything
        /// Offers whose price, also before a discount, is a whole number without cents.
        case wholePrices
        /// Offers whose title contains this text, ignoring case, spaces and punctuation, and offers
        /// of sellers with this name: a vendor's name need only contain it, a nickname must equal
        /// it. The storage may ignore what comes after 100 characters.
        case matching(String)
    }
}

/// One page of a list by offset, and how many items match in all.
public struct ItemOffsetPage: Equatable, Sendable {
    /// Newest first.
    public var items: [ListedItem]
    /// How many items match, including those on other pages.
    public var count: Int64

    /// A page with the count of all.
    public init(items: [ListedItem], count: Int64) {
        self.items = items
        self.count = count
    }
}
