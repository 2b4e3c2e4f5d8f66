import Market

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
        _ maximumPrice: String, isPlain: Bool
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
        _ selection: ItemSelection, _ counts: ItemCounts?, _ input: ItemList.Input
    ) -> ListControls {
        let (minimum, maximum) = (input.minimumPrice, input.maximumPrice)
        if selection.isPlain, minimum.isEmpty, maximum.isEmpty {
            return plain(selection.filter.category)
        }
        return ListControls(selection, counts, typed: minimum, maximum, isPlain: false)
    }

    /// Those of the newest items of a category, or of all.
    static func plain(_ category: Category?) -> ListControls {
        ofCategories[category.map(\.rawValue) ?? 0]
    }

    private static let ofCategories = (0...Category.allCases.count).map { id in
        let filter = ItemFilter(category: Category(rawValue: id), status: .unsold)
        return ListControls(
            ItemSelection(filter: filter), nil, typed: "", "", isPlain: true)
    }

    /// How many of the filters stand in the form of filters.
    public var countOfFormFilters: Int {
        filters.count { [.status, .free, .price].contains($0.condition) }
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
        let count = counts[category]
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
