import HTTPServer
import Market
import Mustache
import ViewModels

/// `/people/3/block`: asks, and blocks somebody; `/my/blocks`: everybody the viewer has blocked,
/// each to unblock.
struct BlockScene: Sendable {
    private let detail: PersonDetail
    private let prompt: BlockPrompt
    private let people: BlockedPeople
    private let page: Presenter<PersonDetail.Output>
    private let questionPage: Presenter<QuestionPage>
    private let listPage: Presenter<BlockedPeople.Output>

    init(_ dependencies: Dependencies) throws {
        detail = PersonDetail(storage: dependencies.storage, zone: dependencies.zone)
        prompt = BlockPrompt(storage: dependencies.storage)
        people = BlockedPeople(storage: dependencies.storage)
        page = try dependencies.page("people/person")
        questionPage = try dependencies.page("parts/question")
        listPage = try dependencies.page("people/blocked-people")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try listPage.response(try await people.output(for: try context.account), for: context)
    }

    /// Asks before somebody is blocked, and names what would end.
    func ask(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        let question = try await prompt.output(for: id, by: try context.account)
        let conversation = context.request.query["conversation"]
            .flatMap { Conversation.ID(digits: $0) }
        return try questionPage.response(
            QuestionPage(
                question: question, action: Link.block(id), back: place(of: id, conversation),
                conversation: conversation),
            for: context)
    }

    /// Blocks somebody; the button asks first if something would end.
    func block(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        let (account, conversation, asksFirst) = try await input(context)
        let endsDealing = try await prompt.isNeeded(for: id, by: account)
        if asksFirst, endsDealing {
            let question = Link.block(id)
            return .redirect(to: conversation.map { "\(question)?conversation=\($0)" } ?? question)
        }
        let result = try await detail.submit(.block, on: id, by: account, at: context.now)
        return try await page.answer(result, for: context) { _ in
            Flash.undoing(.block(id, in: conversation, ending: endsDealing))
                .redirect(to: place(of: id, conversation), page.pages.cookies)
        }
    }

    func unblock(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        let (account, conversation, _) = try await input(context)
        let result = try await detail.submit(.unblock, on: id, by: account, at: context.now)
        return try page.answer(result, for: context, saying: .unblocked) {
            place(of: id, conversation)
        }
    }

    /// Reads the form; its conversation may be in the address, as that of an alert's button is.
    private func input(
        _ context: RequestContext
    ) async throws -> (account: Account.ID, conversation: Conversation.ID?, asksFirst: Bool) {
        let named = context.request.query["conversation"]
        return try await page.input(context) { account, form in
            let number = form.text("conversation") ?? named ?? ""
            return (account, Conversation.ID(digits: number), form.asksFirst)
        }
    }

    /// The conversation in which it was asked for, if any; otherwise the person's page.
    private func place(of id: Account.ID, _ conversation: Conversation.ID?) -> String {
        conversation.map { Link.conversation($0) } ?? Link.person(id)
    }
}

extension BlockedPeople.Output: TemplateData {
    public static let fields: [Field<BlockedPeople.Output>] = [
        Field("people") { $0.people },
        Field("emptyText") { $0.emptyText },
    ]
}
