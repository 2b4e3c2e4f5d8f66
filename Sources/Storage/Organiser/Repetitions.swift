import Market

/// How completing, reopening and postponing affect a to-do that repeats.
extension Connection {
    /// Opens the next occurrence of a completed to-do, which takes over its repetition.
    func openNext(
        of todo: Todo, _ account: Account.ID, at now: Timestamp, by calendar: Repetition.Calendar
    ) throws(StorageError) {
        guard let reminder = todo.nextReminder(at: now, by: calendar) else { return }
        var content = todo.content
        content.reminder = reminder
        let next = try insert(content, in: todo.list, of: account, at: now)
        // With a new revision, forms opened before cannot make it repeat again.
        try run(
            """
            UPDATE todo SET repetition = NULL, repeats_from = NULL, next_todo = ?,
                revision = revision + 1
            WHERE id = ?
            """, next, todo.id)
        // Otherwise, to-dos that repeat could not be completed on a full list.
        try makeRoom(in: todo.list)
    }

    /// When a to-do is reopened, deletes the occurrence that completing it has opened, unless that
    /// was changed; the to-do then repeats again.
    func takeBackNext(
        of todo: Todo, _ account: Account.ID, by calendar: Repetition.Calendar
    ) throws(StorageError) {
        guard let id = todo.next, let reminder = todo.content.reminder else { return }
        let next: Todo? = try first(Todo.select, id, account)
        guard let next, next.isUntouched else { return }
        let repetition = next.content.repetition?.goingOn(from: reminder, by: calendar)
        try run("DELETE FROM todo WHERE id = ?", next.id)
        try run(
            """
            UPDATE todo SET repetition = ?, repeats_from = ?, revision = revision + 1 WHERE id = ?
            """, repetition?.frequency, repetition?.start, todo.id)
    }

    /// Moves a due to-do that repeats to its next time.
    /// - Returns: whether it repeats.
    /// - Throws: `.notFound`.
    func postpone(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp, by calendar: Repetition.Calendar
    ) throws(StorageError) -> Bool {
        let todo: Todo = try one(Todo.select, id, account)
        guard let reminder = todo.content.reminder,
            let next = todo.nextReminder(at: now, by: calendar)
        else { return false }
        // A to-do that was postponed already is not due.
        if reminder <= now {
            try run("UPDATE todo SET reminder = ?, date_modified = ? WHERE id = ?", next, now, id)
        }
        return true
    }

    /// If a list has too many to-dos, deletes its repeating ones that were completed first.
    /// - Returns: how many to-dos the list then has.
    @discardableResult
    func makeRoom(in list: TodoList.ID) throws(StorageError) -> Int {
        let count = try count("SELECT count(*) FROM todo WHERE list = ? AND deletion IS NULL", list)
        guard count > Limits.todos else { return count }
        let forgotten = try run(
            """
            DELETE FROM todo WHERE id IN (
                SELECT id FROM todo
                WHERE list = ? AND deletion IS NULL AND date_completed IS NOT NULL
                    AND next_todo IS NOT NULL
                ORDER BY date_completed, id LIMIT ?)
            """, list, count - Limits.todos)
        return count - forgotten
    }
}

extension Repetition {
    /// Reads the columns `repetition` and `repeats_from`; nil if the to-do does not repeat.
    init?(_ row: inout Statement) throws(StorageError) {
        let (frequency, start): (Frequency?, Timestamp?) = (try row.next(), try row.next())
        guard let frequency, let start else { return nil }
        self.init(frequency, from: start)
    }
}
