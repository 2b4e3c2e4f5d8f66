import HTTPServer
import Market
import Mustache
import ViewModels

/// `/people`: the market's numbers and its members, for operators; for anybody else it does not
/// exist. `?q=민지` finds members by part of their nickname.
struct MarketOverviewScene: Sendable {
    private let overview: MarketOverview
    private let page: Presenter<MarketOverview.Output>
    private let searches: TurnLimiter

    init(_ dependencies: Dependencies) throws {
        overview = MarketOverview(
            storage: dependencies.storage, zone: dependencies.zone,
            hasContact: !dependencies.pages.operatorText.isEmpty,
            version: dependencies.version, start: dependencies.start)
        page = try dependencies.page("people/market-overview")
        searches = dependencies.searchLimiter
    }

    func show(_ context: RequestContext) async throws -> Response {
        try context.checkOperator()
        let input = MarketOverview.Input(
            text: context.request.query["q"] ?? "", before: context.pageKey())
        let now = context.now
        let output = try await searches.run(for: context.address) { [overview] in
            try await overview.output(for: input, at: now)
        }
        return try page.response(output, caching: "no-store", for: context)
    }
}

extension MarketOverview.Output {
    /// The path of the first page.
    fileprivate var path: String {
        text.isEmpty ? Link.people() : "\(Link.people())?q=\(text.percentEncoded())"
    }

    /// The path of the next page; nil on the last page.
    fileprivate var olderPath: String? {
        page.older.map { "\(path)\(text.isEmpty ? "?" : "&")before=\($0)" }
    }
}

extension MarketOverview.Output: TemplateData {
    public static let fields: [Field<MarketOverview.Output>] = [
        Field("numbers") { $0.numbers },
        Field("hasNumbers") { !$0.numbers.isEmpty },
        Field("soughtText") { $0.text },
        Field("entries") { $0.page.entries },
        Field("emptyText") { $0.page.emptyText },
        Field("isPaged") { !$0.page.isFirst },
        Field("path") { $0.path },
        Field("olderPath") { $0.olderPath },
        Field("firstSteps") { $0.firstSteps },
        Field("hasFirstSteps") { !$0.firstSteps.isEmpty },
        Field("programVersion") { $0.version },
        Field("start") { $0.start },
    ]
}

extension MarketOverview.Number: TemplateData {
    public static let fields: [Field<MarketOverview.Number>] = [
        Field("name") { $0.name },
        Field("number") { $0.text },
    ]
}

extension MarketOverview.Entry: TemplateData {
    public static let fields: [Field<MarketOverview.Entry>] = [
        Field("account") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("date") { $0.date },
        Field("isSuspended") { $0.isSuspended },
    ]
}

extension FirstSteps.Step: TemplateData {
    public static let fields: [Field<FirstSteps.Step>] = [
        Field("name") { $0.name },
        Field("hint") { $0.hint },
        Field("isDone") { $0.isDone },
        Field("icon") { $0.icon },
        Field("path") { $0.formPath ?? Link.people() + "#first-steps" },
        Field("formPath") { $0.formPath },
    ]

    private var icon: String {
        switch kind {
        case .contact: "speech"
        case .places: "house"
        case .announcement: "bell"
        case .backup: "save"
        }
    }

    /// The page on which it is done; nil if it is done outside of the site.
    private var formPath: String? {
        if case .announcement = kind { Link.announcementForm() } else { nil }
    }
}
