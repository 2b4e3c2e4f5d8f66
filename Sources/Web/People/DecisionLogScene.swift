import HTTPServer
import Market
import Mustache
import ViewModels

/// `/reports/decisions`: all decisions, for operators; for anybody else it does not exist.
struct DecisionLogScene: Sendable {
    private let log: DecisionLog
    private let page: Presenter<PagedList<DecisionLog.Entry, Decision.ID>>

    init(_ dependencies: Dependencies) throws {
        log = DecisionLog(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("people/decision-log")
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let output = try await log.output(for: context.pageKey())
        return try page.response(
            PagedList(path: Link.decisionLog(), page: output), caching: "no-store", for: context)
    }
}

extension DecisionLog.Entry: TemplateData {
    public static let fields: [Field<DecisionLog.Entry>] = [
        Field("decision") { $0.decision },
        Field("person") { $0.person },
        Field("item") { $0.item },
        Field("undoing") { $0.undoing },
    ]
}

extension DecisionEntry: TemplateData {
    public static let fields: [Field<DecisionEntry>] = [
        Field("text") { $0.text },
        Field("isMeasure") { $0.isMeasure },
        Field("isNeutral") { $0.isNeutral },
        Field("isUndo") { $0.isUndo },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("reason") { $0.reason },
        Field("reasonLanguage") { WrittenLanguage($0.reason) },
        Field("until") { $0.until },
        Field("date") { $0.date },
        Field("decider") { $0.decider },
        Field("reportKey") { $0.reportKey },
    ]
}
