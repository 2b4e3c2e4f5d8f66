import Market

/// The list that people read.
extension SQLiteStorage {
    /// Pages by key, so that a page costs the same wherever it lies.
    public func items(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        try read { connection throws(StorageError) in
            let hits = try ItemHits(
                query.filter, query.order, columns.current, connection, keptIn: found)
            let limit = min(max(query.limit, 1), Int(Int32.max) - 1)
            return switch query.position {
            case .start: try connection.page(hits, limit, .behind, nil)
            case .following(let key): try connection.page(hits, limit, .behind, key)
            case .preceding(let key): try connection.page(hits, limit, .inFront, key)
            }
        }
    }

    public func itemCounts(_ filter: ItemFilter) throws(StorageError) -> ItemCounts {
        try read { connection throws(StorageError) in
            if let known = found.counts(of: filter, at: connection.snapshot) { return known }
            let counts = try ItemHits(
                filter, .newest, columns.current, connection, keptIn: found
            ).counts()
            found.keep(counts, of: filter, at: connection.snapshot)
            return counts
        }
    }
}

extension Connection {
    /// At most `limit` items on one side of a key, the nearest to it.
    /// - Parameter key: nil is in front of all.
    fileprivate func page(
        _ hits: ItemHits, _ limit: Int, _ side: Side, _ key: ItemKey?
    ) throws(StorageError) -> ItemPage {
        var (items, keys): ([ItemSummary], [ItemKey]) = ([], [])
        items.reserveCapacity(min(limit, 64))
        keys.reserveCapacity(min(limit, 64))
        var hasMore = true
        var end = key
        // What was deleted since the columns were read has no row any more.
        while hasMore, items.count < limit {
            let wanted = limit - items.count
            let found = try hits.keys(side, of: end, limit: wanted + 1)
            hasMore = found.count > wanted
            try read(found.prefix(wanted), isByPosition: hits.isByPosition, &items, &keys)
            end = found.prefix(wanted).last
        }
        guard let nearest = keys.first else { return ItemPage(items: []) }
        let others = key == nil ? [] : try hits.keys(side.opposite, of: nearest, limit: 1)
        if side == .inFront {
            items.reverse()
            keys.reverse()
        }
        let (hasPrevious, hasNext) =
            side == .behind ? (!others.isEmpty, hasMore) : (hasMore, !others.isEmpty)
        return ItemPage(
            items: items, previous: hasPrevious ? keys.first : nil,
            next: hasNext ? keys.last : nil)
    }

    /// Appends the items of these keys that there are, and their keys.
    /// - Parameter isByPosition: whether the positions only fall, or only rise.
    private func read(
        _ wanted: ArraySlice<ItemKey>, isByPosition: Bool, _ items: inout [ItemSummary],
        _ keys: inout [ItemKey]
    ) throws(StorageError) {
        guard let first = wanted.first?.position, let last = wanted.last?.position else { return }
        // Rows that lie together are read in one go, with a few that nobody asked for.
        let span = abs(first.rawValue - last.rawValue)
        guard isByPosition, span < 4 * wanted.count else {
            for key in wanted {
                if let item: ItemSummary = try self.first(Self.selectOne, key.position) {
                    items.append(item)
                    keys.append(key)
                }
            }
            return
        }
        var rows = try statement(
            first > last ? Self.selectFalling : Self.selectRising, first, last)
        var next = wanted.startIndex
        while try rows.step() {
            let item = try ItemSummary(&rows)
            // Those passed over have no row; a row that is none of them is passed over too.
            var place = next
            while place < wanted.endIndex, wanted[place].position != item.position { place += 1 }
            guard place < wanted.endIndex else { continue }
            items.append(item)
            keys.append(wanted[place])
            next = place + 1
        }
    }

    private static let selectFalling: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position <= ? AND position >= ? ORDER BY position DESC
        """
    private static let selectRising: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position >= ? AND position <= ? ORDER BY position
        """
    private static let selectOne: SQL =
        "SELECT \(ItemSummary.columns) FROM item WHERE position = ?"
}
