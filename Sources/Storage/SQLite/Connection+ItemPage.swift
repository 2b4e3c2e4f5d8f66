import Market

extension Connection {
    /// Pages by key, so that a page costs the same wherever it lies. Reads in one snapshot.
    func itemPage(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        let limit = min(max(query.limit, 1), Int(Int32.max))
        let category = query.filter.category
        switch query.position {
        case .newest:
            let older = try items(Self.before, key: .max, category, limit)
            return ItemPage(items: older.items, hasNewer: false, hasOlder: older.hasMore)
        case .before(let key):
            let older = try items(Self.before, key: key, category, limit)
            let hasNewer = try exists(Self.atLeast, key: key, category)
            return ItemPage(items: older.items, hasNewer: hasNewer, hasOlder: older.hasMore)
        case .after(let key):
            let newer = try items(Self.after, key: key, category, limit)
            let hasOlder = try exists(Self.atMost, key: key, category)
            return ItemPage(
                items: newer.items.reversed(), hasNewer: newer.hasMore, hasOlder: hasOlder)
        }
    }

    /// At most `limit` listings on one side of `key`, the nearest first.
    private func items(
        _ sql: Filtered, key: Item.Position, _ category: Category?, _ limit: Int
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
        _ sql: Filtered, key: Item.Position, _ category: Category?
    ) throws(StorageError) -> Bool {
        let row = try statement(sql, key, category, 1)
        return try row.step()
    }

    private func statement(
        _ sql: Filtered, _ key: Item.Position, _ category: Category?, _ limit: Int
    ) throws(StorageError) -> Statement {
        guard let category else { return try statement(sql.all, key, limit) }
        return try statement(sql.inCategory, key, category.rawValue, limit)
    }

    static let before = Filtered(summaryColumns, "position < ?", order: "position DESC")
    static let after = Filtered(summaryColumns, "position > ?", order: "position")
    private static let atLeast = Filtered("1", "position >= ?", order: "position DESC")
    private static let atMost = Filtered("1", "position <= ?", order: "position")

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
