import HTTPServer
import Market
import ViewModels

/// `/`: the listings, a page at a time.
struct ItemListScene: Sendable {
    private static let modeLifetime = 365 * 86_400

    private let list: ItemList
    private let pages: Pages
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        list = ItemList(storage: dependencies.storage)
        pages = dependencies.pages
        cookies = dependencies.cookies
    }

    func show(_ context: RequestContext) async throws -> Response {
        let chosenMode = context.request.query["view"].flatMap(ItemList.Mode.init)
        let input = input(context, chosenMode)
        var response = try await pages.response(
            for: context, variant: input.mode.rawValue, \.itemList
        ) {
            try await list.output(for: input, at: context.now)
        }
        if let chosenMode {
            cookies.set(
                .view, to: chosenMode.rawValue, lifetime: Self.modeLifetime, on: &response)
        }
        return response
    }

    private func input(_ context: RequestContext, _ chosenMode: ItemList.Mode?) -> ItemList.Input {
        let query = context.request.query
        let remembered = cookies.value(.view, in: context.request)
        return ItemList.Input(
            filter: ItemFilter(category: Market.Category(query: query)),
            position: position(query),
            mode: chosenMode ?? remembered.flatMap(ItemList.Mode.init) ?? .list)
    }

    /// A key that is none begins at the newest.
    private func position(_ query: Query) -> ItemQuery.Position {
        if let key = query["before"].flatMap({ Item.Position(digits: $0) }) { return .before(key) }
        if let key = query["after"].flatMap({ Item.Position(digits: $0) }) { return .after(key) }
        return .newest
    }
}

extension Market.Category {
    /// The category that a query names; none when it names what is none.
    init?(query: Query) {
        guard let id = query["category"].flatMap({ Int(digits: $0) }) else { return nil }
        self.init(rawValue: id)
    }
}

extension ItemList.Output: Aging {}
extension ItemDetail.Output: Aging {}
