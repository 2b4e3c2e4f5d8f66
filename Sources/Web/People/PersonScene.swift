import HTTPServer
import Market
import Mustache
import ViewModels

/// `/people/3`: a person's public page; `/people/3/items`: what they sell, or what they look for.
struct PersonScene: Sendable {
    private let detail: PersonDetail
    private let departed: DepartedPersonDetail
    private let list: PersonItems
    private let page: Presenter<PersonDetail.Output>
    private let departedPage: Presenter<DepartedPersonDetail.Output>
    private let itemsPage: Presenter<PersonItems.Output>

    init(_ dependencies: Dependencies) throws {
        detail = PersonDetail(storage: dependencies.storage, zone: dependencies.zone)
        departed = DepartedPersonDetail(storage: dependencies.storage, zone: dependencies.zone)
        list = PersonItems(storage: dependencies.storage)
        page = try dependencies.page("people/person")
        departedPage = try dependencies.page("people/departed-person")
        itemsPage = try dependencies.page("people/person-items")
    }

    /// Shows the person; operators also see somebody who has left, as long as reports and decisions are kept.
    func show(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        let isOperator = context.member?.isOperator ?? false
        do {
            return try await page.pages.response(for: context, variant: "", page.template) {
                try await detail.output(
                    for: id, viewer: context.member?.account.id, isOperator: isOperator,
                    before: context.datedPageKey(), at: context.now)
            }
        } catch StorageError.notFound where isOperator {
            return try departedPage.response(
                try await departed.output(for: id), caching: "no-store", for: context)
        }
    }

    func showItems(_ context: RequestContext, _ id: Account.ID) async throws -> Response {
        try await itemsPage.pages.response(for: context, variant: "", itemsPage.template) {
            try await list.output(
                for: id,
                purpose: context.request.query["purpose"].flatMap { Item.Purpose(key: $0) }
                    ?? .offer,
                before: context.pageKey(), at: context.now)
        }
    }
}

extension PersonDetail.Output: TemplateData, Aging {
    public static let fields: [Field<PersonDetail.Output>] = [
        Field("id") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("picture") { $0.picture },
        Field("about") { $0.about },
        Field("aboutLanguage") { WrittenLanguage($0.about) },
        Field("since") { $0.since },
        Field("facts") { $0.facts },
        Field("ratings") { $0.ratings },
        Field("remarks") { $0.remarks },
        Field("reviews") { $0.reviews.entries },
        Field("isPaged") { !$0.reviews.isFirst },
        Field("older") { $0.reviews.older },
        Field("emptyText") { $0.reviews.emptyText },
        Field("items") { $0.items },
        Field("hasItems") { !$0.items.isEmpty },
        Field("hasMoreItems") { $0.hasMoreItems },
        Field("wanted") { $0.wanted },
        Field("hasWanted") { !$0.wanted.isEmpty },
        Field("hasMoreWanted") { $0.hasMoreWanted },
        Field("isOwn") { $0.isOwn },
        Field("isBlocked") { $0.isBlocked },
        Field("hasMenu") { !$0.isOwn && !($0.isBlocked && $0.hasReported) },
        Field("isFollowed") { $0.isFollowed },
        Field("hasReported") { $0.hasReported },
        Field("suspendable") { $0.suspendable },
        Field("waitingReports") { $0.waitingReports },
        Field("reasonChoices") { $0.reasonChoices },
        Field("decisions") { $0.decisions },
        Field("hasDecisions") { !$0.decisions.isEmpty },
    ]
}

extension DepartedPersonDetail.Output: TemplateData {
    public static let fields: [Field<DepartedPersonDetail.Output>] = [
        Field("id") { $0.id },
        Field("nickname") { $0.nickname },
        Field("nicknameLanguage") { WrittenLanguage($0.nickname) },
        Field("dateLeft") { $0.dateLeft },
        Field("wasSuspended") { $0.wasSuspended },
        Field("waitingReports") { $0.waitingReports },
        Field("decisions") { $0.decisions },
        Field("hasDecisions") { !$0.decisions.isEmpty },
    ]
}

extension PersonDetail.Count: TemplateData {
    public static let fields: [Field<PersonDetail.Count>] = [
        Field("name") { $0.name },
        Field("count") { $0.count },
    ]
}

extension PersonItems.Output: TemplateData, Aging {
    public static let fields: [Field<PersonItems.Output>] = [
        Field("id") { $0.id },
        Field("nickname") { $0.nickname },
        Field("isOfWanted") { if case .request = $0.purpose { true } else { false } },
        Field("entries") { $0.page.entries },
        Field("isPaged") { !$0.page.isFirst },
        Field("older") { $0.page.older },
        Field("emptyText") { $0.page.emptyText },
    ]
}
