import HTTPServer
import Market
import Mustache
import ViewModels

/// `/items/7/hiding`: asks an operator for the reason to hide an item; for anybody else it does not exist.
struct HidingScene: Sendable {
    private let prompt: HidingPrompt
    private let page: Presenter<HidingPrompt.Output>

    init(_ dependencies: Dependencies) throws {
        prompt = HidingPrompt(storage: dependencies.storage)
        page = try dependencies.page("people/hiding")
    }

    func show(_ context: RequestContext, _ id: Item.ID) async throws -> Response {
        try context.checkOperator()
        let output = try await prompt.output(
            for: id, by: try context.account, at: context.now)
        guard let output else {
            return .redirect(to: Link.item(id))
        }
        return try page.response(output, caching: "no-store", for: context)
    }
}

extension HidingPrompt.Output: TemplateData {
    public static let fields: [Field<HidingPrompt.Output>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("reasonChoices") { $0.reasonChoices },
    ]
}
