import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/interests`, and `POST /items/7/interest` with its undoing.
struct InterestScene: Sendable {
    private let interests: Interests
    private let detail: ItemDetailScene
    private let page: Presenter<Interests.Output>

    init(_ dependencies: Dependencies, detail: ItemDetailScene) throws {
        interests = Interests(storage: dependencies.storage, zone: dependencies.zone)
        self.detail = detail
        page = try dependencies.page("items/interests")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await interests.output(
            for: try context.account, before: context.pageKey(), at: context.now)
        return try page.response(output, for: context)
    }

    func set(
        _ isInterested: Bool, _ id: Item.ID, _ context: RequestContext
    ) async throws -> Response {
        let result = try await interests.submit(
            isInterested, in: id, of: try context.account, at: context.now)
        return try await detail.page.answer(result, for: context) { _ in
            .redirect(to: Link.item(id))
        }
    }

    /// Notes the interest after the sign-in that the button led to.
    func takeUp(_ id: Item.ID, _ context: RequestContext) async throws -> PendingAction.Outcome {
        let result = try await interests.submit(
            true, in: id, of: try context.account, at: context.now)
        return try detail.page.outcome(
            result, for: context, saying: .interested, on: ReturnPath(named: Link.item(id)))
    }
}
