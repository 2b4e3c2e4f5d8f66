/// What an account wants to be reminded of: open tasks and memos with a time, not dismissed. Every
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
    /// - Throws: `.notFound` when the account has no such task or memo.
    func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) async throws(StorageError)
}
