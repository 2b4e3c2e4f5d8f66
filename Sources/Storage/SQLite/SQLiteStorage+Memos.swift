import Market

extension SQLiteStorage: MemoStorage {
    public func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Memo.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.insert(memo, of: account, at: now)
        }
    }

    public func memos(
        of account: Account.ID, before id: Memo.ID?, limit: Int
    ) throws(StorageError) -> [Memo] {
        try readers.read { connection throws(StorageError) in
            try connection.memos(of: account, before: id, limit: limit)
        }
    }

    public func memos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) throws(StorageError) -> [Memo] {
        try readers.read { connection throws(StorageError) in
            try connection.memos(pinnedTo: item, of: account, limit: limit)
        }
    }

    public func memo(_ id: Memo.ID, of account: Account.ID) throws(StorageError) -> Memo {
        try readers.read { connection throws(StorageError) in
            try connection.memo(id, of: account)
        }
    }

    public func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.update(id, of: account, content: content, revision: revision, at: now)
        }
    }

    public func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.deleteMemo(id, of: account, at: now)
        }
    }
}
