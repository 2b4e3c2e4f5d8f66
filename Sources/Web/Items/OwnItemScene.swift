import HTTPServer
import Market
import ViewModels

/// What sellers do with a listing of their own: `POST /items/7/reservation`, `/sale`, each with its
/// undoing, and `/pull-up`.
struct OwnItemScene: Sendable {
    private let item: OwnItem
    private let detail: ItemDetailScene
    private let cookies: CookieJar

    init(_ dependencies: Dependencies) {
        item = OwnItem(storage: dependencies.storage)
        detail = ItemDetailScene(dependencies)
        cookies = dependencies.cookies
    }

    func goBack(_ context: RequestContext) async throws -> Response {
        .redirect(to: Link.item(try context.itemID))
    }

    func reserve(_ context: RequestContext) async throws -> Response {
        try await set(.reserved, context)
    }

    func unreserve(_ context: RequestContext) async throws -> Response {
        try await undo(.reserved, context)
    }

    func sell(_ context: RequestContext) async throws -> Response {
        try await set(.sold, context)
    }

    func unsell(_ context: RequestContext) async throws -> Response {
        try await undo(.sold, context)
    }

    func pullUp(_ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        if let alert = try await item.pullUp(id, by: try context.account, at: context.now) {
            return try await detail.response(saying: alert, context)
        }
        return Flash(.pulledUp).redirect(to: Link.item(id), cookies)
    }

    private func set(_ status: Item.Status, _ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        try await item.set(status, of: id, by: try context.account)
        return Flash(.statusChanged).redirect(to: Link.item(id), cookies)
    }

    private func undo(_ status: Item.Status, _ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        try await item.undo(status, of: id, by: try context.account)
        return Flash(.statusChanged).redirect(to: Link.item(id), cookies)
    }
}
