import Market

extension Connection {
    /// - Throws: `.itemNotFound`.
    func setStatus(_ status: Item.Status, of id: Item.ID) throws(StorageError) {
        let count = try run("UPDATE item SET status = ? WHERE id = ?", status.rawValue, id)
        guard count == 1 else { throw .itemNotFound }
    }

    /// - Throws: `.itemNotFound`, `.tooSoon`.
    func pullUp(_ id: Item.ID, at now: Timestamp) throws(StorageError) {
        let earliest = try item(id).mayBePulledUp
        guard now >= earliest else { throw .tooSoon(until: earliest) }
        // The sequence keeps the largest position that ever was.
        try run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'item'")
        try run(
            """
            UPDATE item SET date_pulled_up = ?,
                position = (SELECT seq FROM sqlite_sequence WHERE name = 'item')
            WHERE id = ?
            """,
            now.seconds, id)
    }

    /// - Throws: `.itemNotFound`, `.notFound` when the account is gone, `.changedMeanwhile`.
    func takeOver(_ id: Item.ID, by account: Account.ID) throws(StorageError) {
        let item = try item(id)
        try checkAccount(account)
        guard item.seller == nil else { throw .changedMeanwhile }
        try run("UPDATE item SET seller = ?, password_hash = NULL WHERE id = ?", account, id)
    }

    func items(
        of seller: Account.ID, _ status: Item.Status, before position: Item.Position?, limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        let rows = try statement(
            Self.selectItemsOfSeller, seller, status.rawValue, position ?? .max, max(limit, 0))
        var items: [ItemSummary] = []
        while try rows.step() { items.append(try summary(rows)) }
        return items
    }

    func itemCounts(of seller: Account.ID) throws(StorageError) -> [Item.Status: Int] {
        let rows = try statement(Self.countItemsOfSeller, seller)
        var counts: [Item.Status: Int] = [:]
        while try rows.step() {
            guard let status = Item.Status(rawValue: Int(rows.integer(0))) else {
                throw .unusable("\(path) is damaged: the listings of account \(seller)")
            }
            counts[status] = Int(rows.integer(1))
        }
        return counts
    }

    static let selectItemsOfSeller: SQL =
        "SELECT " + summaryColumns + """
             FROM item WHERE seller = ? AND status = ? AND position < ?
            ORDER BY position DESC LIMIT ?
            """
    static let countItemsOfSeller: SQL =
        "SELECT status, count(*) FROM item WHERE seller = ? GROUP BY status"
}
