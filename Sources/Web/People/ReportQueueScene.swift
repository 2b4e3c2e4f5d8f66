import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports`: the queue of reports, for operators; for anybody else it does not exist.
struct ReportQueueScene: Sendable {
    private let queue: ReportQueue
    private let storage: any ReportStorage
    private let page: Presenter<ReportQueue.Output>

    init(_ dependencies: Dependencies) throws {
        queue = ReportQueue(storage: dependencies.storage, zone: dependencies.zone)
        storage = dependencies.storage
        page = try dependencies.page("people/report-queue")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let query = context.request.query
        let input = ReportQueue.Input(
            areSettled: query["settled"] == "1", about: ReportCase.Scope(query),
            before: query["before"].flatMap { Report.ID(digits: $0) })
        return try page.response(
            try await queue.output(for: input, by: try context.account, at: context.now),
            caching: "no-store", for: context)
    }

    func showPhoto(_ context: RequestContext, _ id: Report.ID) async throws -> Response {
        try context.checkOperator()
        return Representation(
            .bytes(try await storage.photo(of: id)), mediaType: "image/jpeg",
            tag: EntityTag("\(id)"), cacheControl: "no-store"
        ).response(to: context.request)
    }
}

extension ReportCase.Scope {
    /// Nil if the address names nothing.
    fileprivate init?(_ query: Query) {
        if let id = query["item"].flatMap({ Item.ID(digits: $0) }) {
            self = .item(id)
        } else if let id = query["person"].flatMap({ Account.ID(digits: $0) }) {
            self = .person(id)
        } else {
            return nil
        }
    }

    /// The scope in the address of a page about it.
    fileprivate var query: String {
        switch self {
        case .item(let id): "item=\(id)"
        case .person(let id): "person=\(id)"
        }
    }
}

extension ReportQueue.Output: TemplateData {
    public static let fields: [Field<ReportQueue.Output>] = [
        Field("areSettled") { $0.areSettled },
        Field("scope") { $0.scope?.query },
        Field("hasMended") { $0.hasMended },
        Field("reasonChoices") { $0.reasonChoices },
        Field("isTop") { !$0.areSettled && $0.page.isFirst },
        Field("cases") { $0.page.entries.map(\.id.description).joined(separator: " ") },
        // Wordings for a script that counts new reports.
        Field("newCounts") { _ in [1, 2].map(NewReports.init) },
        Field("entries") { $0.page.entries },
        Field("isPaged") { !$0.page.isFirst },
        Field("older") { $0.page.older },
        Field("emptyText") { $0.page.emptyText },
    ]
}

/// The wording for so many reports since the page was made.
private struct NewReports: TemplateData {
    let count: Int

    static let fields: [Field<NewReports>] = [
        Field("newReports") { $0.count }
    ]
}

extension ReasonChoices: TemplateData {
    public static let fields: [Field<ReasonChoices>] = [
        Field("decided") { $0.kind.listName },
        Field("reasons") { $0.reasons },
    ]
}

extension Decision.Kind {
    /// Names the list of suggested reasons, to keep the kinds of decision apart on one page.
    fileprivate var listName: String {
        switch self {
        case .hidden: "hidden"
        case .removed: "removed"
        case .suspended: "suspended"
        // No page asks for a reason for these.
        case .dismissed, .shown, .lifted, .returned, .reopened, .termChanged, .keptHidden: ""
        }
    }
}

extension ReportQueue.Entry: TemplateData {
    public static let fields: [Field<ReportQueue.Entry>] = [
        Field("report") { $0.id },
        Field("item") { $0.item },
        Field("isPerson") { if case .person = $0.subject { true } else { false } },
        Field("kind") { $0.kind },
        Field("excerpt") { $0.excerpt },
        Field("excerptLanguage") { WrittenLanguage($0.excerpt) },
        Field("listing") { $0.listing },
        Field("dateEdited") { $0.dateEdited },
        Field("reports") { $0.reports },
        Field("isRepeated") { $0.reports.count > 1 },
        Field("reportCount") { $0.reports.count },
        Field("others") { $0.others },
        Field("person") { $0.person },
        Field("suspendable") { $0.suspendable },
        Field("talk") { $0.talk },
        Field("isWriterNamed") { $0.talk?.writer.id != nil },
        Field("hasNothingToDecide") {
            $0.item == nil && $0.suspendable == nil && $0.talk?.mayBeRemoved != true
        },
        Field("isSettled") { $0.isSettled },
        Field("mayBeReopened") { $0.mayBeReopened },
        Field("decision") { $0.decision },
        Field("later") { $0.later },
        Field("outcome") { $0.outcome },
        Field("decisionCount") { $0.decisionCount },
        Field("removalText") { $0.removalText },
        Field("isItemHidden") { $0.isItemHidden },
        Field("hasPhoto") { $0.hasPhoto },
    ]
}

extension ReportQueue.Line: TemplateData {
    public static let fields: [Field<ReportQueue.Line>] = [
        Field("reason") { $0.reason },
        Field("text") { $0.text },
        Field("textLanguage") { WrittenLanguage($0.text) },
        Field("date") { $0.date },
        Field("reporter") { $0.reporter },
    ]
}

extension ReportQueue.Listing: TemplateData {
    public static let fields: [Field<ReportQueue.Listing>] = [
        Field("price") { $0.price.text },
        Field("photo") { $0.photo },
        Field("written") { $0.text },
        Field("writtenLanguage") { WrittenLanguage($0.text) },
        Field("summary") { $0.summary },
    ]
}

extension ReportedTalk: TemplateData {
    public static let fields: [Field<ReportedTalk>] = [
        Field("about") { $0.item },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("writer") { $0.writer },
        Field("receiver") { $0.receiver },
        Field("lines") { $0.lines },
        Field("mayBeRemoved") { $0.mayBeRemoved },
        Field("isRemoved") { $0.isRemoved },
        Field("hasWriterLeft") { $0.hasWriterLeft },
    ]
}

extension ReportedTalk.Line: TemplateData {
    public static let fields: [Field<ReportedTalk.Line>] = [
        Field("writer") { $0.writer },
        Field("said") { $0.text },
        Field("saidLanguage") { WrittenLanguage($0.text) },
        Field("saidInstead") { $0.label },
        Field("date") { $0.date },
        Field("isReported") { $0.isReported },
    ]
}

extension Report.Person: TemplateData {
    public static let fields: [Field<Report.Person>] = [
        Field("account") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("isSuspended") { $0.isSuspended },
        Field("hasLeft") { $0.hasLeft },
    ]
}
