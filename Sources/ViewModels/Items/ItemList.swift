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
        /// The lowest price, as typed; in won unless a price names another currency.
        public var minimumPrice = ""
        /// The highest price, as typed; in won unless a price names another currency.
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
                    from: request.selection, finding: page, for: request.blocker, in: storage,
                    places)
            }
        }
        return Output(
            request, input, page, counts: counts, found.reading, alternatives: alternatives,
            keptSearch: keptSearch,
            firstInDescriptions: try await firstInDescriptions(page, of: request), in: places,
            at: now)
    }

    /// Whether a filtered list is empty, or so short that it is seen at a glance, or was found in
    /// descriptions only.
    static func isShort(_ page: ItemPage, of request: ListRequest) -> Bool {
        guard request.selection.isFiltered, isWhole(page, of: request) else { return false }
        return page.items.count <= shortest
            || page.isInDescriptionsOnly(request.selection.filter.search)
    }

    /// Whether the page shows everything that is found.
    private static func isWhole(_ page: ItemPage, of request: ListRequest) -> Bool {
        request.position == .start && page.next == nil
    }

    /// See `Output.firstInDescriptions`. In the order of best match, hits in descriptions come last. If a page
    /// begins with one, the key after which the page continues tells whether the page before it ends with a
    /// title; for a page that somebody goes back to, that is looked up.
    private func firstInDescriptions(
        _ page: ItemPage, of request: ListRequest
    ) async throws(StorageError) -> Int? {
        guard let search = request.selection.filter.search,
            request.selection.order == .bestMatch,
            let first = page.items.firstIndex(where: {
                search.match(title: SearchText($0.title)) == nil
            })
        else { return nil }
        guard first == 0 else { return first }
        switch request.position {
        case .start: return nil
        case .following(let key):
            return key.rank < Int64(SearchQuery.Match.description.rawValue) ? 0 : nil
        case .preceding:
            guard let key = page.previous else { return nil }
            let query = ItemQuery(
                filter: request.selection.filter, order: .bestMatch, position: .preceding(key),
                limit: 1, blocker: request.blocker)
            let before = try await storage.items(query)
            return before.items.isEmpty || before.isInDescriptionsOnly(search) ? nil : 0
        }
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
}
