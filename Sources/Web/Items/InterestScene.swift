import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/interests`, and `POST /items/7/interest` with its undoing.
struct InterestScene: Sendable {
    private let interests: Interests
    private let interest: ItemInterest
    private let detail: ItemDetailScene
    private let page: Presenter<Interests.Output>

    init(_ dependencies: Dependencies, detail: ItemDetailScene) throws {
        interests = Interests(storage: dependencies.storage)
        interest = ItemInterest(storage: dependencies.storage)
        self.detail = detail
        page = try dependencies.page("items/interests")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let input = Interests.Input(
            account: try context.account,
            before: context.request.query["before"].flatMap { Interest.ID(digits: $0) })
        let output = try await interests.output(for: input, at: context.now)
        return try page.response(output, for: context)
    }

    func set(
        _ isInterested: Bool, _ id: Item.ID, _ context: RequestContext
    ) async throws -> Response {
        let input = ItemInterest.Input(
            item: id, account: try context.account, isInterested: isInterested)
        let result = try await interest.submit(input, at: context.now)
        return try await detail.page.answer(result, for: context) { _ in
            .redirect(to: Link.item(id))
        }
    }
}

extension Interests.Output: TemplateData {
    public static let fields: [Field<Interests.Output>] = [
        Field("entries") { $0.entries },
        Field("older") { $0.older },
        Field("emptyText") { $0.emptyText },
    ]
}
