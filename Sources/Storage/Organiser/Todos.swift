import Market

extension SQLStorage: TodoStorage {
    public func insert(
        _ todo: TodoContent, in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Todo.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkList(list, of: account)
            if let item = todo.item { try connection.checkItem(item) }
            try Limits.check(connection.countTodos(in: list) + 1, atMost: Limits.todos)
            return try connection.insert(
                """
                INSERT INTO todo (
                    account, list, title, reminder, item, date_created, date_modified
                ) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                account, list, todo.title, todo.reminder, todo.item, now, now)
        }
    }

    public func todos(
        in list: TodoList.ID, of account: Account.ID
    ) async throws(StorageError) -> [Todo] {
        try await read { connection throws(StorageError) in
            let todos: [Todo] = try connection.all(
                """
                SELECT \(Todo.columns) FROM todo
                WHERE list = ? AND account = ? AND deletion IS NULL ORDER BY id DESC
                """,
                list, account)
            if todos.isEmpty { try connection.checkList(list, of: account) }
            return todos
        }
    }

    public func openTodos(
        of account: Account.ID, limit: Int
    ) async throws(StorageError) -> [OpenTodo] {
        try await all(
            """
            SELECT \(OpenTodo.columns) FROM todo JOIN task_list ON task_list.id = list
            WHERE todo.account = ? AND todo.deletion IS NULL AND date_completed IS NULL
            ORDER BY todo.id DESC LIMIT ?
            """,
            account, max(limit, 0))
    }

    public func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) async throws(StorageError) -> [CompletedTodo] {
        try await all(
            """
            SELECT \(CompletedTodo.columns) FROM todo JOIN task_list ON task_list.id = list
            WHERE todo.account = ? AND todo.deletion IS NULL AND date_completed IS NOT NULL
                AND (date_completed, todo.id) < (?, ?)
            ORDER BY date_completed DESC, todo.id DESC LIMIT ?
            """,
            account, key?.dateCompleted ?? Timestamp(seconds: .max), key?.id ?? .max,
            max(limit, 0))
    }

    public func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) async throws(StorageError) -> [Todo] {
        try await read { connection throws(StorageError) in
            try connection.todos(pinnedTo: item, of: account, limit: max(limit, 0))
        }
    }

    public func todo(_ id: Todo.ID, of account: Account.ID) async throws(StorageError) -> Todo {
        try await one(Todo.select, id, account)
    }

    public func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let todo: Todo = try connection.one(Todo.select, id, account)
            try todo.checkRevision(revision)
            if let item = content.item { try connection.checkItem(item) }
            try connection.run(
                """
                UPDATE todo SET title = ?, is_dismissed =
                        CASE WHEN reminder IS ? THEN is_dismissed ELSE 0 END,
                    reminder = ?, item = ?, date_modified = ?, revision = revision + 1
                WHERE id = ?
                """,
                content.title, content.reminder, content.reminder, content.item, now, id)
        }
    }

    public func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let todo: Todo = try connection.one(Todo.select, id, account)
            // One that is opened by hand is none any more that a closing has completed.
            let forgetting: SQL = isCompleted ? "" : ", closing = NULL"
            try connection.run(
                "UPDATE todo SET date_completed = ?\(forgetting) WHERE id = ?",
                todo.dateCompleted(when: isCompleted, at: now), id)
            return todo.list
        }
    }

    public func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await delete(.todos, id, in: "todo", of: account, at: now)
    }

    public func deleteTodos(
        in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkList(list, of: account)
            return try connection.delete(
                .todos, of: account, at: now,
                "UPDATE todo SET deletion = ? WHERE list = ? AND deletion IS NULL", list)
        }
    }

    public func deleteCompletedTodos(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.delete(
                .todos, of: account, at: now,
                """
                UPDATE todo SET deletion = ?
                WHERE account = ? AND deletion IS NULL AND date_completed IS NOT NULL
                """,
                account)
        }
    }
}

extension Connection {
    func countTodos(in list: TodoList.ID) throws(StorageError) -> Int {
        try count("SELECT count(*) FROM todo WHERE list = ? AND deletion IS NULL", list)
    }

    func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Todo] {
        try all(
            """
            SELECT \(Todo.columns) FROM todo
            WHERE item = ? AND account = ? AND deletion IS NULL ORDER BY id DESC LIMIT ?
            """,
            item, account, limit)
    }
}

extension Todo: Record {
    static let columns: SQL = """
        todo.id, list, todo.title, reminder, item, todo.date_created, date_modified, \
        date_completed, revision, \
        (SELECT item.title FROM item WHERE item.id = todo.item AND item.position > 0)
        """
    fileprivate static let select: SQL =
        "SELECT \(columns) FROM todo WHERE id = ? AND account = ? AND deletion IS NULL"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), list: try row.next(),
            content: TodoContent(
                title: try row.next(), reminder: try row.next(), item: try row.next()),
            dateCreated: try row.next(), dateModified: try row.next(),
            dateCompleted: try row.next(), revision: try row.next(),
            itemTitle: try row.next())
    }
}

extension OpenTodo: Record {
    static let columns: SQL = "\(Todo.columns), task_list.title, icon"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(todo: try Todo(&row), list: try TodoListContent(&row))
    }
}

extension CompletedTodo: Record {
    static let columns: SQL = "\(OpenTodo.columns), date_completed"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            todo: try Todo(&row), list: try TodoListContent(&row), dateCompleted: try row.next())
    }
}
