import Market

/// Which items a list shows and in which order: what its URL says, except for the page.
public struct ItemSelection: Equatable, Sendable {
    /// Which items; sold ones only if asked for.
    public var filter: ItemFilter
    /// The order of the items.
    public var order: ItemOrder
    /// The filter as typed, if words of it were read as other conditions or left out; nil when it
    /// stands as it was asked for.
    public private(set) var typed: Typed?
    /// Whether the words are looked for as typed, and nothing else is looked for if they find nothing.
    public internal(set) var isExact = false

    /// Compares what is shown and in which order, not the words in which it was asked for.
    public static func == (one: ItemSelection, other: ItemSelection) -> Bool {
        one.filter == other.filter && one.order == other.order
    }

    /// By default everything that is not sold, newest first.
    public init(
        filter: ItemFilter = ItemFilter(status: .unsold), order: ItemOrder = .newest
    ) {
        self.filter = filter
        self.order = order
    }

    /// The items on sale that match a saved search.
    public init(_ filter: ItemFilter) {
        self.init(filter: filter)
        self.filter.status = .unsold
        order = usualOrder
    }

    /// What the input of a list asks for, without the parts that make no sense.
    public init(_ input: ItemList.Input, in places: PlaceDirectory) {
        self = ListRequest(input, in: places).selection
    }

    /// The order that applies unless another is chosen: the one that the words ask for, if they do.
    public var usualOrder: ItemOrder {
        // Not `typed?.filter ?? filter`, which would copy a whole filter for each link of a page.
        let asked = if let typed { typed.filter.search } else { filter.search }
        if !isExact, asked?.asksForLowestPrice == true { return .lowestPrice }
        return filter.search == nil ? .newest : .bestMatch
    }

    /// Whether more than a category is asked for, so that counting the results is worthwhile.
    public var isFiltered: Bool {
        if case .unsold = filter.status {
            return filter.search != nil || filter.isFree || filter.hasPriceRange
                || !filter.neighbourhoods.isEmpty || filter.purpose != nil
        }
        return true
    }

    /// Whether it is the plain list of all items or of a category, newest first: the page that
    /// everybody reads, and that takes microseconds.
    public var isPlain: Bool {
        if case .newest = order { return !isFiltered }
        return false
    }

    /// A copy with the filter changed. An order that was chosen, or that the words asked for, is kept.
    func with(_ change: (inout ItemFilter) -> Void) -> ItemSelection {
        var other = self
        change(&other.filter)
        let isUsual = order == usualOrder && order != .lowestPrice
        if isUsual || order == .bestMatch && other.filter.search == nil {
            other.order = other.usualOrder
        }
        if other.filter.search != filter.search { other.isExact = false }
        other.typed = typed?.following(filter, to: other.filter)
        return other
    }
}

// MARK: - As it was typed

extension ItemSelection {
    /// The filter as typed, before words of it were read as other conditions or left out. Links that
    /// change at most the category or the status keep it. A class, since each link of a page holds a reference.
    public final class Typed: Sendable {
        /// The filter with all typed words in its search.
        public let filter: ItemFilter
        /// The search without the words that were read as other conditions, but with those left out.
        let sought: SearchQuery?

        fileprivate init(_ filter: ItemFilter, sought: SearchQuery?) {
            (self.filter, self.sought) = (filter, sought)
        }

        /// The typed filter, if at most the status or the category has changed, and the words do not name
        /// what has changed; else nil.
        fileprivate func following(_ former: ItemFilter, to other: ItemFilter) -> Typed? {
            let saysCategory = filter.category != former.category
            var same = former
            let saysStatus = filter.status != former.status
            if !saysStatus { same.status = other.status }
            if !saysCategory { same.category = other.category }
            guard same == other else { return nil }
            guard former != other else { return self }
            var filter = filter
            if !saysStatus { filter.status = other.status }
            if !saysCategory { filter.category = other.category }
            return Typed(filter, sought: sought)
        }
    }

    /// A copy that remembers what was typed.
    /// - Parameter sought: the search without the words that were read as other conditions; the
    ///   selection may leave out more words.
    func read(from typed: ItemFilter, seeking sought: SearchQuery?) -> ItemSelection {
        var other = self
        other.typed = Typed(typed, sought: sought)
        return other
    }

    /// A copy that looks for the words as typed, and for nothing else if they find nothing.
    func exactly(_ words: SearchQuery) -> ItemSelection {
        var other = with { $0.search = words }
        other.isExact = true
        if order == usualOrder { other.order = other.usualOrder }
        return other
    }

    /// A copy without what was typed, for code that does not interpret words.
    public var asRead: ItemSelection {
        var other = self
        (other.typed, other.isExact) = (nil, false)
        return other
    }

    /// What was asked for, including the words that were left out of what is shown.
    public var sought: ItemSelection {
        var other = asRead
        if let typed { other.filter.search = typed.sought }
        return other
    }
}

/// A condition or setting of a list.
public enum ListCondition: CaseIterable, Sendable {
    case search, category, place, purpose, status, free, price, order, page, view

    /// The name, as shown.
    public var name: Phrase {
        switch self {
        case .search: Phrase(.searchText)
        case .category: Phrase(.categoryLabel)
        case .place: Phrase(.placeLabel)
        case .purpose: Phrase(.purposeLabel)
        case .status: Phrase(.statusLabel)
        case .free: Phrase(.freeLabel)
        case .price: Phrase(.priceLabel)
        case .order: Phrase(.orderLabel)
        case .page: Phrase(.pageLabel)
        case .view: Phrase(.viewLabel)
        }
    }
}
