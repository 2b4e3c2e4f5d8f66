import Market

extension Connection {
    /// Pages by key, so that a page costs the same wherever it lies.
    func itemPage(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        let limit = min(max(query.limit, 1), Int(Int32.max))
        let category = query.filter.category
        switch query.position {
        case .newest:
            let older = try items(Self.before, key: .max, category, limit)
            return ItemPage(items: older.items, hasNewer: false, hasOlder: older.hasMore)
        case .before(let id):
            return try transaction("BEGIN") { () throws(StorageError) in
                let older = try items(Self.before, key: id, category, limit)
                let hasNewer = try exists(Self.atLeast, key: id, category)
                return ItemPage(items: older.items, hasNewer: hasNewer, hasOlder: older.hasMore)
            }
        case .after(let id):
            return try transaction("BEGIN") { () throws(StorageError) in
                let newer = try items(Self.after, key: id, category, limit)
                let hasOlder = try exists(Self.atMost, key: id, category)
                return ItemPage(
                    items: newer.items.reversed(), hasNewer: newer.hasMore, hasOlder: hasOlder)
            }
        }
    }

    /// At most `limit` listings on one side of `key`, the nearest first.
    private func items(
        _ sql: Filtered, key: Item.ID, _ category: Category?, _ limit: Int
    ) throws(StorageError) -> (items: [ItemSummary], hasMore: Bool) {
        let rows = try statement(sql, key, category, limit + 1)
        var items: [ItemSummary] = []
        items.reserveCapacity(min(limit, 64))
        while try rows.step() {
            guard items.count < limit else { return (items, true) }
            items.append(try summary(rows))
        }
        return (items, false)
    }

    private func exists(
        _ sql: Filtered, key: Item.ID, _ category: Category?
    ) throws(StorageError) -> Bool {
        let row = try statement(sql, key, category, 1)
        return try row.step()
    }

    private func statement(
        _ sql: Filtered, _ key: Item.ID, _ category: Category?, _ limit: Int
    ) throws(StorageError) -> Statement {
        guard let category else { return try statement(sql.all, key, limit) }
        return try statement(sql.inCategory, key, category.rawValue, limit)
    }

    static let before = Filtered(summaryColumns, "id < ?", order: "id DESC")
    static let after = Filtered(summaryColumns, "id > ?", order: "id")
    private static let atLeast = Filtered("1", "id >= ?", order: "id DESC")
    private static let atMost = Filtered("1", "id <= ?", order: "id")

    /// A query over all listings, and the same in one category.
    struct Filtered: Sendable {
        let all: SQL
        let inCategory: SQL

        init(_ columns: SQL, _ key: SQL, order: SQL) {
            let start = "SELECT " + columns + " FROM item WHERE " + key
            let end = " ORDER BY " + order + " LIMIT ?"
            all = start + end
            inCategory = start + " AND category = ?" + end
        }
    }
}
