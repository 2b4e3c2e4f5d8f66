import Market

extension SQLStorage: TodoListStorage {
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

    public func lists(of account: Account.ID) async throws(StorageError) -> [TodoListSummary] {
        try await all(
            """
            SELECT \(TodoListSummary.columns) FROM task_list
            WHERE account = ? AND deletion IS NULL ORDER BY id
            """, account)
    }

    public func list(
        _ id: TodoList.ID, of account: Account.ID
    ) async throws(StorageError) -> TodoList {
        try await one(
            """
            SELECT \(TodoList.columns) FROM task_list
            WHERE id = ? AND account = ? AND deletion IS NULL
            """, id, account)
    }

    public func update(
        _ id: TodoList.ID, of account: Account.ID, content: TodoListContent
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.runOnce(
                """
                UPDATE task_list SET title = ?, icon = ?
                WHERE id = ? AND account = ? AND deletion IS NULL
                """, content.title, content.icon, id, account)
        }
    }

    public func deleteList(
        _ id: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await delete(.lists, id, in: "task_list", of: account, at: now)
    }

    public func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.delete(
                .lists, of: account, at: now,
                "UPDATE task_list SET deletion = ? WHERE account = ? AND deletion IS NULL", account)
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
        try count("SELECT count(*) FROM task_list WHERE account = ? AND deletion IS NULL", account)
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
    /// Reads the columns `title` and `icon`.
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
