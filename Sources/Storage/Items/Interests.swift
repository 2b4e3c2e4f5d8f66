import Market

extension SQLStorage: InterestStorage {
    public func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkAccount(account)
            guard isInterested else {
                try connection.checkItem(item)
                try connection.run(
                    "DELETE FROM interest WHERE account = ? AND item = ?", account, item)
                return
            }
            let found = try connection.item(item)
            guard !found.isHidden else { throw .itemNotFound }
            guard found.seller != account else { throw .dealing(.ownItem) }
            let isKept = try connection.exists(
                "SELECT 1 FROM interest WHERE account = ? AND item = ?", account, item)
            guard !isKept else { return }
            let count = try connection.count(
                "SELECT count(*) FROM interest WHERE account = ?", account)
            try Limits.check(count + 1, atMost: Limits.interests)
            let amount = found.content.price.amountToPay
            try connection.run(
                """
                INSERT INTO interest (account, item, first_price, known_price)
                VALUES (?, ?, ?, ?)
                """, account, item, amount, amount)
        }
    }

    /// `CROSS JOIN` keeps SQLite from starting with the items.
    public func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) async throws(StorageError) -> [Interest] {
        try await all(
            """
            SELECT \(Interest.columns) FROM interest CROSS JOIN item ON item.id = interest.item
            WHERE account = ? AND number < ? AND item.position > 0
            ORDER BY number DESC LIMIT ?
            """, account, id ?? .max, max(limit, 0))
    }
}

extension Interest: Record {
    static let columns: SQL = "number, first_price, \(ItemSummary.columns)"

    init(_ row: inout Statement) throws(StorageError) {
        let (id, firstAmount): (ID, Int64?) = (try row.next(), try row.next())
        self.init(id: id, item: try ItemSummary(&row), firstAmount: firstAmount)
    }
}
