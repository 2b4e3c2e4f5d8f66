import Market

extension Connection {
    func lists(of account: Account.ID) throws(StorageError) -> [TaskListSummary] {
        let rows = try statement(Self.selectLists, account)
        var lists: [TaskListSummary] = []
        while try rows.step() {
            lists.append(TaskListSummary(list: try list(rows), openTodos: Int(rows.integer(4))))
        }
        return lists
    }

    /// - Throws: `.notFound`.
    func list(_ id: TaskList.ID, of account: Account.ID) throws(StorageError) -> TaskList {
        let row = try statement(Self.selectList, id, account)
        guard try row.step() else { throw .notFound }
        return try list(row)
    }

    /// - Throws: `.notFound`, `.limitReached`.
    func insert(
        _ list: TaskListContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> TaskList.ID {
        try checkAccount(account)
        guard try countLists(of: account) < Limits.lists else {
            throw .limitReached(most: Limits.lists)
        }
        try run(
            "INSERT INTO task_list (account, title, icon, date_created) VALUES (?, ?, ?, ?)",
            account, list.title, list.icon.rawValue, now.seconds)
        return lastInsertedID()
    }

    func countLists(of account: Account.ID) throws(StorageError) -> Int {
        let count = try integer(
            "SELECT count(*) FROM task_list WHERE account = ? AND deletion IS NULL", account)
        return Int(count ?? 0)
    }

    /// Reads the columns `id, title, icon, date_created`.
    private func list(_ row: borrowing Statement) throws(StorageError) -> TaskList {
        TaskList(
            id: row.id(0),
            content: TaskListContent(title: row.text(1), icon: try icon(row.text(2))),
            dateCreated: Timestamp(seconds: row.integer(3)))
    }

    func icon(_ name: String) throws(StorageError) -> Icon {
        guard let icon = Icon(rawValue: name) else {
            throw .unusable("\(path) is damaged: icon \(name)")
        }
        return icon
    }

    static let selectLists: SQL = """
        SELECT id, title, icon, date_created, (
            SELECT count(*) FROM todo
            WHERE list = task_list.id AND deletion IS NULL AND date_completed IS NULL)
        FROM task_list WHERE account = ? AND deletion IS NULL ORDER BY id
        """
    private static let selectList: SQL = """
        SELECT id, title, icon, date_created FROM task_list
        WHERE id = ? AND account = ? AND deletion IS NULL
        """
}
