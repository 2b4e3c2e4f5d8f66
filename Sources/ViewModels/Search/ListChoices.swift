import Market

/// A category to choose.
public struct CategoryChoice: Equatable, Sendable {
    /// The category; nil for all categories.
    public let category: Category?
    /// Whether it is selected.
    public let isSelected: Bool
    /// How many items are found in it; nil when they are not counted.
    public let hits: HitCount?
    /// The selection that it leads to.
    public let selection: ItemSelection

    /// The number in URLs and forms; 0 for all categories.
    public var id: Int { category?.rawValue ?? 0 }
    /// The name, as shown.
    public var name: Phrase { category?.name ?? Phrase(.allItems) }

    /// The category in a list without other conditions.
    init(of category: Category) {
        self = ListControls.plain(nil).categories[category.rawValue - 1]
    }

    init(
        category: Category?, isSelected: Bool, hits: HitCount?, selection: ItemSelection
    ) {
        (self.category, self.isSelected, self.hits) = (category, isSelected, hits)
        self.selection = selection
    }

    /// The categories in a list without other conditions.
    static func all(selected: Category?) -> [CategoryChoice] {
        ListControls.plain(selected).categories
    }
}

/// A neighbourhood to choose.
public struct NeighbourhoodChoice: Sendable {
    /// The neighbourhood.
    public let neighbourhood: Neighbourhood
    /// Whether it is selected; several may be.
    public let isSelected: Bool
    /// How many items are found in it; nil when they are not counted.
    public let hits: HitCount?

    /// The operator's neighbourhoods, and those that are selected but not the operator's any more.
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

    /// The operator's neighbourhoods, of which one may be selected.
    static func all(chosen: Neighbourhood?, in places: PlaceDirectory) -> [NeighbourhoodChoice] {
        places.entries.map(\.neighbourhood).map { neighbourhood in
            NeighbourhoodChoice(
                neighbourhood: neighbourhood, isSelected: neighbourhood.id == chosen?.id,
                hits: nil)
        }
    }
}

/// A choice between offers and wanted posts in the filter form.
public struct PurposeChoice: Sendable {
    /// Nil for both.
    public let purpose: Item.Purpose?
    /// Whether it is selected.
    public let isSelected: Bool

    /// The name, as shown.
    public var name: Phrase { purpose?.name ?? Phrase(.allPurposes) }

    /// The choices for posting an item.
    public static func all(selected: Item.Purpose) -> [PurposeChoice] {
        Item.Purpose.allCases.map { PurposeChoice(purpose: $0, isSelected: $0 == selected) }
    }

    /// The choices for filtering a list.
    static func all(selected: Item.Purpose?) -> [PurposeChoice] {
        [PurposeChoice(purpose: nil, isSelected: selected == nil)]
            + Item.Purpose.allCases.map { PurposeChoice(purpose: $0, isSelected: $0 == selected) }
    }
}

/// An order to choose.
public struct OrderChoice: Sendable {
    /// The order of the items.
    public let order: ItemOrder
    /// Whether it is selected.
    public let isSelected: Bool
    /// The selection that it leads to.
    public let selection: ItemSelection

    /// The name, as shown.
    public var name: Phrase {
        switch order {
        case .newest: Phrase(.newestFirst)
        case .lowestPrice: Phrase(.cheapestFirst)
        case .highestPrice: Phrase(.dearestFirst)
        case .bestMatch: Phrase(.bestFirst)
        }
    }

    /// The choices for a selection, the usual one first; the best match only if it has a search.
    static func all(_ selection: ItemSelection) -> [OrderChoice] {
        let usual = selection.usualOrder
        let others = ItemOrder.allCases.filter {
            $0 != usual && ($0 != .bestMatch || selection.filter.search != nil)
        }
        return ([usual] + others).map { order in
            var other = selection
            other.order = order
            return OrderChoice(
                order: order, isSelected: order == selection.order, selection: other)
        }
    }
}

/// A sale status to choose in the filter form.
public struct StatusChoice: Sendable {
    /// The statuses that it lets through.
    public let status: ItemFilter.Status
    /// Whether it is selected.
    public let isSelected: Bool

    /// The name, as shown.
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

/// An active condition of a list, and the selection without it.
public struct ActiveFilter: Sendable {
    /// The kind of condition.
    public let condition: ListCondition
    /// The name, as shown: `30,000원부터`.
    public let name: Phrase
    /// The selection without the condition.
    public let selection: ItemSelection

    /// The active conditions, each neighbourhood by itself.
    static func all(_ selection: ItemSelection) -> [ActiveFilter] {
        let places = selection.filter.neighbourhoods.map { place in
            ActiveFilter(
                condition: .place, name: Phrase(.placeName, .text(place.name)),
                selection: selection.with { $0.neighbourhoods = $0.neighbourhoods.without(place) })
        }
        return all(selection, places)
    }

    /// The active conditions, all neighbourhoods as one: removing all of them finds more, but
    /// removing one of several finds less.
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
            active(.price, filter.rangeName) { $0.setPrices(nil, nil) },
            saidOrder(of: selection),
        ]
        let inFront: [ActiveFilter?] =
            [active(.search, wanted) { $0.search = nil }] + exclusions + [category]
        return inFront.compactMap(\.self) + places + others.compactMap(\.self)
    }

    /// The order, if words were read as it; nil for one that was chosen.
    private static func saidOrder(of selection: ItemSelection) -> ActiveFilter? {
        guard selection.typed != nil, selection.order == .lowestPrice,
            selection.usualOrder == .lowestPrice
        else { return nil }
        var other = selection.asRead
        other.order = other.usualOrder
        return ActiveFilter(condition: .order, name: Phrase(.cheapestFirst), selection: other)
    }
}

extension ItemFilter {
    /// `30,000원부터`; nil without a price range.
    var rangeName: Phrase? { rangeText(.priceFrom, .priceUpTo, .priceRange) }

    /// The price range in given words for a lowest price, a highest price, or both.
    func rangeText(
        _ from: Phrase.Key, _ upTo: Phrase.Key, _ between: Phrase.Key
    ) -> Phrase? {
        func text(_ amount: Int64) -> Phrase.Argument { .phrase(currency.text(amount)) }
        return switch (minimumPrice, maximumPrice) {
        case (nil, nil): nil
        case (let minimum?, nil): Phrase(from, text(minimum))
        case (nil, let maximum?): Phrase(upTo, text(maximum))
        case (let minimum?, let maximum?): Phrase(between, text(minimum), text(maximum))
        }
    }
}
