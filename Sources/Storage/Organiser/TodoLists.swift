import Market

extension SQLiteStorage: TodoListStorage {
    public func insert(
        _ list: TodoListContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkAccount(account)
            try Limits.check(connection.countLists(of: account) + 1, atMost: Limits.lists)
            return try connection.insert(
                "INSERT INTO task_list (account, title, icon, date_created) VALUES (?, ?, ?, ?)",
                account, list.title, list.icon, now)
        }
    }

    public func lists(of account: Account.ID) throws(StorageError) -> [TodoListSummary] {
        try read { connection throws(StorageError) in
            try connection.all(
                """
                SELECT \(TodoListSummary.columns) FROM task_list
                WHERE account = ? AND deletion IS NULL ORDER BY id
                """,
                account)
        }
    }

    public func list(
        _ id: TodoList.ID, of account: Account.ID
    ) throws(StorageError) -> TodoList {
        try read { connection throws(StorageError) in
            try connection.one(
                """
                SELECT \(TodoList.columns) FROM task_list
                WHERE id = ? AND account = ? AND deletion IS NULL
                """,
                id, account)
        }
    }

    public func deleteList(
        _ id: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkList(id, of: account)
            return try connection.delete(.lists, of: account, at: now) {
                deletion throws(StorageError) in
                try connection.run("UPDATE task_list SET deletion = ? WHERE id = ?", deletion, id)
                try connection.deleteTodos(withListsOf: deletion)
            }
        }
    }

    public func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            guard try connection.countLists(of: account) > 0 else { return nil }
            return try connection.delete(.lists, of: account, at: now) {
                deletion throws(StorageError) in
                try connection.run(
                    "UPDATE task_list SET deletion = ? WHERE account = ? AND deletion IS NULL",
                    deletion, account)
                try connection.deleteTodos(withListsOf: deletion)
            }
        }
    }
}

extension Connection {
    /// - Throws: `.notFound`.
    func checkList(_ id: TodoList.ID, of account: Account.ID) throws(StorageError) {
        let isThere = try exists(
            "SELECT 1 FROM task_list WHERE id = ? AND account = ? AND deletion IS NULL",
            id, account)
        guard isThere else { throw .notFound }
    }

    func countLists(of account: Account.ID) throws(StorageError) -> Int {
        try count(
            "SELECT count(*) FROM task_list WHERE account = ? AND deletion IS NULL", account)
    }

    fileprivate func deleteTodos(withListsOf deletion: Deletion.ID) throws(StorageError) {
        try run(
            """
            UPDATE todo SET deletion = ?
            WHERE list IN (SELECT id FROM task_list WHERE deletion = ?) AND deletion IS NULL
            """,
            deletion, deletion)
    }
}

extension TodoList: Record {
    static let columns: SQL = "id, title, icon, date_created"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), content: try TodoListContent(&row), dateCreated: try row.next())
    }
}

extension TodoListContent {
    /// Reads the columns title and icon.
    init(_ row: inout Statement) throws(StorageError) {
        self.init(title: try row.next(), icon: try row.next())
    }
}

extension TodoListSummary: Record {
    static let columns: SQL = """
        \(TodoList.columns), (
            SELECT count(*) FROM todo
            WHERE list = task_list.id AND deletion IS NULL AND date_completed IS NULL)
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(list: try TodoList(&row), openTodos: try row.next())
    }
}
