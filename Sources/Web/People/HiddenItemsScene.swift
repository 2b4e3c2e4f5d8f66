import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/hidden`: the hidden items, for operators; for anybody else it does not exist.
struct HiddenItemsScene: Sendable {
    private let items: HiddenItems
    private let page: Presenter<PagedList<HiddenItems.Entry, Item.ID>>

    init(_ dependencies: Dependencies) throws {
        items = HiddenItems(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("people/hidden-items")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let output = try await items.output(for: context.pageKey())
        return try page.response(
            PagedList(path: Link.hiddenItems(), page: output), caching: "no-store", for: context)
    }
}

extension HiddenItems.Entry: TemplateData {
    public static let fields: [Field<HiddenItems.Entry>] = [
        Field("item") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("reason") { $0.reason },
        Field("reasonLanguage") { WrittenLanguage($0.reason) },
        Field("date") { $0.date },
        Field("dateEdited") { $0.dateEdited },
        Field("isMended") { $0.isMended },
        Field("seller") { $0.seller },
        Field("decider") { $0.decider },
    ]
}
