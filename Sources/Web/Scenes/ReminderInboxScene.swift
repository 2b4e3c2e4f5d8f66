import HTTPServer
import Market
import Mustache
import ViewModels

/// `/my/reminders`: what is due, and what is to come.
struct ReminderInboxScene: Sendable {
    private let inbox: ReminderInbox
    private let pages: Pages

    init(_ parts: SiteParts) {
        inbox = ReminderInbox(storage: parts.storage)
        pages = parts.pages
    }

    func show(_ visit: Visit) async throws -> Response {
        let output = try await inbox.output(of: try visit.account, at: visit.now)
        return try pages.response(output, \.organiser.reminders, for: visit)
    }

    func dismissTodo(_ visit: Visit) async throws -> Response {
        try await dismiss(visit) { .todo($0) }
    }

    func dismissMemo(_ visit: Visit) async throws -> Response {
        try await dismiss(visit) { .memo($0) }
    }

    private func dismiss<Noun>(
        _ visit: Visit, _ subject: (Identifier<Noun>) -> Reminder.Subject
    ) async throws -> Response {
        try await inbox.dismiss(subject(try visit.id()), of: try visit.account)
        return .redirect(to: Scene.reminders.path)
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
