import Market

extension SQLiteStorage: TaskListStorage {
    public func insert(
        _ list: TaskListContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TaskList.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.insert(list, of: account, at: now)
        }
    }

    public func lists(of account: Account.ID) throws(StorageError) -> [TaskListSummary] {
        try readers.read { connection throws(StorageError) in try connection.lists(of: account) }
    }

    public func list(
        _ id: TaskList.ID, of account: Account.ID
    ) throws(StorageError) -> TaskList {
        try readers.read { connection throws(StorageError) in
            try connection.list(id, of: account)
        }
    }

    public func deleteList(
        _ id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteList(id, of: account, at: now)
        }
    }

    public func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteLists(of: account, at: now)
        }
    }
}
