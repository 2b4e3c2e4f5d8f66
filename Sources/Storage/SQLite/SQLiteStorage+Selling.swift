import Market

extension SQLiteStorage: SellingStorage {
    public func setStatus(
        _ status: Item.Status, of id: Item.ID
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            try connection.setStatus(status, of: id)
        }
    }

    public func pullUp(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            try connection.pullUp(id, at: now)
        }
    }

    public func takeOver(
        _ id: Item.ID, by account: Account.ID
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            try connection.takeOver(id, by: account)
        }
    }

    public func items(
        of seller: Account.ID, _ status: Item.Status, before position: Item.Position?, limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        try readers.read { connection throws(StorageError) in
            try connection.items(of: seller, status, before: position, limit: limit)
        }
    }

    public func itemCounts(of seller: Account.ID) throws(StorageError) -> [Item.Status: Int] {
        try readers.read { connection throws(StorageError) in
            try connection.itemCounts(of: seller)
        }
    }
}
