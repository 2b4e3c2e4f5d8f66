import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/hidden`: what is hidden, for operators; to anybody else it is not there.
struct HiddenItemsScene: Sendable {
    private let items: HiddenItems
    private let page: Presenter<HiddenItems.Output>

    init(_ dependencies: Dependencies) throws {
        items = HiddenItems(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("people/hidden-items")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let key = context.request.query["before"].flatMap { Item.ID(digits: $0) }
        return try page.response(
            try await items.output(for: key), caching: "no-store", for: context)
    }
}

extension HiddenItems.Output: TemplateData {
    public static let fields: [Field<HiddenItems.Output>] = [
        Field("areSettled") { _ in false },
        Field("areHidden") { _ in true },
        Field("arePeople") { _ in false },
        Field("entries") { $0.page.entries },
        Field("isPaged") { !$0.page.isFirst },
        Field("older") { $0.page.older },
        Field("emptyText") { $0.page.emptyText },
    ]
}

extension HiddenItems.Entry: TemplateData {
    public static let fields: [Field<HiddenItems.Entry>] = [
        Field("item") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("reason") { $0.reason },
        Field("reasonLanguage") { WrittenLanguage($0.reason) },
        Field("date") { $0.date },
    ]
}
