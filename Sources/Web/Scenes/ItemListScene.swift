import HTTPServer
import Market
import ViewModels

/// `/`: the listings, a page at a time.
struct ItemListScene: Sendable {
    private static let modeLifetime = 365 * 86_400

    private let list: ItemList
    private let pages: Pages
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        list = ItemList(storage: parts.storage)
        pages = parts.pages
        cookies = parts.cookies
    }

    func show(_ visit: Visit) async throws -> Response {
        let chosenMode = visit.request.query["view"].flatMap(ItemList.Mode.init)
        let input = input(visit, chosenMode)
        var response = try await pages.response(
            for: visit, variant: input.mode.rawValue, \.itemList
        ) {
            try await list.output(for: input, at: visit.now)
        }
        if let chosenMode {
            cookies.set(
                .view, to: chosenMode.rawValue, lifetime: Self.modeLifetime, on: &response)
        }
        return response
    }

    private func input(_ visit: Visit, _ chosenMode: ItemList.Mode?) -> ItemList.Input {
        let query = visit.request.query
        let remembered = cookies.value(.view, in: visit.request)
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
