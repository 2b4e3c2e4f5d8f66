import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/suspended`: who is suspended, for operators; to anybody else it is not there.
struct SuspendedPeopleScene: Sendable {
    private let people: SuspendedPeople
    private let page: Presenter<SuspendedPeople.Output>

    init(_ dependencies: Dependencies) throws {
        people = SuspendedPeople(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("people/suspended-people")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let key = context.request.query["before"].flatMap { SuspendedPerson.Key($0) }
        return try page.response(
            try await people.output(for: key), caching: "no-store", for: context)
    }
}

extension SuspendedPerson.Key {
    /// Reads what `text` writes.
    fileprivate init?(_ text: some StringProtocol) {
        guard let (date, id) = text.numberPair else { return nil }
        self.init(date: Timestamp(seconds: date), id: Account.ID(rawValue: id))
    }

    /// In the address of the page that goes on from it.
    fileprivate var text: String { "\(date.seconds)-\(id)" }
}

extension SuspendedPeople.Output: TemplateData {
    public static let fields: [Field<SuspendedPeople.Output>] = [
        Field("areSettled") { _ in false },
        Field("areHidden") { _ in false },
        Field("arePeople") { _ in true },
        Field("entries") { $0.page.entries },
        Field("isPaged") { !$0.page.isFirst },
        Field("older") { $0.page.older?.text },
        Field("emptyText") { $0.page.emptyText },
    ]
}

extension SuspendedPeople.Entry: TemplateData {
    public static let fields: [Field<SuspendedPeople.Entry>] = [
        Field("account") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("isSuspended") { _ in true },
        Field("date") { $0.date },
    ]
}
