import Market
import Synchronization

/// What a list offers to choose by, and what is chosen.
public final class ListControls: Sendable {
    /// What the list shows.
    public let selection: ItemSelection
    /// As typed, be it in the other field; of a range where it begins.
    public let minimumPrice: String
    /// As typed, be it in the other field; of a range where it ends.
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
        _ request: ListRequest, _ counts: ItemCounts?, in places: PlaceDirectory
    ) -> ListControls {
        let selection = request.selection
        let (minimum, maximum) = request.typedPrices
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

extension ItemCounts {
    /// Tells of these items instead: of all of a category, or of all that there are.
    mutating func tell(_ items: [ItemSummary], in category: Category?) {
        var shown: [Category: Int64] = [:]
        for item in items { shown[item.category, default: 0] += 1 }
        if let category {
            byCategory[category] = shown[category]
        } else {
            byCategory = shown
        }
        isPartial = false
    }
}
