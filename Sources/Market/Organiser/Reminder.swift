/// A to-do or memo that wants to be thought of at a time.
public struct Reminder: Equatable, Sendable {
    /// The to-do or memo with the time.
    public let subject: Subject
    /// The to-do's, or the memo's first line.
    public let title: String
    /// When it is due.
    public let date: Timestamp
    /// When the to-do or memo was edited last.
    public let dateModified: Timestamp
    /// The item that it is pinned to.
    public let item: Item.ID?

    /// A reminder as it is read of its to-do or memo.
    public init(
        subject: Subject, title: String, date: Timestamp, dateModified: Timestamp, item: Item.ID?
    ) {
        self.subject = subject
        self.title = title
        self.date = date
        self.dateModified = dateModified
        self.item = item
    }

    /// What it reminds of.
    public enum Subject: Hashable, Sendable {
        /// An open to-do.
        case todo(Todo.ID)
        /// A memo.
        case memo(Memo.ID)
    }
}

/// What an account wants to be reminded of: open to-dos and memos with a time, not dismissed. Every
/// method is atomic.
public protocol ReminderStorage: Sendable {
    /// Those until `moment`, it included, soonest first: due ones with now, all with the last
    /// moment.
    func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// How many are due; `Limits.countedReminders` may be more. Cheap enough for every page.
    func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Int

    /// Takes a reminder off the list; its subject keeps the time. Twice is no error.
    /// - Throws: `.notFound` when the account has no such to-do or memo.
    func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) async throws(StorageError)
}
