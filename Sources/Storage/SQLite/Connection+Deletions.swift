import Market

extension Connection {
    func deletions(of account: Account.ID) throws(StorageError) -> [Deletion] {
        let rows = try statement(Self.selectDeletions, account)
        var deletions: [Deletion] = []
        while try rows.step() { deletions.append(try deletion(rows)) }
        return deletions
    }

    /// - Throws: `.notFound`.
    func deleteList(
        _ id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        _ = try list(id, of: account)
        let deletion = try beginDeletion(.lists, of: account, at: now)
        try run("UPDATE task_list SET deletion = ? WHERE id = ?", deletion, id)
        return try finishListDeletion(deletion, of: account)
    }

    func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        guard try countLists(of: account) > 0 else { return nil }
        let deletion = try beginDeletion(.lists, of: account, at: now)
        try run(
            "UPDATE task_list SET deletion = ? WHERE account = ? AND deletion IS NULL",
            deletion, account)
        return try finishListDeletion(deletion, of: account)
    }

    /// - Throws: `.notFound`.
    func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        _ = try todo(id, of: account)
        let deletion = try beginDeletion(.todos, of: account, at: now)
        try run("UPDATE todo SET deletion = ? WHERE id = ?", deletion, id)
        return try finishDeletion(deletion, of: account)
    }

    /// - Throws: `.notFound` when there is no such list.
    func deleteTodos(
        in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        _ = try self.list(list, of: account)
        guard try countTodos(in: list) > 0 else { return nil }
        let deletion = try beginDeletion(.todos, of: account, at: now)
        try run(
            "UPDATE todo SET deletion = ? WHERE list = ? AND deletion IS NULL", deletion, list)
        return try finishDeletion(deletion, of: account)
    }

    func deleteCompletedTodos(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        guard try !completedTodos(of: account, before: nil, limit: 1).isEmpty else { return nil }
        let deletion = try beginDeletion(.todos, of: account, at: now)
        try run(
            """
            UPDATE todo SET deletion = ?
            WHERE account = ? AND deletion IS NULL AND date_completed IS NOT NULL
            """,
            deletion, account)
        return try finishDeletion(deletion, of: account)
    }

    /// - Throws: `.notFound`.
    func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        _ = try memo(id, of: account)
        let deletion = try beginDeletion(.memos, of: account, at: now)
        try run("UPDATE memo SET deletion = ? WHERE id = ?", deletion, id)
        return try finishDeletion(deletion, of: account)
    }

    /// - Throws: `.notFound`.
    func purge(_ id: Deletion.ID, of account: Account.ID) throws(StorageError) {
        let count = try run("DELETE FROM deletion WHERE id = ? AND account = ?", id, account)
        guard count == 1 else { throw .notFound }
        try forgetEmptyDeletions(of: account)
    }

    func purgeDeletions(before moment: Timestamp) throws(StorageError) -> Int {
        var accounts: Set<Account.ID> = []
        do {
            let rows = try statement(
                "SELECT DISTINCT account FROM deletion WHERE date < ?", moment.seconds)
            while try rows.step() { accounts.insert(rows.id(0)) }
        }
        let count = try run("DELETE FROM deletion WHERE date < ?", moment.seconds)
        for account in accounts { try forgetEmptyDeletions(of: account) }
        return count
    }

    /// Lists that were purged may have taken along tasks that had been deleted before them.
    func forgetEmptyDeletions(of account: Account.ID) throws(StorageError) {
        try run(
            """
            DELETE FROM deletion WHERE account = ?
                AND NOT EXISTS (SELECT 1 FROM task_list WHERE deletion = deletion.id)
                AND NOT EXISTS (SELECT 1 FROM todo WHERE deletion = deletion.id)
                AND NOT EXISTS (SELECT 1 FROM memo WHERE deletion = deletion.id)
            """,
            account)
    }

    private func beginDeletion(
        _ kind: Deletion.Kind, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion.ID {
        try run(
            "INSERT INTO deletion (account, kind, date) VALUES (?, ?, ?)",
            account, kind.rawValue, now.seconds)
        return lastInsertedID()
    }

    private func finishListDeletion(
        _ id: Deletion.ID, of account: Account.ID
    ) throws(StorageError) -> Deletion {
        try run(
            """
            UPDATE todo SET deletion = ?
            WHERE list IN (SELECT id FROM task_list WHERE deletion = ?) AND deletion IS NULL
            """,
            id, id)
        return try finishDeletion(id, of: account)
    }

    private func finishDeletion(
        _ id: Deletion.ID, of account: Account.ID
    ) throws(StorageError) -> Deletion {
        let surplus = try run(
            """
            DELETE FROM deletion WHERE id IN (
                SELECT id FROM deletion WHERE account = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
            """,
            account, Limits.deletions)
        if surplus > 0 { try forgetEmptyDeletions(of: account) }
        let row = try statement(Self.selectDeletion, account, id)
        guard try row.step() else { throw .notFound }
        return try deletion(row)
    }

    /// Reads the columns of `deletionColumns`.
    private func deletion(_ row: borrowing Statement) throws(StorageError) -> Deletion {
        guard let kind = Deletion.Kind(rawValue: Int(row.integer(1))) else {
            throw .unusable("\(path) is damaged: deletion \(row.integer(0))")
        }
        let title = row.text(4)
        return Deletion(
            id: row.id(0), kind: kind,
            title: kind == .memos ? MemoContent(text: title).title : title,
            count: Int(row.integer(3)), date: Timestamp(seconds: row.integer(2)))
    }

    /// `kind` is a `Deletion.Kind`: 0 for lists, 1 for tasks, 2 for memos.
    private static let deletionColumns: SQL = """
        SELECT id, kind, date,
            CASE kind
            WHEN 0 THEN (SELECT count(*) FROM task_list WHERE deletion = deletion.id)
            WHEN 1 THEN (SELECT count(*) FROM todo WHERE deletion = deletion.id)
            ELSE (SELECT count(*) FROM memo WHERE deletion = deletion.id) END,
            CASE kind
            WHEN 0 THEN (SELECT title FROM task_list WHERE deletion = deletion.id
                ORDER BY id DESC LIMIT 1)
            WHEN 1 THEN (SELECT title FROM todo WHERE deletion = deletion.id
                ORDER BY id DESC LIMIT 1)
            ELSE (SELECT text FROM memo WHERE deletion = deletion.id
                ORDER BY id DESC LIMIT 1) END
        FROM deletion WHERE account = ?
        """
    static let selectDeletions: SQL = deletionColumns + " ORDER BY id DESC"
    private static let selectDeletion: SQL = deletionColumns + " AND id = ?"
}
