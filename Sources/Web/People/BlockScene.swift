import HTTPServer
import Market
import Mustache
import ViewModels

/// `/people/3/block`: keeps somebody away; `/my/blocks`: everybody who is, to take it back.
struct BlockScene: Sendable {
    private let detail: PersonDetail
    private let people: BlockedPeople
    private let page: Presenter<PersonDetail.Output>
    private let listPage: Presenter<BlockedPeople.Output>

    init(_ dependencies: Dependencies) throws {
        detail = PersonDetail(storage: dependencies.storage, zone: dependencies.zone)
        people = BlockedPeople(storage: dependencies.storage)
        page = try dependencies.page("people/person")
        listPage = try dependencies.page("people/blocked-people")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try listPage.response(try await people.output(for: try context.account), for: context)
    }

    func block(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        let result = try await submit(.block, context, id)
        return try page.answer(result, for: context, saying: .blocked) { Link.person(id) }
    }

    /// Leads back to the conversation that it was asked for in, if it was.
    func unblock(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        let conversation = try await page.forms.withForm(of: context) {
            Conversation.ID(digits: $0["conversation"])
        }
        let result = try await submit(.unblock, context, id)
        return try page.answer(result, for: context, saying: .unblocked) {
            conversation.map { Link.conversation($0) } ?? Link.person(id)
        }
    }

    private func submit(
        _ action: PersonDetail.Action, _ context: RequestContext, _ id: Account.ID
    ) async throws -> FormResult<Void, PersonDetail.Output> {
        try await detail.submit(action, on: id, by: try context.account, at: context.now)
    }
}

extension BlockedPeople.Output: TemplateData {
    public static let fields: [Field<BlockedPeople.Output>] = [
        Field("people") { $0.people },
        Field("emptyText") { $0.emptyText },
    ]
}
