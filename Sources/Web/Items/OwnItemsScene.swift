import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/items`: one's own items by status.
struct OwnItemsScene: Sendable {
    private let items: OwnItems
    private let pages: Pages
    private let template: PageTemplate<OwnItems.Output>

    init(_ dependencies: Dependencies) throws {
        items = OwnItems(storage: dependencies.storage)
        pages = dependencies.pages
        template = try pages.templates.page("items/own-items")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let query = context.request.query
        let input = OwnItems.Input(
            account: try context.account,
            status: query["status"].flatMap { Item.Status(key: $0) } ?? .selling,
            before: query["before"].flatMap { Item.Position(digits: $0) })
        let output = try await items.output(for: input, at: context.now)
        return try pages.response(output, template, for: context)
    }
}

/// What sellers do with an item of their own: `POST /items/7/reservation`, `/sale`, each with its
/// undoing, and `/pull-up`.
struct OwnItemScene: Sendable {
    private let item: OwnItem
    private let detail: ItemDetailScene
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) throws {
        item = OwnItem(storage: dependencies.storage)
        detail = try ItemDetailScene(dependencies)
        cookies = dependencies.cookies
    }

    func goBack(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        .redirect(to: Link.item(id))
    }

    func reserve(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.reserve, id, context, .statusChanged)
    }

    func unreserve(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.offerAgain(from: .reserved), id, context, .statusChanged)
    }

    func sell(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.sell, id, context, .statusChanged)
    }

    func unsell(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.offerAgain(from: .sold), id, context, .statusChanged)
    }

    func pullUp(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try await submit(.pullUp, id, context, .pulledUp)
    }

    private func submit(
        _ action: OwnItem.Action, _ id: Item.ID, _ context: RequestContext, _ flash: Flash.Name
    ) async throws -> Response {
        let input = OwnItem.Input(id: id, account: try context.account, action: action)
        switch try await item.submit(input, at: context.now) {
        case .saved: return Flash(flash).redirect(to: Link.item(id), cookies)
        case .refused(let output): return try detail.response(to: context, output)
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
