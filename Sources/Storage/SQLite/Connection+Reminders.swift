import Market

extension Connection {
    func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) throws(StorageError) -> [Reminder] {
        let rows = try statement(
            Self.selectReminders, account, moment.seconds, account, moment.seconds,
            max(limit, 0))
        var reminders: [Reminder] = []
        while try rows.step() { reminders.append(reminder(rows)) }
        return reminders
    }

    func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Int {
        let most = Limits.countedReminders
        let todos = try integer(Self.countDueTodos, account, now.seconds, most) ?? 0
        let memos = try integer(Self.countDueMemos, account, now.seconds, most) ?? 0
        return min(Int(todos + memos), most)
    }

    /// - Throws: `.notFound`.
    func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) throws(StorageError) {
        let count =
            switch subject {
            case .todo(let id): try run("UPDATE todo" + Self.dismiss, id, account)
            case .memo(let id): try run("UPDATE memo" + Self.dismiss, id, account)
            }
        guard count == 1 else { throw .notFound }
    }

    private func reminder(_ row: borrowing Statement) -> Reminder {
        let text = row.text(4)
        let isTodo = row.integer(1) == 0
        return Reminder(
            subject: isTodo ? .todo(row.id(2)) : .memo(row.id(2)),
            title: isTodo ? text : MemoContent(text: text).title,
            date: Timestamp(seconds: row.integer(0)),
            dateModified: Timestamp(seconds: row.integer(3)),
            item: row.optionalID(5))
    }

    private static let dueTodos: SQL = """
         FROM todo WHERE account = ? AND reminder <= ? AND deletion IS NULL \
        AND date_completed IS NULL AND is_dismissed = 0
        """
    private static let dueMemos: SQL = """
         FROM memo WHERE account = ? AND reminder <= ? AND deletion IS NULL AND is_dismissed = 0
        """
    static let selectReminders: SQL =
        "SELECT reminder, 0, id, date_modified, title, item" + dueTodos
        + " UNION ALL SELECT reminder, 1, id, date_modified, text, item" + dueMemos
        + " ORDER BY 1, 3, 2 LIMIT ?"
    static let countDueTodos: SQL =
        "SELECT count(*) FROM (SELECT 1" + dueTodos + " LIMIT ?)"
    static let countDueMemos: SQL =
        "SELECT count(*) FROM (SELECT 1" + dueMemos + " LIMIT ?)"
    private static let dismiss: SQL =
        " SET is_dismissed = 1 WHERE id = ? AND account = ? AND deletion IS NULL"
}
