import Market
import Synchronization

/// What a list offers to choose by, and what is chosen.
public final class ListControls: Sendable {
    /// What the list shows.
    public let selection: ItemSelection
    /// As typed.
    public let minimumPrice: String
    /// As typed.
    public let maximumPrice: String
    /// The market's categories, with how much is found in each.
    public let categories: [CategoryChoice]
    /// All of them together.
    public let everything: CategoryChoice
    /// The operator's neighbourhoods, with how much is found in each; none where there are none.
    public let neighbourhoods: [NeighbourhoodChoice]
    /// What an item may be posted for.
    public let purposes: [PurposeChoice]
    /// What may come first.
    public let orders: [OrderChoice]
    /// How far a sale may have come.
    public let statuses: [StatusChoice]
    /// What is asked for, each to be taken off; nothing while that is no more than a category.
    public let filters: [ActiveFilter]
    /// How many items are found; nil where they are not counted.
    public let count: HitCount?
    /// The same without what the form of filters can ask for.
    public let reset: ItemSelection
    /// Whether they are those of a page that everybody reads, which are made once.
    public let isPlain: Bool

    private init(
        _ selection: ItemSelection, _ counts: ItemCounts?, typed minimumPrice: String,
        _ maximumPrice: String, in places: PlaceDirectory, isPlain: Bool
    ) {
        func choice(_ category: Category?) -> CategoryChoice {
            CategoryChoice(
                category: category, isSelected: category == selection.filter.category,
                hits: counts.map { HitCount($0, of: category) },
                selection: selection.with { $0.category = category })
        }
        self.selection = selection
        (self.minimumPrice, self.maximumPrice) = (minimumPrice, maximumPrice)
        categories = Category.allCases.map(choice)
        everything = choice(nil)
        neighbourhoods = NeighbourhoodChoice.all(selection, counts, in: places)
        purposes = PurposeChoice.all(selected: selection.filter.purpose)
        orders = OrderChoice.all(selection)
        statuses = StatusChoice.all(selected: selection.filter.status)
        filters = selection.isFiltered ? ActiveFilter.all(selection) : []
        count = counts.map { HitCount($0, of: selection.filter.category) }
        let (category, search) = (selection.filter.category, selection.filter.search)
        reset = selection.with {
            $0 = ItemFilter(category: category, status: .unsold, search: search)
        }
        self.isPlain = isPlain
    }

    /// Of a list; the prices come back as they were typed.
    static func of(
        _ selection: ItemSelection, _ counts: ItemCounts?, _ input: ItemList.Input,
        in places: PlaceDirectory
    ) -> ListControls {
        let (minimum, maximum) = (input.minimumPrice, input.maximumPrice)
        if selection.isPlain, minimum.isEmpty, maximum.isEmpty {
            return plain(selection.filter.category, in: places)
        }
        return ListControls(selection, counts, typed: minimum, maximum, in: places, isPlain: false)
    }

    /// Those of the newest items of a category, or of all.
    static func plain(_ category: Category?, in places: PlaceDirectory = .empty) -> ListControls {
        let place = category.map(\.rawValue) ?? 0
        return places === PlaceDirectory.empty
            ? ofCategories[place]
            : ofPlaces.withLock { made in
                if made.places !== places { made = (places, ofCategories(in: places)) }
                return made.controls[place]
            }
    }

    private static let ofCategories = ofCategories(in: .empty)

    /// Those of the market that was asked for last: mostly there is one, whose places never change.
    private static let ofPlaces = Mutex((places: PlaceDirectory.empty, controls: ofCategories))

    private static func ofCategories(in places: PlaceDirectory) -> [ListControls] {
        (0...Category.allCases.count).map { id in
            let filter = ItemFilter(category: Category(rawValue: id), status: .unsold)
            return ListControls(
                ItemSelection(filter: filter), nil, typed: "", "", in: places, isPlain: true)
        }
    }

    /// The same to be posted as wanted.
    public var wanted: ItemSelection { selection.with { $0.purpose = .request } }

    /// How many of the filters stand in the form of filters.
    public var countOfFormFilters: Int {
        filters.count { [.place, .purpose, .status, .free, .price].contains($0.condition) }
    }
}

/// How many items are found, as far as it is worth while to count.
public struct HitCount: Equatable, Sendable {
    /// More are not told apart.
    static let most: Int64 = 1_000

    /// At most `most`.
    public let number: Int64
    /// Whether there may be more.
    public let isLeast: Bool

    init(_ counts: ItemCounts, of category: Category?) {
        self.init(counts[category], counts)
    }

    init(_ counts: ItemCounts, of neighbourhood: Neighbourhood) {
        self.init(counts.byNeighbourhood[neighbourhood.id] ?? 0, counts)
    }

    private init(_ count: Int64, _ counts: ItemCounts) {
        number = min(count, Self.most)
        isLeast = count > Self.most || counts.isPartial
    }

    /// `12`, `1,000+`.
    public var text: ShortText {
        var text = ShortText(number, decimals: 0)
        if isLeast { text.append("+") }
        return text
    }

    /// The same as a sentence says it.
    public var phrase: Phrase {
        Phrase(isLeast ? .hitsAtLeast : .hits, number)
    }
}

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

    fileprivate init(
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
    /// Whether it is the one chosen.
    public let isSelected: Bool
    /// How much is found in it; nil where that is not counted.
    public let hits: HitCount?
    /// What is shown when it is chosen.
    public let selection: ItemSelection

    /// Those that the operator names, and the one chosen, should it be named no more.
    static func all(
        _ selection: ItemSelection, _ counts: ItemCounts?, in places: PlaceDirectory
    ) -> [NeighbourhoodChoice] {
        let chosen = selection.filter.neighbourhood
        var all = places.entries.map(\.neighbourhood)
        if let chosen, !all.contains(where: { $0.id == chosen.id }) { all.append(chosen) }
        return all.map { neighbourhood in
            NeighbourhoodChoice(
                neighbourhood: neighbourhood, isSelected: neighbourhood.id == chosen?.id,
                hits: counts.map { HitCount($0, of: neighbourhood) },
                selection: selection.with { $0.neighbourhood = neighbourhood })
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

    static func all(_ selection: ItemSelection) -> [ActiveFilter] {
        let filter = selection.filter
        func active(
            _ condition: ListCondition, _ name: Phrase?, _ takeOff: (inout ItemFilter) -> Void
        ) -> ActiveFilter? {
            name.map {
                ActiveFilter(condition: condition, name: $0, selection: selection.with(takeOff))
            }
        }
        return [
            active(.search, filter.search.map { Phrase(.quoted, .text($0.text)) }) {
                $0.search = nil
            },
            active(.category, filter.category?.name) { $0.category = nil },
            active(.place, filter.neighbourhood.map { Phrase(.placeName, .text($0.name)) }) {
                $0.neighbourhood = nil
            },
            active(.purpose, filter.purpose?.name) { $0.purpose = nil },
            active(.status, filter.status == .unsold ? nil : filter.status.name) {
                $0.status = .unsold
            },
            active(.free, filter.isFree ? Phrase(.freeLabel) : nil) { $0.isFree = false },
            active(.price, filter.rangeName) {
                ($0.minimumPrice, $0.maximumPrice) = (nil, nil)
            },
        ].compactMap(\.self)
    }
}

extension ItemFilter {
    /// `30,000원부터`; nil when any price will do.
    fileprivate var rangeName: Phrase? {
        func text(_ amount: Int64) -> Phrase.Argument { .phrase(Currency.krw.text(amount)) }
        return switch (minimumPrice, maximumPrice) {
        case (nil, nil): nil
        case (let minimum?, nil): Phrase(.priceFrom, text(minimum))
        case (nil, let maximum?): Phrase(.priceUpTo, text(maximum))
        case (let minimum?, let maximum?): Phrase(.priceRange, text(minimum), text(maximum))
        }
    }
}
