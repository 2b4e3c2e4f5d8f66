import Market

extension SQLStorage: TodoStorage {
    public func insert(
        _ todo: TodoContent, in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Todo.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkList(list, of: account)
            if let item = todo.item { try connection.checkItem(item) }
            let id = try connection.insert(todo, in: list, of: account, at: now)
            try Limits.check(connection.makeRoom(in: list), atMost: Limits.todos)
            return id
        }
    }

    public func todos(
        in list: TodoList.ID, of account: Account.ID, completedSince moment: Timestamp?
    ) async throws(StorageError) -> [Todo] {
        try await read { connection throws(StorageError) in
            let todos: [Todo] = try connection.all(
                """
                SELECT \(Todo.columns) FROM todo
                WHERE list = ? AND account = ? AND deletion IS NULL
                    AND (date_completed IS NULL OR date_completed >= ?)
                ORDER BY id DESC
                """, list, account, moment ?? Timestamp(seconds: .min))
            if todos.isEmpty { try connection.checkList(list, of: account) }
            return todos
        }
    }

    public func countCompletedTodos(
        in list: TodoList.ID, of account: Account.ID
    ) async throws(StorageError) -> Int {
        try await read { connection throws(StorageError) in
            try connection.checkList(list, of: account)
            return try connection.count(
                """
                SELECT count(*) FROM todo
                WHERE list = ? AND deletion IS NULL AND date_completed IS NOT NULL
                """, list)
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
            """, account, max(limit, 0))
    }

    public func completedTodos(
        in list: TodoList.ID?, of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) async throws(StorageError) -> [CompletedTodo] {
        let key = key ?? CompletedTodo.Key(date: Timestamp(seconds: .max), id: .max)
        guard let list else {
            return try await all(
                CompletedTodo.select(where: "todo.account = ?"), account, key.date, key.id,
                max(limit, 0))
        }
        return try await all(
            CompletedTodo.select(where: "todo.account = ? AND list = ?"), account, list,
            key.date, key.id, max(limit, 0))
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
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, in list: TodoList.ID?,
        revision: Int64, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let todo: Todo = try connection.one(Todo.select, id, account)
            try todo.checkRevision(revision)
            if let item = content.item { try connection.checkItem(item) }
            let repetition = todo.repetition(of: content)
            try connection.run(
                """
                UPDATE todo SET title = ?, is_dismissed =
                        CASE WHEN reminder IS ? AND repetition IS ? THEN is_dismissed ELSE 0 END,
                    reminder = ?, repetition = ?, repeats_from = ?, item = ?, date_modified = ?,
                    revision = revision + 1
                WHERE id = ?
                """,
                content.title, content.reminder, repetition?.frequency, content.reminder,
                repetition?.frequency, repetition?.start, content.item, now, id)
            if let list, list != todo.list { try connection.move(id, to: list, of: account) }
        }
    }

    public func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp,
        by calendar: @escaping Repetition.Calendar
    ) async throws(StorageError) -> TodoList.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let todo: Todo = try connection.one(Todo.select, id, account)
            // A to-do reopened by hand no longer counts as completed by a closing.
            let forgetting: SQL = isCompleted ? "" : ", closing = NULL, next_todo = NULL"
            try connection.run(
                "UPDATE todo SET date_completed = ?\(forgetting) WHERE id = ?",
                todo.dateCompleted(when: isCompleted, at: now), id)
            if !isCompleted {
                try connection.takeBackNext(of: todo, account, by: calendar)
            } else if todo.dateCompleted == nil {
                try connection.openNext(of: todo, account, at: now, by: calendar)
            }
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
                """, account)
        }
    }
}

extension Connection {
    func insert(
        _ todo: TodoContent, in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Todo.ID {
        try insert(
            """
            INSERT INTO todo (
                account, list, title, reminder, repetition, repeats_from, item, date_created,
                date_modified
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            account, list, todo.title, todo.reminder, todo.repetition?.frequency,
            todo.repetition?.start, todo.item, now, now)
    }

    fileprivate func move(
        _ id: Todo.ID, to list: TodoList.ID, of account: Account.ID
    ) throws(StorageError) {
        try checkList(list, of: account)
        try run("UPDATE todo SET list = ? WHERE id = ?", list, id)
        try Limits.check(makeRoom(in: list), atMost: Limits.todos)
    }

    func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Todo] {
        try all(
            """
            SELECT \(Todo.columns) FROM todo
            WHERE item = ? AND account = ? AND deletion IS NULL ORDER BY id DESC LIMIT ?
            """, item, account, limit)
    }
}

extension Todo: Record {
    static let columns: SQL = """
        todo.id, list, todo.title, reminder, repetition, repeats_from, item, \
        todo.date_created, date_modified, date_completed, revision, next_todo, \
        (SELECT item.title FROM item WHERE item.id = todo.item AND item.position > 0)
        """
    static let select: SQL =
        "SELECT \(columns) FROM todo WHERE id = ? AND account = ? AND deletion IS NULL"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), list: try row.next(),
            content: TodoContent(
                title: try row.next(), reminder: try row.next(),
                repetition: try Repetition(&row), item: try row.next()),
            dateCreated: try row.next(), dateModified: try row.next(),
            dateCompleted: try row.next(), revision: try row.next(), next: try row.next(),
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

    /// Takes the values of the condition, the key of the previous to-do, and the limit.
    fileprivate static func select(where condition: SQL) -> SQL {
        """
        SELECT \(columns) FROM todo JOIN task_list ON task_list.id = list
        WHERE \(condition) AND todo.deletion IS NULL AND date_completed IS NOT NULL
            AND (date_completed, todo.id) < (?, ?)
        ORDER BY date_completed DESC, todo.id DESC LIMIT ?
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            todo: try Todo(&row), list: try TodoListContent(&row), dateCompleted: try row.next())
    }
}
