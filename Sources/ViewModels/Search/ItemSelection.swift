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
    public fileprivate(set) var isExact = false

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
        let asked = (typed?.filter ?? filter).search
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

// MARK: - What was asked for

/// What a list is asked for, checked and made consistent.
struct ListRequest {
    var selection: ItemSelection
    var position: ItemQuery.Position
    /// The viewer, if they have blocked anybody.
    var blocker: Account.ID?
    /// The words that the selection was read from, if the search field shows them instead of its text.
    var typed: String?
    /// The price fields as typed, the lower one first; a range typed into one field is split between both.
    private(set) var typedPrices: (minimum: String, maximum: String)
    /// The order that was chosen; nil for the usual one.
    private(set) var order: ItemOrder?
    /// What was left out, with the reason for each part.
    private(set) var notes: [Phrase] = []

    init(_ input: ItemList.Input, in places: PlaceDirectory) {
        selection = ItemSelection(
            filter: ItemFilter(category: input.category, status: input.status))
        position = input.position
        typedPrices = (input.minimumPrice, input.maximumPrice)
        selection.filter.isFree = input.isFree
        selection.filter.purpose = input.purpose
        var unknown = input.unknown
        if !input.neighbourhoods.isEmpty {
            let chosen = input.neighbourhoods.map { places.neighbourhood($0) }
            if chosen.contains(nil) { unknown.append(.place) }
            take(Neighbourhoods(chosen.compactMap(\.self)))
        }
        readText(input.text)
        selection.isExact = input.isExact && selection.filter.search != nil
        readPrices()
        selection.order = selection.usualOrder
        if let order = input.order {
            if order == .bestMatch, selection.filter.search == nil {
                unknown.append(.order)
            } else {
                selection.order = order
                self.order = order
            }
        }
        if !hasPlace {
            position = .start
            unknown.append(.page)
        }
        guard !unknown.isEmpty else { return }
        for condition in ListCondition.allCases where unknown.contains(condition) {
            notes.append(Phrase(.leftOut, .phrase(condition.name)))
        }
    }

    /// Replaces the selection; prices read from the words are filled into their fields.
    mutating func read(_ other: ItemSelection) {
        let former = selection.filter.typedPrices
        if other.filter.typedPrices != former { typedPrices = other.filter.typedPrices }
        selection = other
    }

    private mutating func take(_ chosen: Neighbourhoods) {
        selection.filter.neighbourhoods = Neighbourhoods(chosen.prefix(Neighbourhoods.most))
        guard chosen.count > Neighbourhoods.most else { return }
        notes.append(Phrase(.placesAreTooMany, Neighbourhoods.most))
    }

    private mutating func readText(_ typed: String) {
        guard !typed.isEmpty else { return }
        let search = TypedSearch(typed)
        selection.filter.search = search.query
        if let note = search.note { notes.append(note) }
    }

    private mutating func readPrices() {
        let currency = ItemFilter.currency(ofPrices: typedPrices.minimum, typedPrices.maximum)
        let low = range(typedPrices.minimum, in: currency, called: .minimumPrice)
        let high = range(typedPrices.maximum, in: currency, called: .maximumPrice)
        var (minimum, maximum) = (low?.minimum, high?.maximum)
        // A range typed into one field alone gives both ends.
        switch (low, high) {
        case (.range(let least, let most)?, nil), (nil, .range(let least, let most)?):
            (minimum, maximum) = (least, most)
        default: break
        }
        guard minimum != nil || maximum != nil else { return }
        if let least = minimum, let most = maximum, least > most {
            // Swapped, since it is clear what is meant.
            swap(&minimum, &maximum)
            if low != nil, high != nil {
                typedPrices = (typedPrices.maximum, typedPrices.minimum)
            }
        }
        if low?.isRange ?? false || high?.isRange ?? false {
            let range = ItemFilter(
                minimumPrice: minimum, maximumPrice: maximum, currency: currency)
            typedPrices = range.typedPrices
        }
        guard !selection.filter.isFree else {
            notes.append(Phrase(.freeHasNoRange))
            return
        }
        selection.filter.setPrices(minimum, maximum, in: currency)
    }

    /// Nil when nothing was typed, and when it is not a price, for which a note is added.
    private mutating func range(
        _ typed: String, in currency: Currency, called name: Phrase.Key
    ) -> TypedPriceRange? {
        guard !typed.isEmpty else { return nil }
        do throws(TypedPriceError) {
            return try currency.priceRange(typed: typed.trimmed)
        } catch {
            let reason = error.message(ofRange: name, in: currency)
            notes.append(Phrase(.priceIsLeftOut, .phrase(reason)))
            return nil
        }
    }

    /// Whether the page's position is one in the chosen order.
    private var hasPlace: Bool {
        switch position {
        case .start: true
        case .following(let key), .preceding(let key):
            switch selection.order {
            case .newest: key.rank == 0
            case .bestMatch: SearchQuery.Match(rawValue: Int(key.rank)) != nil
            case .lowestPrice, .highestPrice: true
            }
        }
    }
}

extension ItemFilter {
    /// The currency of a price range typed into two fields: the one that either names, or else the won.
    static func currency(ofPrices minimum: String, _ maximum: String) -> Currency {
        [minimum, maximum].lazy.map { Currency(ofRange: $0.trimmed) }.first { $0 != .krw } ?? .krw
    }

    /// The price range as its two fields are filled in.
    var typedPrices: (minimum: String, maximum: String) {
        (
            minimumPrice.map { currency.typedInRange($0) } ?? "",
            maximumPrice.map { currency.typedInRange($0) } ?? ""
        )
    }
}

extension TypedPriceRange {
    fileprivate var isRange: Bool { if case .range = self { true } else { false } }
}
