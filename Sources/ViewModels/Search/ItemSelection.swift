import Market

/// Which items a list shows, in which order: what its address says, the place of its page aside.
public struct ItemSelection: Equatable, Sendable {
    /// Which items; those that are sold only when they are asked for.
    public var filter: ItemFilter
    /// Which come first.
    public var order: ItemOrder
    /// How it was typed, where it was read from words; nil where it is asked for as it stands.
    public private(set) var typed: Typed?
    /// Whether nothing else is looked for where its words are nowhere.
    public internal(set) var isExact = false

    /// What is shown, and in which order: in which words it was asked for says no more.
    public static func == (one: ItemSelection, other: ItemSelection) -> Bool {
        one.filter == other.filter && one.order == other.order
    }

    /// Of a category, newest first, unless said otherwise.
    public init(
        filter: ItemFilter = ItemFilter(status: .unsold), order: ItemOrder = .newest
    ) {
        self.filter = filter
        self.order = order
    }

    /// Of what is on sale and matches a kept search.
    public init(_ filter: ItemFilter) {
        self.init(filter: filter)
        self.filter.status = .unsold
        order = usualOrder
    }

    /// What is asked of a list, without what makes no sense.
    public init(_ input: ItemList.Input, in places: PlaceDirectory) {
        self = ListRequest(input, in: places).selection
    }

    /// The order that nobody has to ask for.
    public var usualOrder: ItemOrder { filter.search == nil ? .newest : .bestMatch }

    /// Whether more than a category is asked for, so that it is worth while to count what is found.
    public var isFiltered: Bool {
        if case .unsold = filter.status {
            return filter.search != nil || filter.isFree || filter.hasPriceRange
                || !filter.neighbourhoods.isEmpty || filter.purpose != nil
        }
        return true
    }

    /// Whether it is the newest of a category, or of all: the page that everybody reads, and takes
    /// microseconds.
    public var isPlain: Bool {
        if case .newest = order { return !isFiltered }
        return false
    }

    /// The same with something changed. An order that was chosen stays.
    func with(_ change: (inout ItemFilter) -> Void) -> ItemSelection {
        var other = self
        change(&other.filter)
        if order == usualOrder || order == .bestMatch { other.order = other.usualOrder }
        if other.filter.search != filter.search { other.isExact = false }
        other.typed = typed?.following(filter, to: other.filter)
        return other
    }
}

// MARK: - As it was typed

extension ItemSelection {
    /// A filter as it was typed, before words of it were read as other conditions, or left out: links that
    /// change nothing of these go on with what was typed. An object: each link of a page has a copy.
    public final class Typed: Sendable {
        /// With all words in its search.
        public let filter: ItemFilter
        /// What is looked for beside what was read as other conditions, nothing left out.
        let sought: SearchQuery?

        fileprivate init(_ filter: ItemFilter, sought: SearchQuery?) {
            (self.filter, self.sought) = (filter, sought)
        }

        /// The same where no more has changed than what none of its words says; else nil.
        fileprivate func following(_ former: ItemFilter, to other: ItemFilter) -> Typed? {
            let saysCategory = filter.category != former.category
            var same = former
            same.status = other.status
            if !saysCategory { same.category = other.category }
            guard same == other else { return nil }
            guard former != other else { return self }
            var filter = filter
            filter.status = other.status
            if !saysCategory { filter.category = other.category }
            return Typed(filter, sought: sought)
        }
    }

    /// The same, read from what was typed.
    /// - Parameter sought: what is looked for beside what was read as other conditions; what is shown may
    ///   leave words of it out.
    func read(from typed: ItemFilter, seeking sought: SearchQuery?) -> ItemSelection {
        var other = self
        other.typed = Typed(typed, sought: sought)
        return other
    }

    /// The same as it stands, for what reads no words.
    public var asRead: ItemSelection {
        var other = self
        (other.typed, other.isExact) = (nil, false)
        return other
    }

    /// What is sought, though words of it were left out of what is shown.
    public var sought: ItemSelection {
        var other = asRead
        if let typed { other.filter.search = typed.sought }
        return other
    }
}

/// What a list can be asked for.
public enum ListCondition: CaseIterable, Sendable {
    case search, category, place, purpose, status, free, price, order, page, view

    /// The name people see.
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

/// What is asked of a list, made sense of.
struct ListRequest {
    var selection: ItemSelection
    var position: ItemQuery.Position
    /// Who looks at it, where they have blocked anybody.
    var blocker: Account.ID?
    /// The words it was asked for in, where these are not the text of the search field.
    var typed: String?
    /// As typed, the lower one first; both ends of a range, each in its field.
    private(set) var typedPrices: (minimum: String, maximum: String)
    /// What was left out, for a reason each.
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

    /// Asks for that instead: prices that were typed among the words stand in their fields.
    mutating func read(_ other: ItemSelection) {
        let (minimum, maximum) = (other.filter.minimumPrice, other.filter.maximumPrice)
        if (minimum, maximum) != (selection.filter.minimumPrice, selection.filter.maximumPrice) {
            typedPrices = (minimum.map { "\($0)" } ?? "", maximum.map { "\($0)" } ?? "")
        }
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
        let low = range(typedPrices.minimum, called: .minimumPrice)
        let high = range(typedPrices.maximum, called: .maximumPrice)
        var (minimum, maximum) = (low?.minimum, high?.maximum)
        // In one field alone a range has both ends.
        switch (low, high) {
        case (.range(let least, let most)?, nil), (nil, .range(let least, let most)?):
            (minimum, maximum) = (least, most)
        default: break
        }
        guard minimum != nil || maximum != nil else { return }
        if let least = minimum, let most = maximum, least > most {
            // What is meant is clear.
            swap(&minimum, &maximum)
            if low != nil, high != nil {
                typedPrices = (typedPrices.maximum, typedPrices.minimum)
            }
        }
        if low?.isRange ?? false || high?.isRange ?? false {
            typedPrices = (minimum.map { "\($0)" } ?? "", maximum.map { "\($0)" } ?? "")
        }
        guard !selection.filter.isFree else {
            notes.append(Phrase(.freeHasNoRange))
            return
        }
        selection.filter.minimumPrice = minimum
        selection.filter.maximumPrice = maximum
    }

    /// Nil when nothing was typed, and when it is no price, which is noted.
    private mutating func range(_ typed: String, called name: Phrase.Key) -> TypedPriceRange? {
        guard !typed.isEmpty else { return nil }
        do throws(TypedPriceError) {
            return try Currency.krw.priceRange(typed: typed.trimmed)
        } catch {
            notes.append(Phrase(.priceIsLeftOut, .phrase(error.message(ofRange: name))))
            return nil
        }
    }

    /// Whether the order has places like the one that the page begins at.
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

extension TypedPriceRange {
    fileprivate var isRange: Bool { if case .range = self { true } else { false } }
}
