import Market

extension SQLiteStorage: InterestStorage {
    public func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.setInterest(isInterested, of: account, in: item)
        }
    }

    public func hasInterest(
        of account: Account.ID, in item: Item.ID
    ) throws(StorageError) -> Bool {
        try readers.read { connection throws(StorageError) in
            try connection.hasInterest(of: account, in: item)
        }
    }

    public func countInterests(in item: Item.ID) throws(StorageError) -> Int {
        try readers.read { connection throws(StorageError) in
            let count = try connection.integer(
                "SELECT count(*) FROM interest WHERE item = ?", item)
            return Int(count ?? 0)
        }
    }

    public func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) throws(StorageError) -> [Interest] {
        try readers.read { connection throws(StorageError) in
            try connection.interests(of: account, before: id, limit: limit)
        }
    }
}
