import HTTPServer
import Market
import Mustache
import ViewModels

/// `/dev/parts`: the building blocks of pages, for template authors; in development mode only.
struct PartsScene: Sendable {
    private let list: ItemList
    private let page: Presenter<PartsPage>

    init(_ dependencies: Dependencies) throws {
        list = ItemList(storage: dependencies.storage)
        page = try dependencies.page("parts/parts")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let newest = try await list.output(for: ItemList.Input(), at: context.now)
        return try page.response(PartsPage(entries: newest.entries), for: context)
    }
}

/// The page of parts, with real items for the cards.
struct PartsPage: TemplateData {
    let entries: [ItemList.Entry]

    /// Icon names as in `icons.svg`.
    private static let icons =
        [
            "house", "magnifier", "sliders", "plus", "pen", "speech", "person", "follow", "ban",
            "bell", "tick", "trash", "heart", "share", "camera", "note", "lists", "steps", "rows",
            "grid", "menu", "dots", "back", "forth", "close",
        ] + (0...Category.allCases.count).map { "c\($0)" }

    static let fields: [Field<PartsPage>] = [
        Field("entries") { $0.entries },
        Field("icons") { _ in icons },
    ]
}
