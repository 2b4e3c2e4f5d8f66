import HTTPServer
import Market
import Mustache
import ViewModels

/// `/`: the list of items, a page at a time.
struct ItemListScene: Sendable {
    private static let modeLifetime = 365 * 86_400

    private let list: ItemList
    private let firstSteps: FirstSteps
    private let page: Presenter<ItemList.Output>
    private let cookies: CookieJar
    private let searches: TurnLimiter

    init(_ dependencies: Dependencies) throws {
        list = ItemList(storage: dependencies.storage)
        firstSteps = FirstSteps(storage: dependencies.storage)
        page = try dependencies.page("items/item-list")
        cookies = dependencies.cookies
        searches = dependencies.searchLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        let query = ItemListQuery(context.request.query)
        let remembered = cookies.value(.view, in: context.request)
        var input = query.input
        input.mode = query.mode ?? remembered.flatMap(ItemList.Mode.init) ?? .list
        // All visitors who dismissed the announcement share one cached page.
        let isPutAway =
            list.announcement(at: context.now).map { hasPutAway($0, context) } ?? false
        var response = try await page.pages.response(
            for: context, variant: input.mode.rawValue + (isPutAway ? "-bare" : ""),
            page.template
        ) {
            // Read after the commit count that the page is cached with, so that the page is not older.
            if !isPutAway { input.announcement = list.announcement(at: context.now) }
            if context.member?.isOperator == true {
                input.firstSteps = try await firstSteps.output(
                    for: !page.pages.operatorText.isEmpty)
            }
            return try await list.output(for: input, context, searches)
        }
        if let mode = query.mode {
            cookies.set(.view, to: mode.rawValue, lifetime: Self.modeLifetime, on: &response)
        }
        return response
    }

    private func hasPutAway(
        _ announcement: AnnouncementBoard.Top, _ context: RequestContext
    ) -> Bool {
        cookies.value(.announcement, in: context.request) == announcement.id.description
    }
}

extension ItemList {
    /// Reads the common lists on the event loop. A search, or a list that must skip the items of
    /// people the viewer has blocked, runs off the loop and waits for a place.
    /// - Throws: `SiteError.unavailable` if there is none.
    func output(
        for input: Input, _ context: RequestContext, _ searches: TurnLimiter
    ) async throws -> Output {
        let hasBlocked = context.member?.hasBlocked ?? false
        guard input.isCostly || hasBlocked else {
            return try await output(for: input, at: context.now)
        }
        return try await searches.run(for: context.address) {
            try await output(
                for: input, of: context.member?.account.id, hasBlocked: hasBlocked,
                at: context.now)
        }
    }
}

/// `/categories`: the categories as a page of their own.
struct CategoryListScene: Sendable {
    private let list: CategoryList
    private let page: Presenter<CategoryList.Output>

    /// - Parameter template: the page's template, which may show more than the categories.
    init(_ dependencies: Dependencies, in template: String) throws {
        list = CategoryList(storage: dependencies.storage)
        page = try dependencies.page(template)
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = ItemListQuery(context.request.query).input
        return try page.response(try await list.output(for: input), for: context)
    }
}

extension ItemList.Output: TemplateData, Aging {
    public static let fields: [Field<ItemList.Output>] = texts + links

    private static let texts: [Field<ItemList.Output>] = [
        Field("heading") { $0.heading },
        Field("isList") { if case .list = $0.mode { true } else { false } },
        Field("isGrid") { if case .grid = $0.mode { true } else { false } },
        Field("isHome") { isHome($0.controls.selection) },
        Field("isSearch") { !$0.text.isEmpty },
        Field("isPlain") { $0.controls.selection.isPlain },
        Field("controls") { $0.controls },
        Field("filters") { $0.controls.filters },
        Field("isOfOnePlace") { $0.controls.isOfOnePlace },
        Field("hits") { $0.controls.count?.phrase },
        Field("notes") { $0.notes },
        Field("reading") { $0.reading },
        Field("whereFound") { $0.whereFound },
        Field("exactText") { $0.exact?.text },
        Field("otherCurrencies") { $0.otherCurrencies },
        Field("announcement") { $0.announcement },
        Field("firstSteps") { $0.firstSteps },
        Field("hasFirstSteps") { !$0.firstSteps.isEmpty },
        Field("isShort") { $0.isShort },
        Field("entries") { inTitles($0.entries, $0.firstInDescriptions) },
        Field("hasDivider") { $0.firstInDescriptions != nil },
        Field("entriesInDescriptions") { inDescriptions($0.entries, $0.firstInDescriptions) },
        Field("isPaged") { !$0.isFirstPage },
        Field("emptyText") { $0.emptyText },
        Field("isFiltered") { $0.controls.selection.isFiltered },
        Field("isInCategory") { $0.controls.selection.filter.category != nil },
        Field("alternatives") { $0.alternatives },
        Field("leadingAlternative") { $0.leadingAlternative },
        Field("otherAlternatives") { $0.otherAlternatives },
        Field("searchText") { $0.text },
    ]

    private static let links: [Field<ItemList.Output>] = [
        Field("path") { ItemListLink($0.controls.selection) },
        Field("ownPath") { ItemListLink($0.controls.selection.asRead, at: $0.position) },
        Field("feedQuery") {
            ItemListLink.feedQuery($0.sought, usualOrder: $0.selection.usualOrder)
        },
        Field("listPath") { ItemListLink($0.controls.selection, mode: .list) },
        Field("gridPath") { ItemListLink($0.controls.selection, mode: .grid) },
        Field("otherPlacePath") { ItemListLink($0.controls.selection, on: Link.ownNeighbourhood) },
        Field("exactPath") { $0.exact.map { ItemListLink($0.selection) } },
        Field("soughtPath") { ItemListLink($0.sought) },
        Field("keepText") { $0.keepText },
        Field("keptText") { $0.keptText },
        Field("keptPath") { $0.keptSearch.map { Link.savedSearch($0) } },
        Field("wantedPath") { ItemListLink($0.wanted, on: Link.itemForm) },
        Field("olderPath") { link($0.next.map { .following($0) }, $0.controls) },
        Field("newerPath") { link($0.previous.map { .preceding($0) }, $0.controls) },
    ]

    /// The entries before the divider; all of them if there is none.
    private static func inTitles(
        _ entries: [ItemList.Entry], _ divider: Int?
    ) -> [ItemList.Entry] {
        divider.map { Array(entries[..<$0]) } ?? entries
    }

    /// The entries after the divider.
    private static func inDescriptions(
        _ entries: [ItemList.Entry], _ divider: Int?
    ) -> [ItemList.Entry] {
        divider.map { Array(entries[$0...]) } ?? []
    }

    /// Nil if there is no such page.
    private static func link(
        _ position: ItemQuery.Position?, _ controls: ListControls
    ) -> ItemListLink? {
        position.map { ItemListLink(controls.selection, at: $0) }
    }

    /// Whether it is the market's first page.
    private static func isHome(_ selection: ItemSelection) -> Bool {
        selection.isPlain && selection.filter.category == nil
    }
}

extension ListControls: ConstantData {
    public var isPermanent: Bool { isPlain }

    public static let fields: [Field<ListControls>] = [
        Field("categoriesPath") { ItemListLink($0.selection, on: Link.categories) },
        Field("everything") { $0.everything },
        Field("categories") { $0.categories },
        Field("orders") { $0.orders },
        Field("soughtText") { $0.selection.sought.filter.search?.text },
        Field("typedText") { typedText($0.selection) },
        Field("isExact") { $0.selection.isExact },
        Field("chosenCategory") { $0.selection.filter.category?.rawValue },
        Field("chosenOrder") { chosenOrder($0.selection) },
        Field("order") { $0.orders.first(where: \.isSelected)?.name },
        Field("neighbourhoods") { $0.neighbourhoods },
        Field("hasNeighbourhoods") { !$0.neighbourhoods.isEmpty },
        Field("ownPlacePath") { ItemListLink($0.selection, on: Link.ownNeighbourhood) },
        Field("chosenNeighbourhoods") { chosenNeighbourhoods($0.selection) },
        Field("languageOfChosen") {
            WrittenLanguage(chosenNeighbourhoods($0.selection) ?? "")
        },
        Field("purposes") { $0.purposes },
        Field("statuses") { $0.statuses },
        Field("isFree") { $0.selection.filter.isFree },
        Field("minimumPrice") { $0.minimumPrice },
        Field("maximumPrice") { $0.maximumPrice },
        Field("countOfFilters") { $0.countOfFormFilters },
        Field("resetPath") { ItemListLink($0.reset) },
    ]

    /// Nil if all are shown.
    private static func chosenNeighbourhoods(_ selection: ItemSelection) -> String? {
        let chosen = selection.filter.neighbourhoods
        return chosen.isEmpty ? nil : chosen.names
    }

    /// The words as typed; nil if they were not read as anything else.
    private static func typedText(_ selection: ItemSelection) -> String? {
        let typed = selection.typed?.filter.search?.text
        return typed == selection.sought.filter.search?.text ? nil : typed
    }

    /// Nil for the default order.
    private static func chosenOrder(_ selection: ItemSelection) -> String? {
        selection.order == selection.usualOrder ? nil : selection.order.name
    }
}

extension CategoryList.Output: TemplateData {
    public static let fields: [Field<CategoryList.Output>] = [
        Field("everything") { $0.everything },
        Field("categories") { $0.categories },
    ]
}

extension CategoryChoice: TemplateData {
    public static let fields: [Field<CategoryChoice>] = [
        Field("id") { $0.id },
        Field("name") { $0.name },
        Field("path") { ItemListLink($0.selection) },
        Field("isSelected") { $0.isSelected },
        // A category without hits shows no number.
        Field("hits") { $0.hits.flatMap { $0.number > 0 ? $0.text : nil } },
    ]
}

extension NeighbourhoodChoice: TemplateData {
    public static let fields: [Field<NeighbourhoodChoice>] = [
        Field("id") { $0.neighbourhood.id },
        Field("name") { $0.neighbourhood.name },
        Field("nameLanguage") { WrittenLanguage($0.neighbourhood.name) },
        Field("isSelected") { $0.isSelected },
        Field("hits") { $0.hits?.text },
    ]
}

extension PurposeChoice: TemplateData {
    public static let fields: [Field<PurposeChoice>] = [
        Field("value") { $0.purpose?.key },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
}

extension OrderChoice: TemplateData {
    public static let fields: [Field<OrderChoice>] = [
        Field("name") { $0.name },
        Field("path") { ItemListLink($0.selection) },
        Field("isSelected") { $0.isSelected },
    ]
}

extension StatusChoice: TemplateData {
    public static let fields: [Field<StatusChoice>] = [
        Field("value") { $0.status.name },
        Field("name") { $0.name },
        Field("isSelected") { $0.isSelected },
    ]
}

extension ActiveFilter: TemplateData {
    public static let fields: [Field<ActiveFilter>] = [
        Field("name") { $0.name },
        Field("path") { ItemListLink($0.selection) },
    ]
}

extension SearchAlternative: TemplateData {
    public static let fields: [Field<SearchAlternative>] = [
        Field("text") { $0.text },
        Field("path") { ItemListLink($0.selection) },
    ]
}

extension AnnouncementBoard.Top: TemplateData {
    public static let fields: [Field<AnnouncementBoard.Top>] = [
        Field("announcement") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
    ]
}

extension OtherCurrencies: TemplateData {
    public static let fields: [Field<OtherCurrencies>] = [
        Field("note") { $0.note },
        Field("text") { $0.text },
        Field("path") { ItemListLink($0.selection, at: $0.position) },
    ]
}
