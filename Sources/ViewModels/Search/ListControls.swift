import Market
import Synchronization

/// The choices that a list offers, and what is selected.
public final class ListControls: Sendable {
    /// What the list shows.
    public let selection: ItemSelection
    /// The lower end of the price range, as typed into either field.
    public let minimumPrice: String
    /// The upper end of the price range, as typed into either field.
    public let maximumPrice: String
    /// The categories, with how many items are found in each.
    public let categories: [CategoryChoice]
    /// The choice of all categories.
    public let everything: CategoryChoice
    /// The operator's neighbourhoods, with how many items are found in each; empty if there are none.
    public let neighbourhoods: [NeighbourhoodChoice]
    /// The choices between offers and wanted posts.
    public let purposes: [PurposeChoice]
    /// The orders to choose from.
    public let orders: [OrderChoice]
    /// The sale statuses to choose from.
    public let statuses: [StatusChoice]
    /// The active conditions, each with a link that removes it; empty when only a category is selected.
    public let filters: [ActiveFilter]
    /// How many items are found; nil when they are not counted.
    public let count: HitCount?
    /// The selection without the conditions of the filter form.
    public let reset: ItemSelection
    /// Whether these are the controls of a plain list, which are made only once.
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

    /// The controls of a list, with the prices as they were typed.
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

    /// The controls of a plain list, of a category or of all.
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

    /// The controls for the place directory used last: usually there is only one, which never changes.
    private static let ofPlaces = Mutex((places: PlaceDirectory.empty, controls: ofCategories))

    private static func ofCategories(in places: PlaceDirectory) -> [ListControls] {
        (0...Category.allCases.count).map { id in
            let filter = ItemFilter(category: Category(rawValue: id), status: .unsold)
            return ListControls(
                ItemSelection(filter: filter), nil, typed: "", "", in: places, isPlain: true)
        }
    }

    /// Whether only one neighbourhood is shown, so that another may take its place. Words of a search that
    /// were read as a neighbourhood are changed in the search itself.
    public var isOfOnePlace: Bool {
        (selection.typed?.filter ?? selection.filter).neighbourhoods.count == 1
    }

    /// How many of the active conditions belong to the filter form.
    public var countOfFormFilters: Int {
        filters.count { [.place, .purpose, .status, .free, .price].contains($0.condition) }
    }
}

/// How many items are found, counted only up to a limit.
public struct HitCount: Equatable, Sendable {
    /// Greater numbers are not told apart.
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

    /// The count in a sentence.
    public var phrase: Phrase {
        Phrase(isLeast ? .hitsAtLeast : .hits, number)
    }
}

extension ItemCounts {
    /// Replaces the counts by those of these items, which are all items of a category or of the list.
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
