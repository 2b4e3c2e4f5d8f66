import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/reminders`: new matches of saved searches, what is due, and what is coming up.
struct ReminderInboxScene: Sendable {
    private let inbox: ReminderInbox
    private let page: Presenter<ReminderInbox.Output>

    init(_ dependencies: Dependencies) throws {
        inbox = ReminderInbox(storage: dependencies.storage, zone: dependencies.zone)
        page = try dependencies.page("organiser/reminder-inbox")
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await inbox.output(for: try context.account, at: context.now)
        return try page.response(output, for: context)
    }

    func dismiss(
        _ subject: Reminder.Subject, _ context: RequestContext
    ) async throws -> Response {
        try await inbox.submit(subject, of: try context.account, at: context.now)
        return .redirect(to: context.pageBefore(orElse: Link.reminders()))
    }
}

extension ReminderInbox.Output: TemplateData {
    public static let fields: [Field<ReminderInbox.Output>] = [
        Field("news") { $0.news },
        Field("followedNews") { $0.followedNews },
        Field("hasNews") { !$0.news.isEmpty || $0.followedNews != nil },
        Field("due") { $0.due },
        Field("upcoming") { $0.upcoming },
        Field("hasDue") { !$0.due.isEmpty },
        Field("hasUpcoming") { !$0.upcoming.isEmpty },
        Field("emptyText") { $0.emptyText },
    ]
}

extension ReminderInbox.Entry: TemplateData {
    public static let fields: [Field<ReminderInbox.Entry>] = [
        Field("path") { $0.subject.path(about: $0.item) },
        Field("kind") { $0.subject.kind },
        Field("isDismissible") { $0.subject.isDismissible },
        Field("dismissalPath") { $0.subject.dismissalPath },
        Field("spot") { $0.spot },
        Field("spotLanguage") { WrittenLanguage($0.spot ?? "") },
        Field("withWhom") { $0.other },
        Field("withWhomLanguage") { WrittenLanguage($0.other ?? "") },
        Field("title") { $0.title },
        Field("date") { $0.date },
        Field("repetition") { $0.repetition },
        Field("prices") { $0.prices },
        Field("notice") { $0.notice },
        Field("why") { $0.reason },
    ]
}

extension Reminder.Subject {
    /// The path of the page that the reminder is about.
    var path: String {
        switch self {
        case .todo(let id): Link.todo(id)
        case .memo(let id): Link.memo(id)
        case .appointment(let id): Link.conversation(id)
        case .hiding(let id), .priceDrop(let id): Link.item(id)
        case .notice: Link.reminders()
        }
    }

    /// The same; a notice about an item leads to the item.
    func path(about item: Item.ID?) -> String {
        if case .notice = self, let item { return Link.item(item) }
        return path
    }

    /// The path that dismisses the reminder alone.
    var dismissalPath: String {
        if case .priceDrop(let id) = self { return Link.priceDropDismissal(id) }
        if case .notice(let id) = self { return Link.noticeDismissal(id) }
        return path + "/reminder/dismissal"
    }

    /// The word for this kind of thing.
    var kind: Phrase {
        switch self {
        case .todo: Phrase(.todo)
        case .memo: Phrase(.memo)
        case .appointment: Phrase(.appointment)
        case .hiding: Phrase(.hiddenItem)
        case .priceDrop: Phrase(.priceDropped)
        case .notice: Phrase(.noticeFromOperator)
        }
    }

    /// Whether the reminder can be dismissed; for an appointment people say instead whether they met.
    var isDismissible: Bool {
        if case .appointment = self { false } else { true }
    }
}
