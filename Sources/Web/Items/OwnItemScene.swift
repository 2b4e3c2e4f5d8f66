import HTTPServer
import Market
import ViewModels

/// What sellers do with a listing of their own: `POST /items/7/reservation`, `/sale`, each with its
/// undoing, and `/pull-up`.
struct OwnItemScene: Sendable {
    private let item: OwnItem
    private let detail: ItemDetailScene
    private let cookies: CookieJar

    init(_ parts: SiteParts) {
        item = OwnItem(storage: parts.storage)
        detail = ItemDetailScene(parts)
        cookies = parts.cookies
    }

    func goBack(_ visit: Visit) async throws -> Response {
        .redirect(to: Scene.item(try visit.itemID).path)
    }

    func reserve(_ visit: Visit) async throws -> Response {
        try await set(.reserved, visit)
    }

    func unreserve(_ visit: Visit) async throws -> Response {
        try await undo(.reserved, visit)
    }

    func sell(_ visit: Visit) async throws -> Response {
        try await set(.sold, visit)
    }

    func unsell(_ visit: Visit) async throws -> Response {
        try await undo(.sold, visit)
    }

    func pullUp(_ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        if let alert = try await item.pullUp(id, by: try visit.account, at: visit.now) {
            return try await detail.response(saying: alert, visit)
        }
        return Flash(.pulledUp).redirect(to: .item(id), cookies)
    }

    private func set(_ status: Item.Status, _ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        try await item.set(status, of: id, by: try visit.account)
        return Flash(.statusChanged).redirect(to: .item(id), cookies)
    }

    private func undo(_ status: Item.Status, _ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        try await item.undo(status, of: id, by: try visit.account)
        return Flash(.statusChanged).redirect(to: .item(id), cookies)
    }
}
