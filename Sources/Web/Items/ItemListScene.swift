import HTTPServer
import Market
import Mustache
import ViewModels

/// `/`: the items, a page at a time.
struct ItemListScene: Sendable {
    private static let modeLifetime = 365 * 86_400

    private let list: ItemList
    private let page: Presenter<ItemList.Output>
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) throws {
        list = ItemList(storage: dependencies.storage)
        page = try dependencies.page("items/item-list")
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let query = ItemListQuery(context.request.query)
        let remembered = cookies.value(.view, in: context.request)
        let input = ItemList.Input(
            filter: query.filter, position: query.position,
            mode: query.mode ?? remembered.flatMap(ItemList.Mode.init) ?? .list)
        var response = try await page.pages.response(
            for: context, variant: input.mode.rawValue, page.template
        ) {
            try await list.output(for: input, at: context.now)
        }
        if let mode = query.mode {
            cookies.set(.view, to: mode.rawValue, lifetime: Self.modeLifetime, on: &response)
        }
        return response
    }
}

/// `/categories`: the categories as a screen of their own.
struct CategoryListScene: Sendable {
    let page: Presenter<CategoryList.Output>

    func show(_ context: RequestContext) async throws -> Response {
        let filter = ItemListQuery(context.request.query).filter
        return try page.response(CategoryList().output(for: filter.category), for: context)
    }
}

// Patterns rather than `==`, for which the compiler would copy the whole output or entry.
extension ItemList.Output: TemplateData, Aging {
    public static let fields: [Field<ItemList.Output>] = texts + links

    private static let texts: [Field<ItemList.Output>] = [
        Field("heading") { $0.heading },
        Field("isList") { if case .list = $0.mode { true } else { false } },
        Field("isGrid") { if case .grid = $0.mode { true } else { false } },
        Field("isOfCategory") { $0.filter.category != nil },
        Field("categories") { $0.categories },
        Field("entries") { $0.entries },
        Field("isPaged") { !$0.isFirstPage },
        Field("emptyText") { $0.emptyText },
    ]

    private static let links: [Field<ItemList.Output>] = [
        Field("path") { ItemListLink($0.filter) },
        Field("feedPath") { ItemListLink($0.filter, on: Link.itemFeed) },
        Field("categoriesPath") { ItemListLink($0.filter, on: Link.categories) },
        Field("listPath") { ItemListLink($0.filter, mode: .list) },
        Field("gridPath") { ItemListLink($0.filter, mode: .grid) },
        Field("olderPath") { link($0.next.map { .following($0) }, $0.filter) },
        Field("newerPath") { link($0.previous.map { .preceding($0) }, $0.filter) },
    ]

    /// Nil where there is no such page.
    private static func link(
        _ position: ItemQuery.Position?, _ filter: ItemFilter
    ) -> ItemListLink? {
        position.map { ItemListLink(filter, at: $0) }
    }
}

extension CategoryList.Output: TemplateData {
    public static let fields: [Field<CategoryList.Output>] = [
        Field("categories") { $0.categories }
    ]
}

extension CategoryChoice: TemplateData {
    public static let fields: [Field<CategoryChoice>] = [
        Field("id") { $0.id },
        Field("name") { $0.name },
        Field("path") { ItemListLink(ItemFilter(category: $0.category)) },
        Field("isSelected") { $0.isSelected },
    ]
}

extension ItemList.Entry: TemplateData {
    public static let fields: [Field<ItemList.Entry>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("categoryName") { $0.category },
        Field("price") { $0.price.text },
        Field("formerPrice") { $0.price.formerText },
        Field("isFree") { $0.price.isFree },
        Field("stock") { $0.stock },
        Field("isSoldOut") { $0.isSoldOut },
        Field("isMarked") { if case .selling = $0.status { false } else { true } },
        Field("isSold") { if case .sold = $0.status { true } else { false } },
        Field("status") { $0.status.name },
        Field("age") { $0.age },
        Field("datePosted") { $0.datePosted },
        Field("photo") { $0.photo },
        Field("category") { $0.kind.rawValue },
        Field("isSingle") { $0.isSingle },
    ]
}

extension PriceTag: TemplateData {
    public static let fields: [Field<PriceTag>] = [
        Field("text") { $0.text },
        Field("former") { $0.formerText },
        Field("isFree") { $0.isFree },
    ]
}
