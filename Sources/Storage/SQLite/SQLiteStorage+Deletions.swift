import Market

extension SQLiteStorage: DeletionStorage {
    public func deletions(of account: Account.ID) throws(StorageError) -> [Deletion] {
        try readers.read { connection throws(StorageError) in
            try connection.deletions(of: account)
        }
    }

    public func restore(
        _ id: Deletion.ID, of account: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.restore(id, of: account)
        }
    }

    public func purge(_ id: Deletion.ID, of account: Account.ID) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.purge(id, of: account)
        }
    }

    @discardableResult
    public func purgeDeletions(before moment: Timestamp) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            try connection.purgeDeletions(before: moment)
        }
    }
}
