import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/interests`, and `POST /items/7/interest` with its undoing.
struct InterestScene: Sendable {
    private let interests: Interests
    private let pages: Pages
    private let detail: ItemDetailScene

    init(_ parts: SiteParts) {
        interests = Interests(storage: parts.storage)
        pages = parts.pages
        detail = ItemDetailScene(parts)
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await interests.output(
            of: try visit.account,
            before: visit.request.query["before"].flatMap { Interest.ID(digits: $0) },
            at: visit.now)
        return try pages.response(output, \.accounts.interests, for: visit)
    }

    func add(_ visit: Visit) async throws -> Response {
        try await set(true, visit)
    }

    func remove(_ visit: Visit) async throws -> Response {
        try await set(false, visit)
    }

    private func set(_ isInterested: Bool, _ visit: Visit) async throws -> Response {
        let id = try visit.itemID
        let alert = try await interests.set(isInterested, in: id, of: try visit.account)
        guard let alert else { return .redirect(to: Scene.item(id).path) }
        return try await detail.response(saying: alert, visit)
    }
}

extension Interests.Output: TemplateData {
    public static let fields: [Field<Interests.Output>] = [
        Field("entries") { $0.entries },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}
