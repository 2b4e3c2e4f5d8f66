import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/interests`, and `POST /items/7/interest` with its undoing.
struct InterestScene: Sendable {
    private let interests: Interests
    private let pages: Pages
    private let detail: ItemDetailScene

    init(_ dependencies: Dependencies) {
        interests = Interests(storage: dependencies.storage)
        pages = dependencies.pages
        detail = ItemDetailScene(dependencies)
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await interests.output(
            of: try context.account,
            before: context.request.query["before"].flatMap { Interest.ID(digits: $0) },
            at: context.now)
        return try pages.response(output, \.accounts.interests, for: context)
    }

    func add(_ context: RequestContext) async throws -> Response {
        try await set(true, context)
    }

    func remove(_ context: RequestContext) async throws -> Response {
        try await set(false, context)
    }

    private func set(_ isInterested: Bool, _ context: RequestContext) async throws -> Response {
        let id = try context.itemID
        let alert = try await interests.set(isInterested, in: id, of: try context.account)
        guard let alert else { return .redirect(to: Link.item(id)) }
        return try await detail.response(saying: alert, context)
    }
}

extension Interests.Output: TemplateData {
    public static let fields: [Field<Interests.Output>] = [
        Field("entries") { $0.entries },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}
