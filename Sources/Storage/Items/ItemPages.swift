import Market

/// The list that people read.
extension SQLiteStorage {
    /// Pages by key, so that a page costs the same wherever it lies.
    public func items(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        try read { connection throws(StorageError) in
            let (filter, limit) = (query.filter, min(max(query.limit, 1), Int(Int32.max)))
            switch query.position {
            case .newest:
                let older = try connection.items(filter, .before(.max), limit)
                return ItemPage(items: older.items, hasNewer: false, hasOlder: older.hasMore)
            case .before(let position):
                let older = try connection.items(filter, .before(position), limit)
                let hasNewer = try connection.hasItems(filter, .notBefore(position))
                return ItemPage(items: older.items, hasNewer: hasNewer, hasOlder: older.hasMore)
            case .after(let position):
                let newer = try connection.items(filter, .after(position), limit)
                let hasOlder = try connection.hasItems(filter, .notAfter(position))
                return ItemPage(
                    items: newer.items.reversed(), hasNewer: newer.hasMore, hasOlder: hasOlder)
            }
        }
    }
}

/// The items on one side of a position, the nearest to it first.
private enum Side {
    case before(Item.Position)
    case notBefore(Item.Position)
    case after(Item.Position)
    case notAfter(Item.Position)
}

extension Connection {
    /// At most `limit` of the items, and whether there are more.
    fileprivate func items(
        _ filter: ItemFilter, _ side: Side, _ limit: Int
    ) throws(StorageError) -> (items: [ItemSummary], hasMore: Bool) {
        var rows = try rows(filter, side, limit: limit + 1)
        var items: [ItemSummary] = []
        items.reserveCapacity(min(limit, 64))
        while try rows.step() {
            guard items.count < limit else { return (items, true) }
            items.append(try ItemSummary(&rows))
        }
        return (items, false)
    }

    fileprivate func hasItems(
        _ filter: ItemFilter, _ side: Side
    ) throws(StorageError) -> Bool {
        var row = try rows(filter, side, limit: 1)
        return try row.step()
    }

    private func rows(
        _ filter: ItemFilter, _ side: Side, limit: Int
    ) throws(StorageError) -> Statement {
        let queries = filter.category == nil ? ListQueries.ofAll : .ofCategory
        let (query, position) =
            switch side {
            case .before(let position): (queries.before, position)
            case .notBefore(let position): (queries.notBefore, position)
            case .after(let position): (queries.after, position)
            case .notAfter(let position): (queries.notAfter, position)
            }
        var rows = try statement(query)
        try rows.bind(position)
        if let category = filter.category { try rows.bind(category) }
        try rows.bind(limit)
        return rows
    }
}

/// What a filter asks for each `Side`: put together once, since every page of the list asks it.
private struct ListQueries {
    static let ofAll = ListQueries(with: "")
    static let ofCategory = ListQueries(with: "AND category = ?")

    let before: SQL
    let notBefore: SQL
    let after: SQL
    let notAfter: SQL

    /// - Parameter conditions: beside that of the position, before the limit.
    private init(with conditions: SQL) {
        before = """
            SELECT \(ItemSummary.columns) FROM item
            WHERE position < ? \(conditions) ORDER BY position DESC LIMIT ?
            """
        after = """
            SELECT \(ItemSummary.columns) FROM item
            WHERE position > ? \(conditions) ORDER BY position LIMIT ?
            """
        notBefore = "SELECT 1 FROM item WHERE position >= ? \(conditions) ORDER BY position LIMIT ?"
        notAfter = """
            SELECT 1 FROM item
            WHERE position <= ? \(conditions) ORDER BY position DESC LIMIT ?
            """
    }
}
