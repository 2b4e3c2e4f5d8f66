import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/items`: one's own items by status.
struct OwnItemsScene: Sendable {
    private let items: OwnItems
    private let page: Presenter<OwnItems.Output>

    init(_ dependencies: Dependencies) throws {
        items = OwnItems(storage: dependencies.storage)
        page = try dependencies.page("items/own-items")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        let input = OwnItems.Input(
            account: try context.account,
            status: query["status"].flatMap { Item.Status(key: $0) } ?? .selling,
            before: query["before"].flatMap { Item.Position(digits: $0) })
        let output = try await items.output(for: input, at: context.now)
        return try page.response(output, for: context)
    }
}

/// What sellers do with an item of their own: `POST /items/7/reservation`, `/sale`, each with its
/// undoing, and `/pull-up`.
struct OwnItemScene: Sendable {
    private let item: OwnItem
    private let page: Presenter<ItemDetail.Output>

    init(_ dependencies: Dependencies, detail: ItemDetailScene) {
        item = OwnItem(storage: dependencies.storage)
        page = detail.page
    }

    /// The route of a button on the item's page.
    func route(
        _ path: Path<Item.ID>, _ action: OwnItem.Action, saying alert: Flash.Name = .statusChanged
    ) -> Route {
        .post(path) { context, id in
            let input = OwnItem.Input(id: id, account: try context.account, action: action)
            let result = try await item.submit(input, at: context.now)
            return try page.answer(result, for: context, saying: alert) { _ in Link.item(id) }
        }
    }
}

extension Item.Status {
    /// Its name in queries.
    var key: String {
        switch self {
        case .selling: "selling"
        case .reserved: "reserved"
        case .sold: "sold"
        }
    }

    init?(key: String) {
        guard let status = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = status
    }
}

extension OwnItems.Output: TemplateData {
    public static let fields: [Field<OwnItems.Output>] = [
        Field("stages") { $0.stages },
        Field("key") { $0.status.key },
        Field("entries") { $0.entries },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}

extension OwnItems.Stage: TemplateData {
    public static let fields: [Field<OwnItems.Stage>] = [
        Field("status") { $0.status.name },
        Field("key") { $0.status.key },
        Field("count") { $0.count },
        Field("isSelected") { $0.isSelected },
    ]
}
