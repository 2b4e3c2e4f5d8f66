import Market

extension Connection {
    /// - Throws: `.notFound` when there is no such list.
    func todos(
        in list: TaskList.ID, of account: Account.ID
    ) throws(StorageError) -> [Todo] {
        let rows = try statement(Self.selectTodosInList, list, account)
        let todos = try todos(rows)
        if todos.isEmpty { _ = try self.list(list, of: account) }
        return todos
    }

    func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Todo] {
        try todos(try statement(Self.selectPinnedTodos, item, account, max(limit, 0)))
    }

    func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) throws(StorageError) -> [CompletedTodo] {
        let rows = try statement(
            Self.selectCompletedTodos, account, key?.dateCompleted.seconds ?? .max,
            key?.id ?? .max, max(limit, 0))
        var todos: [CompletedTodo] = []
        while try rows.step() {
            let list = TaskListContent(title: rows.text(9), icon: try icon(rows.text(10)))
            todos.append(
                CompletedTodo(
                    todo: todo(rows), list: list,
                    dateCompleted: Timestamp(seconds: rows.integer(5))))
        }
        return todos
    }

    /// - Throws: `.notFound`.
    func todo(_ id: Todo.ID, of account: Account.ID) throws(StorageError) -> Todo {
        let row = try statement(Self.selectTodo, id, account)
        guard try row.step() else { throw .notFound }
        return todo(row)
    }

    /// - Throws: `.notFound`, `.itemNotFound`, `.limitReached`.
    func insert(
        _ todo: TodoContent, in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Todo.ID {
        _ = try self.list(list, of: account)
        try checkPin(todo.item)
        guard try countTodos(in: list) < Limits.todos else {
            throw .limitReached(most: Limits.todos)
        }
        try run(
            """
            INSERT INTO todo (account, list, title, date_created, date_modified, reminder, item)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            account, list, todo.title, now.seconds, now.seconds, todo.reminder?.seconds,
            todo.item)
        return lastInsertedID()
    }

    /// - Throws: `.notFound`, `.changedMeanwhile`, `.itemNotFound`.
    func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        guard try todo(id, of: account).revision == revision else { throw .changedMeanwhile }
        try checkPin(content.item)
        try run(
            """
            UPDATE todo SET title = ?, is_dismissed = is_dismissed AND reminder IS ?,
                reminder = ?, item = ?, date_modified = ?, revision = revision + 1
            WHERE id = ?
            """,
            content.title, content.reminder?.seconds, content.reminder?.seconds, content.item,
            now.seconds, id)
    }

    /// - Throws: `.notFound`.
    func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> TaskList.ID {
        let list = try todo(id, of: account).list
        let date = isCompleted ? now.seconds : nil
        try run(
            """
            UPDATE todo SET date_completed = iif(? IS NULL, NULL, ifnull(date_completed, ?))
            WHERE id = ?
            """,
            date, date, id)
        return list
    }

    func countTodos(in list: TaskList.ID) throws(StorageError) -> Int {
        let count = try integer(
            "SELECT count(*) FROM todo WHERE list = ? AND deletion IS NULL", list)
        return Int(count ?? 0)
    }

    /// - Throws: `.itemNotFound`.
    func checkPin(_ item: Item.ID?) throws(StorageError) {
        guard let item else { return }
        guard try integer("SELECT 1 FROM item WHERE id = ?", item) != nil else {
            throw .itemNotFound
        }
    }

    private func todos(_ rows: consuming Statement) throws(StorageError) -> [Todo] {
        var todos: [Todo] = []
        while try rows.step() { todos.append(todo(rows)) }
        return todos
    }

    /// Reads the columns of `todoColumns`.
    private func todo(_ row: borrowing Statement) -> Todo {
        let content = TodoContent(
            title: row.text(2), reminder: row.timestamp(6),
            item: row.optionalID(7))
        return Todo(
            id: row.id(0), list: row.id(1), content: content,
            dateCreated: Timestamp(seconds: row.integer(3)),
            dateModified: Timestamp(seconds: row.integer(4)), dateCompleted: row.timestamp(5),
            revision: row.integer(8))
    }

    private static let todoColumns: SQL = """
        todo.id, list, todo.title, todo.date_created, date_modified, date_completed, reminder, \
        item, revision
        """
    static let selectTodosInList: SQL =
        "SELECT " + todoColumns
        + " FROM todo WHERE list = ? AND account = ? AND deletion IS NULL ORDER BY id DESC"
    static let selectPinnedTodos: SQL =
        "SELECT " + todoColumns + """
             FROM todo WHERE item = ? AND account = ? AND deletion IS NULL
            ORDER BY id DESC LIMIT ?
            """
    static let selectCompletedTodos: SQL =
        "SELECT " + todoColumns + """
            , task_list.title, icon FROM todo JOIN task_list ON task_list.id = list
            WHERE todo.account = ? AND todo.deletion IS NULL AND date_completed IS NOT NULL
                AND (date_completed, todo.id) < (?, ?)
            ORDER BY date_completed DESC, todo.id DESC LIMIT ?
            """
    private static let selectTodo: SQL =
        "SELECT " + todoColumns
        + " FROM todo WHERE id = ? AND account = ? AND deletion IS NULL"
}
