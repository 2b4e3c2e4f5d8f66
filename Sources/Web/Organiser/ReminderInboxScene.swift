import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/reminders`: what is due, and what is to come.
struct ReminderInboxScene: Sendable {
    private let inbox: ReminderInbox
    private let pages: Pages

    init(_ dependencies: Dependencies) {
        inbox = ReminderInbox(storage: dependencies.storage)
        pages = dependencies.pages
    }

    func show(_ context: RequestContext) async throws -> Response {
        let output = try await inbox.output(of: try context.account, at: context.now)
        return try pages.response(output, \.organiser.reminders, for: context)
    }

    func dismissTodo(_ context: RequestContext) async throws -> Response {
        try await dismiss(context) { .todo($0) }
    }

    func dismissMemo(_ context: RequestContext) async throws -> Response {
        try await dismiss(context) { .memo($0) }
    }

    private func dismiss<Noun>(
        _ context: RequestContext, _ subject: (Identifier<Noun>) -> Reminder.Subject
    ) async throws -> Response {
        try await inbox.dismiss(subject(try context.id()), of: try context.account)
        return .redirect(to: Link.reminders())
    }
}

extension ReminderInbox.Output: TemplateData {
    public static let fields: [Field<ReminderInbox.Output>] = [
        Field("due") { $0.due },
        Field("upcoming") { $0.upcoming },
        Field("hasDue") { !$0.due.isEmpty },
        Field("hasUpcoming") { !$0.upcoming.isEmpty },
        Field("emptyText") { $0.emptyText },
    ]
}

extension ReminderInbox.Entry: TemplateData {
    public static let fields: [Field<ReminderInbox.Entry>] = [
        Field("path") { $0.subject.path },
        Field("kind") { $0.subject.kind },
        Field("title") { $0.title },
        Field("date") { $0.date },
    ]
}
