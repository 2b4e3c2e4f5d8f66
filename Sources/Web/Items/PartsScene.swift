import HTTPServer
import Market
import Mustache
import ViewModels

/// `/dev/parts`: what pages are made of, for those who write them; in development only.
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

/// The parts, with real items for the cards.
struct PartsPage: TemplateData {
    let entries: [ItemList.Entry]

    /// As `icons.svg` names them; a list's icons are those of the market's to-do lists.
    private static let icons =
        [
            "house", "magnifier", "sliders", "plus", "pen", "speech", "person", "bell", "tick",
            "trash",
            "heart", "share", "camera", "note", "lists", "steps", "rows", "grid", "menu", "dots",
            "back", "forth", "close",
        ] + (0...Category.allCases.count).map { "c\($0)" }

    static let fields: [Field<PartsPage>] = [
        Field("entries") { $0.entries },
        Field("icons") { _ in icons },
    ]
}
