import Market

/// The reminders whose time has come, and those that are still to come.
public struct ReminderInbox: Sendable {
    /// Reminders are shown so far, soonest first.
    private static let most = 200

    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let due: [Entry]
        public let upcoming: [Entry]
        /// Set when there is none: how to make one.
        public let emptyText: String?
    }

    /// A reminder as the page shows it.
    public struct Entry: Equatable, Sendable {
        public let subject: Reminder.Subject
        public let title: String
        public let date: Moment
    }

    public func output(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let reminders = try await storage.reminders(
            of: account, until: Timestamp(seconds: .max), limit: Self.most)
        let entries = { (reminders: ArraySlice<Reminder>) in
            reminders.map { reminder in
                Entry(
                    subject: reminder.subject, title: reminder.title,
                    date: Moment(reminder.date))
            }
        }
        let dueEnd = reminders.firstIndex { now < $0.date } ?? reminders.endIndex
        return Output(
            due: entries(reminders[..<dueEnd]),
            upcoming: entries(reminders[dueEnd...]),
            emptyText: reminders.isEmpty ? "알림이 없어요. 할 일이나 메모에 알림 시각을 정해보세요." : nil)
    }

    /// Takes a reminder off the page; its task or memo stays.
    /// - Throws: `.notFound` when the account has no such task or memo.
    public func dismiss(
        _ subject: Reminder.Subject, of account: Account.ID
    ) async throws(StorageError) {
        try await storage.dismissReminder(subject, of: account)
    }
}
