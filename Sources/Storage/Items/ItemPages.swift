import Market

/// The list that people read.
extension SQLiteStorage {
    /// Pages by key, so that a page costs the same wherever it lies.
    public func items(_ query: ItemQuery) throws(StorageError) -> ItemPage {
        try read { connection throws(StorageError) in
            let hits = try ItemHits(query.filter, query.order, columns.current, connection)
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
            var filter = filter
            filter.category = nil
            return try ItemHits(filter, .newest, columns.current, connection).counts()
        }
    }
}

/// An item where it stands in a list.
private typealias Place = (key: ItemKey, item: ItemSummary)

extension Connection {
    /// At most `limit` items on one side of a key, the nearest to it.
    /// - Parameter key: nil is in front of all.
    fileprivate func page(
        _ hits: ItemHits, _ limit: Int, _ side: Side, _ key: ItemKey?
    ) throws(StorageError) -> ItemPage {
        var places: [Place] = []
        places.reserveCapacity(min(limit + 1, 64))
        var end = key
        // What was deleted since the columns were read has no row any more.
        while places.count <= limit {
            let wanted = limit + 1 - places.count
            let keys = try hits.keys(side, of: end, limit: wanted)
            try read(keys, inOrder: hits.isByPosition, &places)
            guard keys.count == wanted else { break }
            end = keys.last
        }
        let hasMore = places.count > limit
        if hasMore { places.removeLast() }
        guard let nearest = places.first?.key else { return ItemPage(items: []) }
        let others = key == nil ? [] : try hits.keys(side.opposite, of: nearest, limit: 1)
        let hasOthers = !others.isEmpty
        if side == .inFront { places.reverse() }
        let (hasPrevious, hasNext) = side == .behind ? (hasOthers, hasMore) : (hasMore, hasOthers)
        return ItemPage(
            items: places.map(\.item), previous: hasPrevious ? places.first?.key : nil,
            next: hasNext ? places.last?.key : nil)
    }

    /// Appends the items of these keys that there are.
    /// - Parameter isByPosition: whether the positions only fall, or only rise.
    private func read(
        _ keys: [ItemKey], inOrder isByPosition: Bool, _ places: inout [Place]
    ) throws(StorageError) {
        guard let first = keys.first?.position, let last = keys.last?.position else { return }
        // Rows that lie together are read in one go, with a few that nobody asked for.
        let span = abs(first.rawValue - last.rawValue)
        if isByPosition, span < 4 * keys.count {
            let rows = try statement(
                first > last ? Self.selectFalling : Self.selectRising, first, last)
            try read(rows, keys, &places)
        } else {
            for key in keys {
                let item: ItemSummary? = try self.first(Self.selectOne, key.position)
                if let item { places.append((key, item)) }
            }
        }
    }

    private func read(
        _ rows: consuming Statement, _ keys: [ItemKey], _ places: inout [Place]
    ) throws(StorageError) {
        var next = 0
        while try rows.step() {
            let position: Item.Position = try rows.next()
            // Those passed over have no row; a row that is none of them is passed over too.
            guard let place = keys[next...].firstIndex(where: { $0.position == position }) else {
                continue
            }
            places.append((keys[place], try ItemSummary(&rows)))
            next = place + 1
        }
    }

    private static let selectFalling: SQL = """
        SELECT position, \(ItemSummary.columns) FROM item
        WHERE position <= ? AND position >= ? ORDER BY position DESC
        """
    private static let selectRising: SQL = """
        SELECT position, \(ItemSummary.columns) FROM item
        WHERE position >= ? AND position <= ? ORDER BY position
        """
    private static let selectOne: SQL =
        "SELECT \(ItemSummary.columns) FROM item WHERE position = ?"
}
