import Market

/// The list of items, a page at a time.
public struct ItemList: Sendable {
    /// The most items of a page.
    public static let pageSize = 20
    /// With so few hits a list offers ways to more.
    private static let shortest = 3

    private let storage: any ItemStorage & PlaceStorage & SavedSearchStorage & AnnouncementStorage

    /// Reads the items from `storage`.
    public init(storage: any ItemStorage & PlaceStorage & SavedSearchStorage & AnnouncementStorage)
    {
        self.storage = storage
    }

    /// Which page of which items is asked for, and how it is laid out.
    public struct Input: Equatable, Sendable {
        /// What is looked for, as typed.
        public var text = ""
        /// Whether nothing else is looked for where that is nowhere.
        public var isExact = false
        /// Whether none of its words is left out where they are nowhere together.
        public var needsAllWords = false
        /// Nil for every category.
        public var category: Category?
        /// In any of which something may be; none for every neighbourhood.
        public var neighbourhoods: [Neighbourhood.ID] = []
        /// Nil for what is offered and what is wanted.
        public var purpose: Item.Purpose?
        /// How far the sale may have come.
        public var status = ItemFilter.Status.unsold
        /// Whether only what is given away is wanted.
        public var isFree = false
        /// In won, as typed.
        public var minimumPrice = ""
        /// In won, as typed.
        public var maximumPrice = ""
        /// Nil for the best match of a search, and else the newest.
        public var order: ItemOrder?
        /// Where the page begins.
        public var position = ItemQuery.Position.start
        /// How its entries are laid out.
        public var mode = Mode.list
        /// What stands on top of the list, unless who asks has put it away.
        public var announcement: AnnouncementBoard.Top?
        /// What was asked for that is none of the choices above.
        public var unknown: [ListCondition] = []

        /// The first page of all items.
        public init() {}

        /// Whether it may take longer than one event loop should be held up.
        public var isCostly: Bool {
            !neighbourhoods.isEmpty || !ListRequest(self, in: .empty).selection.isPlain
        }
    }

    /// How entries are laid out.
    public enum Mode: String, Sendable {
        /// One below another.
        case list
        /// Beside each other, with large photos.
        case grid
    }

    /// One page. An object: each name in a template would copy much of a value to read a part of it.
    public final class Output: Sendable {
        /// What the page is called.
        public let heading: Phrase
        /// Where it begins.
        public let position: ItemQuery.Position
        /// How the entries are laid out.
        public let mode: Mode
        /// What to choose by.
        public let controls: ListControls
        /// What was typed to look for, as it stands in the field again.
        public let text: String
        /// What was asked for and left out, and why.
        public let notes: [Phrase]
        /// That something else was looked for than was typed, where that is nowhere.
        public let reading: Phrase?
        /// Back to what was typed, where that may be meant all the same, or to what was left out of it.
        public let exact: WayOn?
        /// That what was looked for is in descriptions alone; nil where a title of the page has it all.
        public let whereFound: Phrase?
        /// Where what is in another currency is; nil where there is none, or it is shown here.
        public let otherCurrencies: OtherCurrencies?
        /// What those who run the market tell everybody; nil for nothing, behind the first page, and over
        /// what is found.
        public let announcement: AnnouncementBoard.Top?
        /// In the order asked for.
        public let entries: [Entry]
        /// The key that the next page goes on from; nil on the last page.
        public let next: ItemKey?
        /// The key that the page before ends at; nil on the first page.
        public let previous: ItemKey?
        /// Set when there is nothing to show: why, and what to do about it.
        public let emptyText: Phrase?
        /// Where to go on when nothing was found, or little.
        public let waysOn: [WayOn]
        /// Whether so little was found that these stand below it.
        public let isShort: Bool
        /// The search that who looks at it keeps for what is sought; nil where there is none.
        public let keptSearch: SavedSearch.ID?
        /// When an age on the page will read differently.
        public let freshUntil: Timestamp

        /// What it shows.
        public var selection: ItemSelection { controls.selection }
        /// What is kept, and followed: the same with all words that were left out of what it shows.
        public var sought: ItemSelection { selection.sought }
        /// The same, to be posted as wanted: its title tells what it is.
        public var wanted: ItemSelection {
            sought.with {
                ($0.purpose, $0.search) = (.request, $0.search?.withoutExclusions)
            }
        }
        /// Whether it begins with the first of the list.
        public var isFirstPage: Bool {
            if case .start = position { true } else { false }
        }

        init(
            _ request: ListRequest, _ input: Input, _ page: ItemPage, counts: ItemCounts?,
            _ reading: SearchReading.Found?, waysOn: [WayOn], keptSearch: SavedSearch.ID?,
            in places: PlaceDirectory, at now: Timestamp
        ) {
            let (selection, items) = (request.selection, page.items)
            heading = ItemList.heading(selection)
            (position, mode) = (request.position, input.mode)
            controls = .of(request, counts, in: places)
            text = input.text.isEmpty ? "" : TypedSearch.shown(input.text)
            // Behind filters that are chosen beside the words there may be nothing that has fewer of them.
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
            isShort = !isEmpty && ItemList.isShort(page, of: request)
            (self.waysOn, self.keptSearch) = (waysOn, keptSearch)
            let end = announcement?.ends ?? Timestamp(seconds: .max)
            freshUntil = min(entries.lazy.map(\.freshUntil).min() ?? end, end)
        }
    }

    /// What stands on top of the list then; nil for nothing.
    public func announcement(at now: Timestamp) -> AnnouncementBoard.Top? {
        storage.announcementBoard.top(at: now)
    }

    /// One page. A page of the first ones that came out short is filled up from the top. What
    /// makes no sense is left out, and said so. The numbers beside categories and places, and that
    /// of all, are what everybody finds, whomever somebody has blocked: but where all that is found
    /// is on the page, they tell of what it shows.
    /// - Parameters:
    ///   - account: who looks at it; nil for a guest.
    ///   - hasBlocked: whether they have blocked anybody, whose items are left out then.
    public func output(
        for input: Input, of account: Account.ID? = nil, hasBlocked: Bool = false,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        let places = try await storage.places()
        var request = ListRequest(input, in: places)
        request.blocker = hasBlocked ? account : nil
        let position = request.position
        var page = try await page(&request)
        let search = SearchReading(
            storage: storage, places: places, needsAllWords: input.needsAllWords)
        let reading =
            try await input.isExact
            ? nil : readOtherwise(&request, &page, from: position, by: search)
        var counts: ItemCounts?
        var waysOn: [WayOn] = []
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
                waysOn = try await WayOn.all(
                    from: request.selection, finding: page.items.count, for: request.blocker,
                    in: storage, places)
            }
        }
        return Output(
            request, input, page, counts: counts, reading, waysOn: waysOn,
            keptSearch: keptSearch, in: places, at: now)
    }

    /// Whether what is filtered is nothing, or so little that it is seen at a glance.
    private static func isShort(_ page: ItemPage, of request: ListRequest) -> Bool {
        request.selection.isFiltered && isWhole(page, of: request)
            && page.items.count <= shortest
    }

    /// Whether it shows all that is found.
    private static func isWhole(_ page: ItemPage, of request: ListRequest) -> Bool {
        request.position == .start && page.next == nil
    }

    /// Looks for something else where the words are nowhere. What they have found stays where nothing else is
    /// found beside the filters that are chosen.
    /// - Parameter position: where the page begins, which was said of what is found.
    /// - Returns: nil when the words stay.
    private func readOtherwise(
        _ request: inout ListRequest, _ page: inout ItemPage, from position: ItemQuery.Position,
        by search: SearchReading
    ) async throws(StorageError) -> SearchReading.Found? {
        guard
            let found = try await search.reading(
                of: request.selection, isNowhere: page.items.isEmpty)
        else { return nil }
        var other = request
        other.read(found.selection)
        other.position = position
        let otherPage = try await self.page(&other)
        guard page.items.isEmpty || !otherPage.isOfNothing else { return nil }
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

    /// How good the first hits are tells of all of them in the order by that alone.
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
    /// Whether nothing is found; behind much that is left out there may be more.
    fileprivate var isOfNothing: Bool { items.isEmpty && next == nil && previous == nil }
}
