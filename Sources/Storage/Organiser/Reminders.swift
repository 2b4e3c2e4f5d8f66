import Market

extension SQLiteStorage: ReminderStorage {
    public func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) throws(StorageError) -> [Reminder] {
        try all(
            """
            SELECT \(Reminder.columns) \(Self.fromDueTodos)
            UNION ALL
            SELECT reminder, 1, id, text, date_modified, item \(Self.fromDueMemos)
            ORDER BY 1, 3, 2 LIMIT ?
            """,
            account, moment, account, moment, max(limit, 0))
    }

    public func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Int {
        try read { connection throws(StorageError) in
            let most = Limits.countedReminders
            let todos = try connection.count(Self.countDueTodos, account, now, most)
            let memos = try connection.count(Self.countDueMemos, account, now, most)
            return min(todos + memos, most)
        }
    }

    public func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let (table, id): (SQL, Int64) =
                switch subject {
                case .todo(let id): ("todo", id.rawValue)
                case .memo(let id): ("memo", id.rawValue)
                }
            try connection.runOnce(
                """
                UPDATE \(table) SET is_dismissed = 1
                WHERE id = ? AND account = ? AND deletion IS NULL
                """,
                id, account)
        }
    }

    private static let fromDueTodos: SQL = """
        FROM todo WHERE account = ? AND reminder <= ? AND deletion IS NULL \
        AND date_completed IS NULL AND is_dismissed = 0
        """
    private static let fromDueMemos: SQL = """
        FROM memo WHERE account = ? AND reminder <= ? AND deletion IS NULL AND is_dismissed = 0
        """
    private static let countDueTodos: SQL =
        "SELECT count(*) FROM (SELECT 1 \(fromDueTodos) LIMIT ?)"
    private static let countDueMemos: SQL =
        "SELECT count(*) FROM (SELECT 1 \(fromDueMemos) LIMIT ?)"
}

extension Reminder: Record {
    /// Of a to-do; 1 and `text` in place of 0 and `title` are a memo's.
    static let columns: SQL = "reminder, 0, id, title, date_modified, item"

    init(_ row: inout Statement) throws(StorageError) {
        let (date, kind): (Timestamp, Int) = (try row.next(), try row.next())
        let (id, text): (Int64, String) = (try row.next(), try row.next())
        self.init(
            subject: kind == 0 ? .todo(Todo.ID(rawValue: id)) : .memo(Memo.ID(rawValue: id)),
            title: kind == 0 ? text : MemoContent(text: text).title, date: date,
            dateModified: try row.next(), item: try row.next())
    }
}
