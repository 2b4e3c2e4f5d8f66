import Market

extension Connection {
    /// - Throws: `.notFound`, `.itemNotFound`, `.limitReached`.
    func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) throws(StorageError) {
        try checkAccount(account)
        try checkPin(item)
        guard isInterested else {
            try run("DELETE FROM interest WHERE account = ? AND item = ?", account, item)
            return
        }
        guard try !hasInterest(of: account, in: item) else { return }
        let count = try integer("SELECT count(*) FROM interest WHERE account = ?", account) ?? 0
        guard count < Limits.interests else { throw .limitReached(most: Limits.interests) }
        try run("INSERT INTO interest (account, item) VALUES (?, ?)", account, item)
    }

    func hasInterest(
        of account: Account.ID, in item: Item.ID
    ) throws(StorageError) -> Bool {
        try integer("SELECT 1 FROM interest WHERE account = ? AND item = ?", account, item) != nil
    }

    func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) throws(StorageError) -> [Interest] {
        let rows = try statement(Self.selectInterests, account, id ?? .max, max(limit, 0))
        var interests: [Interest] = []
        while try rows.step() {
            interests.append(Interest(id: rows.id(11), item: try summary(rows)))
        }
        return interests
    }

    /// `CROSS` keeps SQLite from beginning with the listings.
    static let selectInterests: SQL =
        "SELECT " + summaryColumns + """
            , number FROM interest CROSS JOIN item ON item.id = interest.item
            WHERE account = ? AND number < ? ORDER BY number DESC LIMIT ?
            """
}
