import Market

extension SQLiteStorage: TodoStorage {
    public func insert(
        _ todo: TodoContent, in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Todo.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.insert(todo, in: list, of: account, at: now)
        }
    }

    public func todos(
        in list: TaskList.ID, of account: Account.ID
    ) throws(StorageError) -> [Todo] {
        try readers.read { connection throws(StorageError) in
            try connection.todos(in: list, of: account)
        }
    }

    public func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) throws(StorageError) -> [CompletedTodo] {
        try readers.read { connection throws(StorageError) in
            try connection.completedTodos(of: account, before: key, limit: limit)
        }
    }

    public func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Todo] {
        try readers.read { connection throws(StorageError) in
            try connection.todos(pinnedTo: item, of: account, limit: limit)
        }
    }

    public func todo(_ id: Todo.ID, of account: Account.ID) throws(StorageError) -> Todo {
        try readers.read { connection throws(StorageError) in
            try connection.todo(id, of: account)
        }
    }

    public func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.update(id, of: account, content: content, revision: revision, at: now)
        }
    }

    public func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TaskList.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.setCompleted(isCompleted, id, of: account, at: now)
        }
    }

    public func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteTodo(id, of: account, at: now)
        }
    }

    public func deleteTodos(
        in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteTodos(in: list, of: account, at: now)
        }
    }

    public func deleteCompletedTodos(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteCompletedTodos(of: account, at: now)
        }
    }
}
