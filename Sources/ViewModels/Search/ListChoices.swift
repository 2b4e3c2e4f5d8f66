import Market

/// A category among those to choose from.
public struct CategoryChoice: Equatable, Sendable {
    /// The category itself; nil for all of them.
    public let category: Category?
    /// Whether it is the one chosen.
    public let isSelected: Bool
    /// How much is found in it; nil where that is not counted.
    public let hits: HitCount?
    /// What is shown when it is chosen.
    public let selection: ItemSelection

    /// Names it in queries and forms; 0 for all.
    public var id: Int { category?.rawValue ?? 0 }
    /// The name people see.
    public var name: Phrase { category?.name ?? Phrase(.allItems) }

    /// By itself.
    init(of category: Category) {
        self = ListControls.plain(nil).categories[category.rawValue - 1]
    }

    init(
        category: Category?, isSelected: Bool, hits: HitCount?, selection: ItemSelection
    ) {
        (self.category, self.isSelected, self.hits) = (category, isSelected, hits)
        self.selection = selection
    }

    /// The categories, where nothing else is asked for.
    static func all(selected: Category?) -> [CategoryChoice] {
        ListControls.plain(selected).categories
    }
}

/// A neighbourhood among those to choose from.
public struct NeighbourhoodChoice: Sendable {
    /// The part of town.
    public let neighbourhood: Neighbourhood
    /// Whether it is one of those chosen.
    public let isSelected: Bool
    /// How much is found in it; nil where that is not counted.
    public let hits: HitCount?

    /// Those that the operator names, and those chosen, should they be named no more.
    static func all(
        _ selection: ItemSelection, _ counts: ItemCounts?, in places: PlaceDirectory
    ) -> [NeighbourhoodChoice] {
        let chosen = selection.filter.neighbourhoods
        let named = places.entries.map(\.neighbourhood)
        let others = chosen.filter { one in !named.contains { $0.id == one.id } }
        return (named + others).map { neighbourhood in
            NeighbourhoodChoice(
                neighbourhood: neighbourhood,
                isSelected: chosen.contains { $0.id == neighbourhood.id },
                hits: counts.map { HitCount($0, of: neighbourhood) })
        }
    }

    /// Those that the operator names, one of which may be chosen.
    static func all(chosen: Neighbourhood?, in places: PlaceDirectory) -> [NeighbourhoodChoice] {
        places.entries.map(\.neighbourhood).map { neighbourhood in
            NeighbourhoodChoice(
                neighbourhood: neighbourhood, isSelected: neighbourhood.id == chosen?.id,
                hits: nil)
        }
    }
}

/// What an item may be posted for, among the choices of the form of filters.
public struct PurposeChoice: Sendable {
    /// Nil for whatever it is.
    public let purpose: Item.Purpose?
    /// Whether it is the one chosen.
    public let isSelected: Bool

    /// The name people see.
    public var name: Phrase { purpose?.name ?? Phrase(.allPurposes) }

    /// To post an item for.
    public static func all(selected: Item.Purpose) -> [PurposeChoice] {
        Item.Purpose.allCases.map { PurposeChoice(purpose: $0, isSelected: $0 == selected) }
    }

    /// To filter a list by.
    static func all(selected: Item.Purpose?) -> [PurposeChoice] {
        [PurposeChoice(purpose: nil, isSelected: selected == nil)]
            + Item.Purpose.allCases.map { PurposeChoice(purpose: $0, isSelected: $0 == selected) }
    }
}

/// An order among those to choose from.
public struct OrderChoice: Sendable {
    /// Which items come first.
    public let order: ItemOrder
    /// Whether it is the one chosen.
    public let isSelected: Bool
    /// What is shown when it is chosen.
    public let selection: ItemSelection

    /// The name people see.
    public var name: Phrase {
        switch order {
        case .newest: Phrase(.newestFirst)
        case .lowestPrice: Phrase(.cheapestFirst)
        case .highestPrice: Phrase(.dearestFirst)
        case .bestMatch: Phrase(.bestFirst)
        }
    }

    /// How well something answers is asked of a search only.
    static func all(_ selection: ItemSelection) -> [OrderChoice] {
        let usual = selection.usualOrder
        let others = ItemOrder.allCases.filter { $0 != usual && $0 != .bestMatch }
        return ([usual] + others).map { order in
            var other = selection
            other.order = order
            return OrderChoice(
                order: order, isSelected: order == selection.order, selection: other)
        }
    }
}

/// How far a sale may have come, among the choices of the form of filters.
public struct StatusChoice: Sendable {
    /// What is let through.
    public let status: ItemFilter.Status
    /// Whether it is the one chosen.
    public let isSelected: Bool

    /// The name people see.
    public var name: Phrase { status.name }

    static func all(selected: ItemFilter.Status) -> [StatusChoice] {
        let statuses = [.unsold, .any] + Item.Status.allCases.map(ItemFilter.Status.only)
        return statuses.map { StatusChoice(status: $0, isSelected: $0 == selected) }
    }
}

extension ItemFilter.Status {
    fileprivate var name: Phrase {
        switch self {
        case .unsold: Phrase(.withoutSold)
        case .any: Phrase(.withSold)
        case .only(let status): status.name
        }
    }
}

/// Something that is asked for, and what is shown without it.
public struct ActiveFilter: Sendable {
    /// What kind of thing.
    public let condition: ListCondition
    /// As people see it: `30,000원부터`.
    public let name: Phrase
    /// What is shown when it is taken off.
    public let selection: ItemSelection

    /// Each neighbourhood by itself.
    static func all(_ selection: ItemSelection) -> [ActiveFilter] {
        let places = selection.filter.neighbourhoods.map { place in
            ActiveFilter(
                condition: .place, name: Phrase(.placeName, .text(place.name)),
                selection: selection.with { $0.neighbourhoods = $0.neighbourhoods.without(place) })
        }
        return all(selection, places)
    }

    /// All neighbourhoods together: more is found without them, and less without one of several.
    static func conditions(of selection: ItemSelection) -> [ActiveFilter] {
        let names = selection.filter.neighbourhoods.names
        guard !names.isEmpty else { return all(selection, []) }
        let places = ActiveFilter(
            condition: .place, name: Phrase(.placeName, .text(names)),
            selection: selection.with { $0.neighbourhoods = [] })
        return all(selection, [places])
    }

    private static func all(
        _ selection: ItemSelection, _ places: [ActiveFilter]
    ) -> [ActiveFilter] {
        let filter = selection.filter
        func active(
            _ condition: ListCondition, _ name: Phrase?, _ takeOff: (inout ItemFilter) -> Void
        ) -> ActiveFilter? {
            name.map {
                ActiveFilter(condition: condition, name: $0, selection: selection.with(takeOff))
            }
        }
        let wanted = filter.search.map { Phrase(.quoted, .text($0.terms.wanted)) }
        let exclusions = (filter.search?.terms.exclusions ?? []).map { exclusion in
            active(.search, Phrase(.quoted, .text(exclusion))) {
                $0.search = $0.search?.without(exclusion)
            }
        }
        let category = active(.category, filter.category?.name) { $0.category = nil }
        let others: [ActiveFilter?] = [
            active(.purpose, filter.purpose?.name) { $0.purpose = nil },
            active(.status, filter.status == .unsold ? nil : filter.status.name) {
                $0.status = .unsold
            },
            active(.free, filter.isFree ? Phrase(.freeLabel) : nil) { $0.isFree = false },
            active(.price, filter.rangeName) {
                ($0.minimumPrice, $0.maximumPrice) = (nil, nil)
            },
        ]
        let inFront: [ActiveFilter?] =
            [active(.search, wanted) { $0.search = nil }] + exclusions + [category]
        return inFront.compactMap(\.self) + places + others.compactMap(\.self)
    }
}

extension ItemFilter {
    /// `30,000원부터`; nil when any price will do.
    var rangeName: Phrase? { rangeText(.priceFrom, .priceUpTo, .priceRange) }

    /// The same in other words: with a lowest price, a highest one, or both.
    func rangeText(
        _ from: Phrase.Key, _ upTo: Phrase.Key, _ between: Phrase.Key
    ) -> Phrase? {
        func text(_ amount: Int64) -> Phrase.Argument { .phrase(Currency.krw.text(amount)) }
        return switch (minimumPrice, maximumPrice) {
        case (nil, nil): nil
        case (let minimum?, nil): Phrase(from, text(minimum))
        case (nil, let maximum?): Phrase(upTo, text(maximum))
        case (let minimum?, let maximum?): Phrase(between, text(minimum), text(maximum))
        }
    }
}
