import Market

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
        guard !typedPrices.minimum.isEmpty || !typedPrices.maximum.isEmpty else { return }
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
