import Market

/// The lists that visitors browse.
extension SQLStorage {
    /// Pages by key, so that every page costs the same.
    public func items(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
        try await read { [self] connection throws(StorageError) in
            let hits = try ItemHits(
                query.filter, query.order, columns.current, connection, keptIn: found)
            let limit = min(max(query.limit, 1), Int(Int32.max) - 1)
            let (side, key): (Side, ItemKey?) =
                switch query.position {
                case .start: (.behind, nil)
                case .following(let key): (.behind, key)
                case .preceding(let key): (.inFront, key)
                }
            var page = try connection.page(
                hits, limit, side, key, to: query.blocker, keptIn: summaries)
            page.hasOtherCurrencies = try hits.hasOtherCurrencies()
            return page
        }
    }

    public func openItems(
        _ ids: [Item.ID], for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary] {
        try await read { connection throws(StorageError) in
            var found: [Item.ID: ItemSummary] = [:]
            for start in stride(from: 0, to: ids.count, by: SQL.groupSize) {
                var rows = try connection.prepare(Connection.selectOpenByID)
                try rows.bindGroup(ids, from: start)
                try rows.bind(viewer)
                while try rows.step() {
                    let item = try ItemSummary(&rows)
                    found[item.id] = item
                }
            }
            return ids.compactMap { found[$0] }
        }
    }

    public func itemCounts(_ filter: ItemFilter) async throws(StorageError) -> ItemCounts {
        try await read { [self] connection throws(StorageError) in
            if let known = found.counts(of: filter, at: connection.keptSnapshot) { return known }
            let counts = try ItemHits(
                filter, .newest, columns.current, connection, keptIn: found
            ).counts()
            found.keep(counts, of: filter, at: connection.keptSnapshot)
            return counts
        }
    }

    /// Lets callers go through all items, a page at a time.
    public func itemDates(
        _ places: Range<Item.Position>, limit: Int
    ) async throws(StorageError) -> [ItemDate] {
        try await all(
            """
            SELECT \(ItemDate.columns) FROM item
            WHERE position >= ? AND position < ? AND status <> ? ORDER BY position LIMIT ?
            """, places.lowerBound, places.upperBound, Item.Status.sold, max(limit, 0))
    }
}

extension Connection {
    /// At most `limit` items on one side of a key, nearest first.
    /// - Parameters:
    ///   - key: nil stands before all others.
    ///   - blocker: the viewer; items of people whom the viewer has blocked are left out. Nil
    ///     leaves out none.
    fileprivate func page(
        _ hits: ItemHits, _ limit: Int, _ side: Side, _ key: ItemKey?, to blocker: Account.ID?,
        keptIn kept: ItemSummaryCache
    ) throws(StorageError) -> ItemPage {
        var items: [ItemSummary] = []
        items.reserveCapacity(min(limit, 64))
        var first: ItemKey?
        var (end, hasMore) = (key, true)
        // An item deleted since the columns were read has no row any more.
        while hasMore, items.count < limit {
            let wanted = limit - items.count
            let found = try shownKeys(of: hits, side, of: end, limit: wanted, to: blocker)
            let summaries = try summaries(of: found.keys, hits.isByPosition, kept)
            for (key, summary) in zip(found.keys, summaries) {
                guard let summary else { continue }
                items.append(summary)
                if first == nil { first = key }
            }
            (end, hasMore) = (found.end, found.hasMore)
            // Too many blocked items were skipped; the next page goes on from here.
            if found.keys.count < wanted { break }
        }
        guard let nearest = first ?? (hasMore ? end : nil) else { return ItemPage(items: []) }
        let hasOthers =
            key == nil ? false : try hasShown(hits, side.opposite, of: nearest, to: blocker)
        let (here, there): (ItemKey?, ItemKey?) = (hasOthers ? nearest : nil, hasMore ? end : nil)
        guard side == .inFront else { return ItemPage(items: items, previous: here, next: there) }
        items.reverse()
        return ItemPage(items: items, previous: there, next: here)
    }

    /// The item of each key; nil if it no longer exists.
    /// - Parameter isByPosition: whether the positions only fall or only rise.
    private func summaries(
        of keys: ArraySlice<ItemKey>, _ isByPosition: Bool, _ kept: ItemSummaryCache
    ) throws(StorageError) -> [ItemSummary?] {
        var summaries = kept.summaries(of: keys, at: snapshot)
        let missing = summaries.indices.filter { summaries[$0] == nil }
        guard let first = missing.first, let last = missing.last else { return summaries }
        let (start, end) = (keys[keys.startIndex + first], keys[keys.startIndex + last])
        // Rows that are close together are read in one query, with a few that are not needed.
        let span = abs(start.position.rawValue - end.position.rawValue)
        if isByPosition, span < 4 * missing.count {
            var rows = try statement(
                start.position > end.position ? Self.selectFalling : Self.selectRising,
                start.position, end.position)
            var next = missing.startIndex
            while try rows.step() {
                let item = try ItemSummary(&rows)
                // A missing row skips its keys; a row that is not asked for is skipped, too.
                let place = missing[next...].firstIndex { index in
                    keys[keys.startIndex + index].position == item.position
                }
                guard let place else { continue }
                summaries[missing[place]] = item
                next = place + 1
            }
        } else {
            for index in missing {
                summaries[index] = try self.first(
                    ItemSummary.selectAt, keys[keys.startIndex + index].position)
            }
        }
        kept.keep(summaries, missing, of: keys, at: snapshot)
        return summaries
    }

    private static let selectFalling: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position <= ? AND position >= ? ORDER BY position DESC
        """
    private static let selectRising: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position >= ? AND position <= ? ORDER BY position
        """
    fileprivate static let selectOpenByID: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE id IN (\(SQL.group)) AND position > 0 AND \(isOfNobodyBlocked)
        """
}

// MARK: - Without items of blocked people

/// Keys of a list without items of people whom the viewer has blocked, nearest first.
private struct ShownKeys {
    /// If the viewer has blocked people: the fewest keys read in the first step, the factor by
    /// which each further step reads more, and the most steps: 1,785 keys for a page of 20, in a
    /// few milliseconds.
    static let (fewest, growth, mostSteps) = (16, 4, 4)

    let keys: ArraySlice<ItemKey>
    /// The last key that was read; the list goes on from here.
    let end: ItemKey?
    /// Whether there are, or may be, more items after that; there may be fewer keys than asked for
    /// then.
    let hasMore: Bool

    init(_ keys: ArraySlice<ItemKey>, end: ItemKey?, hasMore: Bool) {
        (self.keys, self.end, self.hasMore) = (keys, end, hasMore)
    }

    /// - Parameter found: has more than `limit` keys if there are more items.
    init(_ found: [ItemKey], limit: Int) {
        let keys = found.prefix(limit)
        self.init(keys, end: keys.last, hasMore: found.count > limit)
    }
}

extension Connection {
    /// At most `limit` keys on one side of a key.
    /// - Parameters:
    ///   - key: nil stands before all others.
    ///   - blocker: the viewer; items of people whom the viewer has blocked are left out. Nil
    ///     leaves out none.
    fileprivate func shownKeys(
        of hits: ItemHits, _ side: Side, of key: ItemKey?, limit: Int, to blocker: Account.ID?
    ) throws(StorageError) -> ShownKeys {
        guard let blocker else {
            return ShownKeys(try hits.keys(side, of: key, limit: limit + 1), limit: limit)
        }
        var shown: [ItemKey] = []
        var (end, count) = (key, max(limit + 1, ShownKeys.fewest))
        for _ in 0..<ShownKeys.mostSteps {
            let found = try hits.keys(side, of: end, limit: count)
            let blocked = try positions(among: found, ofPeopleBlockedBy: blocker)
            shown += found.filter { !blocked.contains($0.position) }
            guard shown.count <= limit, found.count == count else {
                return ShownKeys(shown, limit: limit)
            }
            (end, count) = (found.last, count * ShownKeys.growth)
        }
        return ShownKeys(shown[...], end: end, hasMore: true)
    }

    /// Whether there is, or may be, any item on one side of a key.
    fileprivate func hasShown(
        _ hits: ItemHits, _ side: Side, of key: ItemKey, to blocker: Account.ID?
    ) throws(StorageError) -> Bool {
        guard blocker != nil else { return try hits.has(side, of: key) }
        let found = try shownKeys(of: hits, side, of: key, limit: 1, to: blocker)
        return !found.keys.isEmpty || found.hasMore
    }
}

// MARK: - Rows

extension ItemDate: Record {
    static let columns: SQL = "id, position, date_modified"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), position: try row.next(), dateModified: try row.next())
    }
}
