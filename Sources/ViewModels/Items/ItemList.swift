import Market

/// The list of items, a page at a time.
public struct ItemList: Sendable {
    /// The maximum number of items on a page.
    public static let pageSize = 20
    /// With at most this many matches, a list offers ways to find more.
    private static let shortest = 3

    private let storage: any ItemStorage & PlaceStorage & SavedSearchStorage & AnnouncementStorage

    /// Reads the items from `storage`.
    public init(storage: any ItemStorage & PlaceStorage & SavedSearchStorage & AnnouncementStorage)
    {
        self.storage = storage
    }

    /// Which page of which items is asked for, and how it is laid out.
    public struct Input: Equatable, Sendable {
        /// The search text, as typed.
        public var text = ""
        /// The words, as typed, from which the text and other conditions were read. They are ignored unless
        /// they still mean the same.
        public var typed = ""
        /// Whether to search only for what was typed, even if nothing matches it.
        public var isExact = false
        /// Whether all words are needed, even if no item has them all.
        public var needsAllWords = false
        /// Nil for every category.
        public var category: Category?
        /// The neighbourhoods in any of which an item may be; empty for all.
        public var neighbourhoods: [Neighbourhood.ID] = []
        /// Nil for both offered and wanted items.
        public var purpose: Item.Purpose?
        /// Which statuses are included.
        public var status = ItemFilter.Status.unsold
        /// Whether to list free shares only.
        public var isFree = false
        /// The lowest price, in won, as typed.
        public var minimumPrice = ""
        /// The highest price, in won, as typed.
        public var maximumPrice = ""
        /// Nil sorts a search by best match, and otherwise by newest.
        public var order: ItemOrder?
        /// Where the page begins.
        public var position = ItemQuery.Position.start
        /// How its entries are laid out.
        public var mode = Mode.list
        /// The announcement on top of the list, unless the viewer has dismissed it.
        public var announcement: AnnouncementBoard.Top?
        /// What an operator of a new market does first; empty for anybody else.
        public var firstSteps: FirstSteps.Output = []
        /// Conditions that were asked for with a value that is not among the choices.
        public var unknown: [ListCondition] = []

        /// The first page of all items.
        public init() {}

        /// Whether making the page may hold up an event loop too long.
        public var isCostly: Bool {
            !neighbourhoods.isEmpty || !typed.isEmpty
                || !ListRequest(self, in: .empty).selection.isPlain
        }
    }

    /// How entries are laid out.
    public enum Mode: String, Sendable {
        /// One below another.
        case list
        /// Beside each other, with large photos.
        case grid
    }

    /// One page. It is a class because each name in a template would copy much of a struct to read a
    /// part of it.
    public final class Output: Sendable {
        /// The page's heading.
        public let heading: Phrase
        /// Where it begins.
        public let position: ItemQuery.Position
        /// How the entries are laid out.
        public let mode: Mode
        /// The filters and sortings to choose from.
        public let controls: ListControls
        /// The search text, as the search field shows it.
        public let text: String
        /// Which conditions were left out, and why.
        public let notes: [Phrase]
        /// Says that something else was searched for, because nothing matches what was typed;
        /// otherwise nil.
        public let reading: Phrase?
        /// Leads back to what was typed, or to words that were left out, if these may be meant;
        /// otherwise nil.
        public let exact: SearchAlternative?
        /// Says that the words were found in descriptions only; nil if a title on the page has them all.
        public let whereFound: Phrase?
        /// Leads to items in other currencies; nil if there are none, or they are shown here.
        public let otherCurrencies: OtherCurrencies?
        /// The operators' announcement; nil if there is none, after the first page, and in a search.
        public let announcement: AnnouncementBoard.Top?
        /// What an operator does first, if the market is empty.
        public let firstSteps: FirstSteps.Output
        /// The entries, in the requested order.
        public let entries: [Entry]
        /// The key after which the next page continues; nil on the last page.
        public let next: ItemKey?
        /// The key before which the previous page ends; nil on the first page.
        public let previous: ItemKey?
        /// Says why there is nothing to show, and what to do about it; nil if there are entries.
        public let emptyText: Phrase?
        /// Other lists to go on to when little or nothing was found.
        public let alternatives: [SearchAlternative]
        /// Whether so little was found that `alternatives` is shown below it.
        public let isShort: Bool
        /// The viewer's saved search for this selection; nil if there is none.
        public let keptSearch: SavedSearch.ID?
        /// When an age on the page next changes its wording.
        public let freshUntil: Timestamp

        /// The selection that is shown.
        public var selection: ItemSelection { controls.selection }
        /// The selection to save or follow: the one shown, with all words that were left out of it.
        public var sought: ItemSelection { selection.sought }
        /// The same selection as a wanted post, whose title is made from the words.
        public var wanted: ItemSelection {
            sought.with {
                ($0.purpose, $0.search) = (.request, $0.search?.withoutExclusions)
            }
        }
        /// The button that saves the search. It names the words if the page shows items without some of them.
        public var keepText: Phrase {
            soughtWords.map { Phrase(.keepWords, $0) } ?? Phrase(.keepSearch)
        }
        /// Says that the search is saved; it names the words if the page shows items without some of them.
        public var keptText: Phrase {
            soughtWords.map { Phrase(.wordsAreKept, $0) } ?? Phrase(.searchIsKept)
        }
        /// The words of the search to save, if some of them were left out of what is shown; else nil.
        private var soughtWords: Phrase.Argument? {
            guard let words = sought.filter.search, words != selection.filter.search else {
                return nil
            }
            return .phrase(Phrase(.quoted, .text(words.text)))
        }
        /// Whether it is the first page.
        public var isFirstPage: Bool {
            if case .start = position { true } else { false }
        }

        init(
            _ request: ListRequest, _ input: Input, _ page: ItemPage, counts: ItemCounts?,
            _ reading: SearchInterpretation.Found?, alternatives: [SearchAlternative],
            keptSearch: SavedSearch.ID?,
            in places: PlaceDirectory, at now: Timestamp
        ) {
            let (selection, items) = (request.selection, page.items)
            heading = ItemList.heading(selection)
            (position, mode) = (request.position, input.mode)
            controls = .of(request, counts, in: places)
            text = request.typed ?? (input.text.isEmpty ? "" : TypedSearch.shown(input.text))
            // The other filters may leave nothing even for other words; the text would be untrue then.
            let isTrue = reading?.tellsOfHits != true || !page.isOfNothing
            (notes, self.reading) = (request.notes, isTrue ? reading?.text : nil)
            exact = reading?.way
            whereFound = ItemList.whereFound(items, request)
            otherCurrencies = OtherCurrencies(beside: page, of: request)
            let isTold = request.position == .start && selection.filter.search == nil
            announcement = isTold ? input.announcement : nil
            entries = ItemList.entries(items, selection.filter.search, at: now)
            (next, previous) = (page.next, page.previous)
            let isEmpty = page.isOfNothing
            emptyText = isEmpty ? ItemList.emptyText(request) : nil
            firstSteps = isEmpty && selection.isPlain ? input.firstSteps : []
            isShort = !isEmpty && ItemList.isShort(page, of: request)
            (self.alternatives, self.keptSearch) = (alternatives, keptSearch)
            let end = announcement?.ends ?? Timestamp(seconds: .max)
            freshUntil = min(entries.lazy.map(\.freshUntil).min() ?? end, end)
        }
    }

    /// The announcement that is on top of the list at a moment; nil if there is none.
    public func announcement(at now: Timestamp) -> AnnouncementBoard.Top? {
        storage.announcementBoard.top(at: now)
    }

    /// Returns one page. A page before the first items that comes out short is filled up from the
    /// top. Conditions that make no sense are left out, with a note. The counts of categories and
    /// places, and of all items, are the same for everybody, whomever the viewer has blocked; but if
    /// the page shows all that is found, they count what it shows.
    /// - Parameters:
    ///   - account: the viewer; nil for a guest.
    ///   - hasBlocked: whether the viewer has blocked anybody, whose items are then left out.
    public func output(
        for input: Input, of account: Account.ID? = nil, hasBlocked: Bool = false,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        let places = try await storage.places()
        var asked = ListRequest(input, in: places)
        asked.blocker = hasBlocked ? account : nil
        let search = SearchInterpretation(
            storage: storage, places: places, needsAllWords: input.needsAllWords)
        let found = try await found(asked, typed: input.typed, by: search)
        let (request, page) = (found.request, found.page)
        var counts: ItemCounts?
        var alternatives: [SearchAlternative] = []
        var keptSearch: SavedSearch.ID?
        if request.selection.isFiltered {
            counts = try await storage.itemCounts(request.selection.filter)
            if request.blocker != nil, Self.isWhole(page, of: request) {
                counts?.tell(page.items, in: request.selection.filter.category)
            }
            let filter = request.selection.sought.filter
            if let account, filter.isSelective {
                keptSearch = try await storage.savedSearch(for: filter, of: account)
            }
            if Self.isShort(page, of: request) {
                alternatives = try await SearchAlternative.all(
                    from: request.selection, finding: page.items.count, for: request.blocker,
                    in: storage, places)
            }
        }
        return Output(
            request, input, page, counts: counts, found.reading, alternatives: alternatives,
            keptSearch: keptSearch, in: places, at: now)
    }

    /// Whether a filtered list is empty, or so short that it is seen at a glance.
    private static func isShort(_ page: ItemPage, of request: ListRequest) -> Bool {
        request.selection.isFiltered && isWhole(page, of: request)
            && page.items.count <= shortest
    }

    /// Whether the page shows everything that is found.
    private static func isWhole(_ page: ItemPage, of request: ListRequest) -> Bool {
        request.position == .start && page.next == nil
    }

    /// A page, the request that it answers, and how its words were read.
    private struct Found {
        let request: ListRequest
        let page: ItemPage
        /// Nil if the words were taken as typed.
        let reading: SearchInterpretation.Found?
    }

    /// Searches for the typed words if they are read as the conditions of the request; otherwise searches for
    /// these conditions themselves.
    private func found(
        _ request: ListRequest, typed: String, by search: SearchInterpretation
    ) async throws(StorageError) -> Found {
        if let worded = request.asked(inWords: typed, search.places) {
            let found = try await found(worded, by: search)
            let isSame = found.request.selection.sought.filter == request.selection.filter
            if isSame, found.reading != nil { return found }
        }
        return try await found(request, by: search)
    }

    private func found(
        _ asked: ListRequest, by search: SearchInterpretation
    ) async throws(StorageError) -> Found {
        var request = asked
        var page = try await page(&request)
        let reading =
            try await asked.selection.isExact
            ? nil : readOtherwise(&request, &page, from: asked.position, by: search)
        return Found(request: request, page: page, reading: reading)
    }

    /// Searches for something else if nothing matches the words. The words stay if something else finds
    /// nothing under the other filters either, unless they certainly mean it.
    /// - Parameter position: the requested position of the page, which applies to what is found.
    /// - Returns: nil if the words stay.
    private func readOtherwise(
        _ request: inout ListRequest, _ page: inout ItemPage, from position: ItemQuery.Position,
        by search: SearchInterpretation
    ) async throws(StorageError) -> SearchInterpretation.Found? {
        guard
            let found = try await search.reading(
                of: request.selection, isNowhere: page.items.isEmpty)
        else { return nil }
        var other = request
        other.read(found.selection)
        other.position = position
        let otherPage = try await self.page(&other)
        guard page.items.isEmpty || found.isCertain || !otherPage.isOfNothing else { return nil }
        (request, page) = (other, otherPage)
        return found
    }

    private func page(_ request: inout ListRequest) async throws(StorageError) -> ItemPage {
        let page = try await page(request)
        guard case .preceding = request.position, page.previous == nil,
            page.items.count < Self.pageSize
        else { return page }
        request.position = .start
        return try await self.page(request)
    }

    private func page(_ request: ListRequest) async throws(StorageError) -> ItemPage {
        let query = ItemQuery(
            filter: request.selection.filter, order: request.selection.order,
            position: request.position, limit: Self.pageSize, blocker: request.blocker)
        return try await storage.items(query)
    }

    private static func entries(
        _ items: [ItemSummary], _ search: SearchQuery?, at now: Timestamp
    ) -> [Entry] {
        guard let search else { return items.map { Entry($0, at: now) } }
        return items.map { Entry($0, matching: search, at: now) }
    }

    /// In the order of best match, and only there, the first matches tell how good all are.
    private static func whereFound(_ items: [ItemSummary], _ request: ListRequest) -> Phrase? {
        guard let search = request.selection.filter.search, request.position == .start,
            request.selection.order == .bestMatch, !items.isEmpty,
            items.allSatisfy({ search.match(title: SearchText($0.title)) == nil })
        else { return nil }
        return Phrase(.foundInDescriptions)
    }

    private static func heading(_ selection: ItemSelection) -> Phrase {
        switch (selection.filter.search, selection.filter.category) {
        case (let search?, nil): Phrase(.results, .text(search.text))
        case (let search?, let category?):
            Phrase(.resultsInCategory, .text(search.text), .phrase(category.name))
        case (nil, let category?): category.name
        case (nil, nil): Phrase(selection.isPlain ? .newItems : .someItems)
        }
    }

    private static func emptyText(_ request: ListRequest) -> Phrase {
        switch (request.position, request.selection.filter.category) {
        case (.start, _) where request.selection.isFiltered:
            Phrase(request.selection.filter.search == nil ? .nothingFits : .nothingFound)
        case (.start, nil): Phrase(.noItems)
        case (.start, let category?): Phrase(.noItemsInCategory, .phrase(category.name))
        default: pastTheEndText
        }
    }
}

extension ItemPage {
    /// Whether nothing is found. An empty page may still continue, past many items that are left out.
    fileprivate var isOfNothing: Bool { items.isEmpty && next == nil && previous == nil }
}
