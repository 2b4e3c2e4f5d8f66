import Market

extension SQLiteStorage: ReminderStorage {
    public func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) throws(StorageError) -> [Reminder] {
        try readers.read { connection throws(StorageError) in
            try connection.reminders(of: account, until: moment, limit: limit)
        }
    }

    public func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Int {
        try readers.read { connection throws(StorageError) in
            try connection.countDueReminders(of: account, at: now)
        }
    }

    public func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.dismissReminder(subject, of: account)
        }
    }
}
