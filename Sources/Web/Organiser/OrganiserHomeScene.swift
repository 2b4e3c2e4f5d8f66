import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my`: the organiser's main page.
struct OrganiserHomeScene: Sendable {
    private let home: OrganiserHome
    private let marks: PostingMark
    private let page: Presenter<OrganiserHome.Output>

    init(_ dependencies: Dependencies) throws {
        home = OrganiserHome(storage: dependencies.storage, zone: dependencies.zone)
        marks = dependencies.marks
        page = try dependencies.page("organiser/organiser-home")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await home.output(
            for: try context.account, posted: marks.items(context), at: context.now,
            isShownAgain: context.isShownAgain)
        return try page.response(output, for: context)
    }
}

extension OrganiserHome.Output: TemplateData {
    public static let fields: [Field<OrganiserHome.Output>] = [
        Field("isEmpty") { $0.isEmpty },
        Field("draft") { $0.draft },
        Field("postedText") { $0.postedText },
        Field("news") { $0.news },
        Field("followedNews") { $0.followedNews },
        Field("hasNews") { !$0.news.isEmpty || $0.followedNews != nil },
        Field("due") { $0.due },
        Field("dueHeading") { $0.dueHeading },
        Field("hasDue") { !$0.due.isEmpty },
        Field("appointments") { $0.appointments },
        Field("hasAppointments") { !$0.appointments.isEmpty },
        Field("conversations") { output in
            output.conversations.map {
                ConversationsPage.Row(entry: $0, path: Link.conversation($0.id))
            }
        },
        Field("hasConversations") { !$0.conversations.isEmpty },
        Field("hasMoreConversations") { $0.hasMoreConversations },
        Field("reviews") { $0.reviews },
        Field("hasReviews") { !$0.reviews.isEmpty },
        Field("todos") { $0.todos },
        Field("hasTodos") { !$0.todos.isEmpty },
        Field("moreTodos") { $0.moreTodos },
        Field("hasDueTodos") { $0.hasDueTodos },
        Field("stages") { $0.stages },
        Field("hasStages") { !$0.stages.isEmpty },
        Field("sales") { $0.sales },
        Field("shownSales") { $0.shownSales },
        Field("wantedStages") { $0.wantedStages },
        Field("wanted") { $0.wanted },
        Field("shownWanted") { $0.shownWanted },
        Field("hasWanted") { !$0.wanted.isEmpty },
        Field("memos") { $0.memos },
        Field("hasMemos") { !$0.memos.isEmpty },
    ]
}

extension DueEntry: TemplateData {
    public static let fields: [Field<DueEntry>] = [
        Field("id") { $0.subject.number },
        Field("isTickable") { if case .todo = $0.subject { !$0.isLater } else { false } },
        Field("isLater") { $0.isLater },
        Field("isHiding") { if case .hiding = $0.subject { true } else { false } },
        Field("isDismissible") { $0.subject.isDismissible },
        Field("dismissalPath") { $0.subject.dismissalPath },
        Field("spot") { $0.spot },
        Field("spotLanguage") { WrittenLanguage($0.spot ?? "") },
        Field("withWhom") { $0.other },
        Field("withWhomLanguage") { WrittenLanguage($0.other ?? "") },
        Field("path") { $0.subject.path(about: $0.item) },
        Field("notice") { $0.notice },
        Field("why") { $0.reason },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("isCompleted") { $0.isCompleted },
        Field("isDue") { $0.isDue },
        Field("dueTime") { $0.time },
        Field("repetition") { $0.repetition },
        Field("prices") { $0.prices },
    ]
}

extension OpenReview: TemplateData {
    public static let fields: [Field<OpenReview>] = [
        Field("path") { $0.link.path },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("other") { $0.other },
        Field("until") { $0.until },
    ]
}

extension OrganiserHome.HomeTodo: TemplateData {
    public static let fields: [Field<OrganiserHome.HomeTodo>] = [
        Field("id") { $0.id },
        Field("title") { $0.title },
        Field("titleLanguage") { WrittenLanguage($0.title) },
        Field("isCompleted") { $0.isCompleted },
        Field("dueTime") { $0.time },
        Field("list") { $0.list },
        Field("itemTitle") { $0.itemTitle },
        Field("itemLanguage") { WrittenLanguage($0.itemTitle ?? "") },
    ]
}

extension TodoListContent: TemplateData {
    public static let fields: [Field<TodoListContent>] = [
        Field("title") { $0.title },
        Field("icon") { $0.icon.rawValue },
    ]
}
