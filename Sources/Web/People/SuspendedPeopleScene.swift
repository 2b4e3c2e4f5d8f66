import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/suspended`: the suspended members, for operators; for anybody else it does not exist.
struct SuspendedPeopleScene: Sendable {
    private let people: SuspendedPeople
    private let page: Presenter<PagedList<SuspendedPeople.Entry, SuspendedPerson.Key>>

    init(_ dependencies: Dependencies) throws {
        people = SuspendedPeople(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("people/suspended-people")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let output = try await people.output(for: context.datedPageKey())
        return try page.response(
            PagedList(path: Link.suspendedPeople(), page: output), caching: "no-store",
            for: context)
    }
}

extension SuspendedPeople.Entry: TemplateData {
    public static let fields: [Field<SuspendedPeople.Entry>] = [
        Field("account") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("reason") { $0.reason },
        Field("reasonLanguage") { WrittenLanguage($0.reason) },
        Field("isSuspended") { _ in true },
        Field("date") { $0.date },
        Field("until") { $0.until },
        Field("hiddenWithThem") { $0.hidden },
        Field("decider") { $0.decider },
    ]
}
