import Market

/// One of the two ways to go from a key through a list.
enum Side {
    case behind
    case inFront

    var opposite: Side { self == .behind ? .inFront : .behind }
}

/// The items that match a filter, by their keys in an order.
///
/// Filters and prices are looked at in memory (`ItemColumns`), words in the index, and in the newest
/// items themselves, which it lacks.
struct ItemHits {
    /// Hits that are counted at most: many take their time, and nobody reads such a number.
    static let mostCounted = 20_000
    /// Of these those whose titles have to be looked at for it.
    static let mostCountedByLooking = 1_000

    /// Hits that are put in order by looking at each, at most.
    private static let mostLookedAt = 500

    private let search: SearchQuery?
    private let condition: ItemColumns.Condition
    private let order: ItemOrder
    private let columns: ItemColumns
    private let connection: Connection
    /// What the index lacks, oldest first; nothing where nothing is searched for.
    private let newHits: [(position: Item.Position, match: SearchQuery.Match)]
    private let kept: FoundItems?

    /// - Parameters:
    ///   - newItems: those of this state, where several searches look at them; nil reads them.
    ///   - kept: where all that answers a search is kept; nil keeps it nowhere.
    init(
        _ filter: ItemFilter, _ order: ItemOrder, _ columns: ItemColumns, _ connection: Connection,
        newItems: NewItems? = nil, keptIn kept: FoundItems? = nil
    ) throws(StorageError) {
        search = filter.search
        condition = ItemColumns.Condition(filter)
        self.order = order == .bestMatch && filter.search == nil ? .newest : order
        (self.columns, self.connection, self.kept) = (columns, connection, kept)
        newHits =
            try search.map { query throws(StorageError) in
                let newItems = if let newItems { newItems } else { try NewItems(connection) }
                return newItems.hits(of: query)
            } ?? []
    }

    /// The same of another condition.
    private init(of hits: ItemHits, _ condition: ItemColumns.Condition) {
        search = hits.search
        self.condition = condition
        (order, columns) = (hits.order, hits.columns)
        (connection, newHits, kept) = (hits.connection, hits.newHits, hits.kept)
    }

    /// At most `limit` positions on one side of another, the nearest to it first.
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

    /// At most `limit` keys on one side of a key, the nearest to it first.
    /// - Parameter key: nil is in front of all.
    func keys(_ side: Side, of key: ItemKey?, limit: Int) throws(StorageError) -> [ItemKey] {
        switch order {
        case .newest: try keysByAge(side, of: key, limit)
        case .lowestPrice, .highestPrice: try keysByPrice(side, of: key, limit)
        case .bestMatch: try keysByMatch(side, of: key, limit)
        }
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

    /// Walks through all that match, and keeps the nearest; the first ones of the list are found when
    /// nothing older is cheaper, or dearer.
    private func keysByPrice(
        _ side: Side, of key: ItemKey?, _ limit: Int
    ) throws(StorageError) -> [ItemKey] {
        var nearest = NearestKeys(side, of: key, limit: limit)
        let leastRanks = side == .behind ? columns.leastRanks(in: order) : []
        try walk(.behind, of: .max) { position, row in
            nearest.insert(ItemKey(rank: row.rank(in: order), position))
            guard let last = nearest.last, !leastRanks.isEmpty else { return true }
            return last.rank > leastRanks[ItemColumns.chunk(of: position)]
        }
        return nearest.keys
    }

    private func keysByMatch(
        _ side: Side, of key: ItemKey?, _ limit: Int
    ) throws(StorageError) -> [ItemKey] {
        guard let search else { return [] }
        var keys: [ItemKey] = []
        let matches = search.matches.filter { match in
            guard let rank = key?.rank else { return true }
            return side == .behind ? match.rawValue >= rank : match.rawValue <= rank
        }
        // The consonants of a title are found no faster than all that have them.
        let look = search.hasInitials || known(search) != nil ? 0 : 1
        for (number, match) in (side == .behind ? matches : matches.reversed()).enumerated() {
            if number == look, let few = try fewKeys(search) {
                var nearest = NearestKeys(side, of: key, limit: limit)
                for key in few { nearest.insert(key) }
                return nearest.keys
            }
            let isFirst = key?.rank == Int64(match.rawValue)
            let outer: Item.Position = side == .behind ? .max : .min
            let start = isFirst ? key?.position ?? outer : outer
            try walk(search, match, side, of: start) { position, row in
                keys.append(ItemKey(rank: Int64(match.rawValue), position))
                return keys.count < limit
            }
            if keys.count == limit { break }
        }
        return keys
    }

    /// Of all that match, where they are few: to look at each takes less time than to search again for
    /// every way of matching. Nil where they are many.
    private func fewKeys(_ search: SearchQuery) throws(StorageError) -> [ItemKey]? {
        var positions: [Item.Position] = []
        try walk(search, nil, .behind, of: .max) { position, _ in
            positions.append(position)
            return positions.count <= Self.mostLookedAt
        }
        guard positions.count <= Self.mostLookedAt else { return nil }
        var keys: [ItemKey] = []
        for position in positions {
            guard let match = try match(search, at: position) else { continue }
            keys.append(ItemKey(rank: Int64(match.rawValue), position))
        }
        return keys
    }

    /// How many there are, those of too long a walk left out.
    func counts() throws(StorageError) -> ItemCounts {
        var categories = [Int64](repeating: 0, count: Int(UInt8.max) + 1)
        var neighbourhoods: [UInt16: Int64] = [:]
        let needsLook = search?.needsLook(for: nil) ?? false
        var left = needsLook ? Self.mostCountedByLooking : Self.mostCounted
        let everyGroup = ItemHits(of: self, condition.ofEveryGroup)
        try everyGroup.walk(.behind, of: .max) { _, row in
            if condition.isOfNeighbourhood(row) { categories[Int(row.category)] += 1 }
            if row.neighbourhood > 0, condition.isOfCategory(row) {
                neighbourhoods[row.neighbourhood, default: 0] += 1
            }
            if search != nil { left -= 1 }
            return left > 0
        }
        let found = Category.allCases.map { ($0, categories[$0.rawValue]) }.filter { $0.1 > 0 }
        let places = neighbourhoods.map { (Neighbourhood.ID(rawValue: Int64($0)), $1) }
        return ItemCounts(
            byCategory: Dictionary(uniqueKeysWithValues: found),
            byNeighbourhood: Dictionary(uniqueKeysWithValues: places), isPartial: left == 0)
    }

    // MARK: - Walks

    /// All that answers a search, newest first, where that is known.
    private func known(_ search: SearchQuery) -> [Item.Position]? {
        kept?.positions(of: search, at: connection.snapshot)
    }

    /// Calls `body` for all that match on one side of a position, the nearest first, until it
    /// answers false.
    private func walk(
        _ side: Side, of position: Item.Position,
        _ body: (Item.Position, ItemColumns.Row) -> Bool
    ) throws(StorageError) {
        if let search {
            try walk(search, nil, side, of: position, body)
        } else if side == .behind {
            columns.walkOlder(than: position, condition, body)
        } else {
            columns.walkNewer(than: position, condition, body)
        }
    }

    /// - Parameter match: which of those that answer the search; nil for all.
    private func walk(
        _ search: SearchQuery, _ match: SearchQuery.Match?, _ side: Side,
        of position: Item.Position, _ body: (Item.Position, ItemColumns.Row) -> Bool
    ) throws(StorageError) {
        func goOn(_ position: Item.Position, _ found: SearchQuery.Match?) -> Bool {
            guard match == nil || found == nil || found == match,
                let row = columns[position], condition.holds(of: row)
            else { return true }
            return body(position, row)
        }
        if match == nil, let known = known(search) {
            for hit in side == .behind ? known : known.reversed()
            where side == .behind ? hit < position : hit > position {
                guard goOn(hit, nil) else { return }
            }
            return
        }
        var all: [Item.Position] = []
        // They are the newest.
        if side == .behind {
            for hit in newHits.reversed() where hit.position < position {
                all.append(hit.position)
                guard goOn(hit.position, hit.match) else { return }
            }
        }
        let expression = SearchExpression(search, only: match).text
        let sql = side == .behind ? Self.selectOlder : Self.selectNewer
        var rows = try connection.statement(sql, expression, position)
        let needsLook = search.needsLook(for: match)
        while try rows.step() {
            let hit: Item.Position = try rows.next()
            var found: SearchQuery.Match?
            if needsLook {
                found = try self.match(search, at: hit)
                if found == nil { continue }
            }
            all.append(hit)
            guard goOn(hit, found) else { return }
        }
        if side == .inFront {
            for hit in newHits where hit.position > position {
                guard goOn(hit.position, hit.match) else { return }
            }
        } else if match == nil, position == .max, all.count <= Self.mostCounted {
            kept?.keep(all, of: search, at: connection.snapshot)
        }
    }

    /// How an item answers a search; nil when it does not.
    private func match(
        _ search: SearchQuery, at position: Item.Position
    ) throws(StorageError) -> SearchQuery.Match? {
        try connection.texts(at: position).flatMap(search.match)
    }

    private static let selectOlder: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ? AND rowid < ?
        ORDER BY rowid DESC
        """
    private static let selectNewer: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ? AND rowid > ? ORDER BY rowid
        """
}

extension SearchQuery {
    /// Whether the index finds more than what answers it so: consonants beside syllables, or by
    /// themselves, and where they may be those of the whole title.
    func needsLook(for match: Match?) -> Bool {
        let isInTitle = (match ?? .description) < .description
        return isInTitle && hasInitials && wholeTitle != nil
            || words.contains { word in
                word.isSingleInitial
                    || word.hasInitials && word.scalars.contains { Hangul.Syllable($0) != nil }
            }
    }
}

/// So many of the keys on one side of a key as are asked for, the nearest first.
private struct NearestKeys {
    private(set) var keys: [ItemKey] = []
    private let side: Side
    private let start: ItemKey?
    private let limit: Int

    /// The farthest, where there are as many as asked for.
    var last: ItemKey? { keys.count == limit ? keys.last : nil }

    init(_ side: Side, of start: ItemKey?, limit: Int) {
        (self.side, self.start, self.limit) = (side, start, limit)
    }

    mutating func insert(_ key: ItemKey) {
        if let start, !isNearer(start, key) { return }
        if keys.count == limit {
            guard let last = keys.last, isNearer(key, last) else { return }
            keys.removeLast()
        }
        keys.insert(key, at: place(of: key))
    }

    /// Where it belongs, by halves.
    private func place(of key: ItemKey) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if isNearer(keys[middle], key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isNearer(_ one: ItemKey, _ other: ItemKey) -> Bool {
        side == .behind ? one < other : other < one
    }
}
