import Market

/// The two directions in which a list can be walked from a key.
enum Side {
    case behind
    case inFront

    var opposite: Side { self == .behind ? .inFront : .behind }
}

/// The items that match a filter, by their keys in an order.
///
/// Filters and prices are checked in memory (`ItemColumns`), words in the search index, and in the
/// texts of the newest items, which the index does not have yet.
struct ItemHits {
    /// The most hits that are counted: counting more takes too long, and nobody reads such a
    /// number.
    static let mostCounted = 20_000
    /// The limit for searches of several words: the index reads through items that have only some
    /// of them.
    static let mostCountedOfSeveralWords = 4_000
    /// The limit for searches that have to read titles to decide about a hit.
    static let mostCountedByLooking = 1_000

    /// The most hits that are sorted by reading each one's texts.
    private static let mostLookedAt = 500

    /// The hits of the filter's search; nil if it has none.
    let found: SearchHits?
    let condition: ItemColumns.Condition
    let order: ItemOrder
    let columns: ItemColumns
    /// How many hits of a search are walked in an order by price before prices decide which of the
    /// older items are worth reading: a few hundred of 300,000.
    var mostWalked = ItemHits.mostCounted
    /// The most texts of those that are read: beyond that, walking through the older hits is as
    /// fast.
    var mostLookedAtByPrice = 1_000

    /// - Parameters:
    ///   - newItems: the items that the index lacks, if the caller has read them for several
    ///     searches; nil reads them.
    ///   - kept: the cache for the hits of a search; nil caches nothing.
    init(
        _ filter: ItemFilter, _ order: ItemOrder, _ columns: ItemColumns, _ connection: Connection,
        newItems: NewItems? = nil, keptIn kept: SearchResultCache? = nil
    ) throws(StorageError) {
        found = try filter.search.map { search throws(StorageError) in
            try SearchHits(search, connection, newItems: newItems, keptIn: kept)
        }
        condition = try connection.condition(of: filter)
        self.order = order == .bestMatch && filter.search == nil ? .newest : order
        self.columns = columns
    }

    /// The same hits under another condition.
    private init(of hits: ItemHits, _ condition: ItemColumns.Condition) {
        (found, order, columns) = (hits.found, hits.order, hits.columns)
        self.condition = condition
    }

    /// At most `limit` positions on one side of a position, nearest first.
    func positions(
        _ side: Side, of position: Item.Position, limit: Int
    ) throws(StorageError) -> [Item.Position] {
        var positions: [Item.Position] = []
        try walk(side, of: position) { position, _ in
            positions.append(position)
            return positions.count < limit
        }
        return positions
    }

    /// Whether the order is that of the positions.
    var isByPosition: Bool { order == .newest }

    /// At most `limit` keys on one side of a key, nearest first.
    /// - Parameter key: nil stands before all others.
    func keys(_ side: Side, of key: ItemKey?, limit: Int) throws(StorageError) -> [ItemKey] {
        switch order {
        case .newest: try keysByAge(side, of: key, limit)
        case .lowestPrice, .highestPrice: try keysByPrice(side, of: key, limit)
        case .bestMatch: try keysByMatch(side, of: key, limit)
        }
    }

    /// Whether there is any item on one side of a key.
    func has(_ side: Side, of key: ItemKey) throws(StorageError) -> Bool {
        guard order.isByPrice else { return try !keys(side, of: key, limit: 1).isEmpty }
        return try hasByPrice(side, of: key)
    }

    /// See `ItemPage.hasOtherCurrencies`.
    func hasOtherCurrencies() throws(StorageError) -> Bool {
        // Most markets have none, which is known without a walk.
        guard order.isByPrice || condition.isInWon, !condition.isInOtherCurrency,
            columns.hasOtherCurrencies
        else { return false }
        var (isThere, left) = (false, Self.mostCounted)
        try ItemHits(of: self, condition.ofEveryPrice).walk(.behind, of: .max) { _, row in
            isThere = row.currency != 0 && row.state != .isOpen
            left -= 1
            return !isThere && left > 0
        }
        return isThere
    }

    private func keysByAge(
        _ side: Side, of key: ItemKey?, _ limit: Int
    ) throws(StorageError) -> [ItemKey] {
        var keys: [ItemKey] = []
        keys.reserveCapacity(min(limit, 64))
        try walk(side, of: key?.position ?? .max) { position, _ in
            keys.append(ItemKey(position))
            return keys.count < limit
        }
        return keys
    }

    private func keysByMatch(
        _ side: Side, of key: ItemKey?, _ limit: Int
    ) throws(StorageError) -> [ItemKey] {
        guard let found, try !found.areNone() else { return [] }
        var keys: [ItemKey] = []
        let matches = found.search.matches.filter { match in
            guard let rank = key?.rank else { return true }
            return side == .behind ? match.rawValue >= rank : match.rawValue <= rank
        }
        // Searches for initial consonants always read the titles, so that finding the few first
        // saves nothing.
        let look = found.search.hasInitials || found.areKnown ? 0 : 1
        for (number, match) in (side == .behind ? matches : matches.reversed()).enumerated() {
            if number == look, let few = try fewKeys(found) {
                var nearest = NearestKeys(side, of: key, limit: limit)
                for key in few { nearest.insert(key) }
                return nearest.keys
            }
            let isFirst = key?.rank == Int64(match.rawValue)
            let outer: Item.Position = side == .behind ? .max : .min
            let start = isFirst ? key?.position ?? outer : outer
            try found.walk(match, side, of: start) { hit throws(StorageError) in
                guard row(of: hit) != nil else { return true }
                keys.append(ItemKey(rank: Int64(match.rawValue), hit.position))
                return keys.count < limit
            }
            if keys.count == limit { break }
        }
        return keys
    }

    /// The keys of all hits, if there are few: reading each one's texts is faster than another
    /// index query for each kind of match. Returns nil if there are many.
    private func fewKeys(_ found: SearchHits) throws(StorageError) -> [ItemKey]? {
        var hits: [SearchHit] = []
        try found.walk(.behind, of: .max) { hit throws(StorageError) in
            if row(of: hit) != nil { hits.append(hit) }
            return hits.count <= Self.mostLookedAt
        }
        guard hits.count <= Self.mostLookedAt else { return nil }
        var keys: [ItemKey] = []
        for hit in hits {
            var match = hit.match
            if match == nil { match = try found.match(at: hit.position) }
            guard let match else { continue }
            keys.append(ItemKey(rank: Int64(match.rawValue), hit.position))
        }
        return keys
    }

    /// The number of hits in each category and neighbourhood; partial if the walk would take too
    /// long.
    func counts() throws(StorageError) -> ItemCounts {
        var categories = [Int64](repeating: 0, count: Int(UInt8.max) + 1)
        // An array, not a dictionary: hashing a million numbers would take most of the time.
        var neighbourhoods: [Int64] = []
        var left = found.map { Self.mostCounted(of: $0.search) } ?? .max
        let everyGroup = ItemHits(of: self, condition.ofEveryGroup)
        try everyGroup.walk(.behind, of: .max) { _, row in
            if condition.isOfNeighbourhood(row) { categories[Int(row.category)] += 1 }
            if row.neighbourhood > 0, condition.isOfCategory(row) {
                let number = Int(row.neighbourhood)
                if number >= neighbourhoods.count {
                    neighbourhoods += repeatElement(0, count: number + 1 - neighbourhoods.count)
                }
                neighbourhoods[number] += 1
            }
            left -= 1
            return left > 0
        }
        let kinds = Category.allCases.map { ($0, categories[$0.rawValue]) }.filter { $0.1 > 0 }
        let places = neighbourhoods.enumerated().filter { $1 > 0 }
            .map { (Neighbourhood.ID(rawValue: Int64($0)), $1) }
        return ItemCounts(
            byCategory: Dictionary(uniqueKeysWithValues: kinds),
            byNeighbourhood: Dictionary(uniqueKeysWithValues: places), isPartial: left == 0)
    }

    private static func mostCounted(of search: SearchQuery) -> Int {
        if search.needsLook(for: nil) { return mostCountedByLooking }
        let isOfOneWord = search.words.count == 1 && search.terms.excluded.isEmpty
        return isOfOneWord ? mostCounted : mostCountedOfSeveralWords
    }

    // MARK: - Walks

    /// Calls `body` for all items that match on one side of a position, nearest first, until it
    /// returns false.
    func walk(
        _ side: Side, of position: Item.Position,
        _ body: (Item.Position, ItemColumns.Row) -> Bool
    ) throws(StorageError) {
        if let found {
            try found.walk(side, of: position) { hit throws(StorageError) in
                row(of: hit).map { body(hit.position, $0) } ?? true
            }
        } else if side == .behind {
            columns.walkOlder(than: position, condition, body)
        } else {
            columns.walkNewer(than: position, condition, body)
        }
    }

    /// Returns nil if the condition excludes the item, or it no longer exists.
    private func row(of hit: SearchHit) -> ItemColumns.Row? {
        columns[hit.position].flatMap { condition.holds(of: $0) ? $0 : nil }
    }
}
