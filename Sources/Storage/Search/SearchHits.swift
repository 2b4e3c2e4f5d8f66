import Market

/// An item that answers a search.
struct SearchHit: Sendable {
    let position: Item.Position
    /// How well it answers the search; nil if the index alone found the hit, and its texts were not
    /// read.
    let match: SearchQuery.Match?
}

/// All items that answer a search, by position. Most are found by the full-text index; the newest items,
/// which the index lacks (`NewItems`), are compared with the search one by one.
struct SearchHits {
    /// A search with no more hits than this has them read in one query, oldest first, whichever way it is
    /// walked: FTS5 passes over items with only some of the words in half the time in that order.
    private static let mostAtOnce = 1_000

    let search: SearchQuery
    private let connection: Connection
    private let kept: SearchResultCache?
    /// The hits among the newest items, which the index lacks; newest first.
    private let newHits: [SearchHit]

    /// - Parameters:
    ///   - newItems: the items that the index lacks, if the caller has read them for several
    ///     searches; nil reads them.
    ///   - kept: the cache for the hits; nil caches nothing.
    init(
        _ search: SearchQuery, _ connection: Connection, newItems: NewItems? = nil,
        keptIn kept: SearchResultCache? = nil
    ) throws(StorageError) {
        (self.search, self.connection, self.kept) = (search, connection, kept)
        let newItems = if let newItems { newItems } else { try NewItems(connection) }
        newHits = newItems.hits(of: search).reversed()
            .map { SearchHit(position: $0.position, match: $0.match) }
    }

    /// Whether all hits are cached, so that nothing has to be read.
    var areKnown: Bool { known.isComplete }

    private var known: KnownHits {
        kept?.hits(of: search, at: connection.keptSnapshot) ?? KnownHits()
    }

    /// Calls `body` for all hits on one side of a position, nearest first, until it returns false.
    func walk(
        _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) {
        var found = try keptOrReadHits()
        let last = found.hits.last?.position ?? .max
        // The cached hits begin with the newest.
        guard found.isComplete || side == .behind && position >= last else {
            _ = try walkIndex(nil, side, of: position, body)
            return
        }
        for hit in side == .behind ? found.hits : found.hits.reversed()
        where hit.position != position && (hit.position < position) == (side == .behind) {
            guard try body(hit) else { return }
        }
        guard !found.isComplete else { return }
        var isWhole = true
        let isEnded = try walkIndex(nil, .behind, of: last) { hit throws(StorageError) in
            isWhole = found.hits.count < ItemHits.mostCounted
            if isWhole { found.hits.append(hit) }
            return try body(hit)
        }
        found.isComplete = isEnded && isWhole
        kept?.keep(found, of: search, at: connection.keptSnapshot)
    }

    /// Calls `body` for the hits that answer the search by this match and by no better one.
    func walk(
        _ match: SearchQuery.Match, _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) {
        _ = try walkIndex(match, side, of: position, body)
    }

    /// The oldest hits, at most `most`. The index may find items that do not answer the search
    /// (`needsLook`): these are among them.
    func oldest(_ most: Int) throws(StorageError) -> [Item.Position] {
        let expression = connection.text(of: SearchExpression(search, only: nil))
        let found: [Item.Position] = try connection.all(
            Self.selectOldest, expression, Item.Position.max, most)
        return found + newHits.map(\.position).prefix(most - found.count)
    }

    /// Whether there are no hits; also false if that is unknown without walking through them.
    func areNone() throws(StorageError) -> Bool {
        let found = try keptOrReadHits()
        return found.isComplete && found.hits.isEmpty
    }

    /// How well an item answers the search by its texts; nil if it does not.
    func match(at position: Item.Position) throws(StorageError) -> SearchQuery.Match? {
        var row = try connection.statement(Connection.selectTexts, position)
        guard try row.step() else { return nil }
        let title = SearchText(row.column().bytes)
        // The description is folded only if the title alone does not decide.
        let description = row.column()
        return search.match(title: title, description: SearchText(description.bytes))
    }

    // MARK: - In the index

    /// Asks the index for the hits on one side of a position, and adds the newest items on their side.
    /// - Parameter match: the kind of match; nil for every kind.
    /// - Returns: false if `body` has ended the walk.
    private func walkIndex(
        _ match: SearchQuery.Match?, _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) -> Bool {
        let needsLook = search.needsLook(for: match)
        /// Calls `body` for an item that the index has found, if its texts answer the search as
        /// well.
        func visit(_ position: Item.Position) throws(StorageError) -> Bool {
            guard needsLook else { return try body(SearchHit(position: position, match: match)) }
            guard let found = try self.match(at: position), match == nil || match == found else {
                return true
            }
            return try body(SearchHit(position: position, match: found))
        }
        if side == .behind {
            // The items that the index lacks are newer than all that it has.
            guard try walkNew(newHits, match, side, of: position, body) else { return false }
            if match == .title || match == nil && needsLook,
                let positions = try positionsUpToLimit(match, below: position)
            {
                for position in positions.reversed() {
                    guard try visit(position) else { return false }
                }
                return true
            }
        }
        let expression = connection.text(of: SearchExpression(search, only: match))
        let sql = side == .behind ? Self.selectOlder : Self.selectNewer
        var rows = try connection.statement(sql, expression, position)
        while try rows.step() {
            guard try visit(rows.next()) else { return false }
        }
        guard side == .inFront else { return true }
        return try walkNew(newHits.reversed(), match, side, of: position, body)
    }

    /// Calls `body` for the hits among the newest items on one side of a position, in the order given.
    /// - Returns: false if `body` has ended the walk.
    private func walkNew(
        _ hits: [SearchHit], _ match: SearchQuery.Match?, _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) -> Bool {
        for hit in hits where match == nil || hit.match == match {
            let isThere = side == .behind ? hit.position < position : hit.position > position
            if isThere, try !body(hit) { return false }
        }
        return true
    }

    /// The cached hits. If there are none yet, and the index alone can tell the hits, it is asked
    /// once for all of them; if these are too many to read at once, only that fact is cached.
    private func keptOrReadHits() throws(StorageError) -> KnownHits {
        var found = known
        guard let kept, found.hits.isEmpty, !found.isComplete, !found.exceedLimit,
            search.wholeTitle != nil, !search.needsLook(for: nil)
        else { return found }
        if let positions = try positionsUpToLimit(nil, below: .max) {
            found.hits = newHits + positions.reversed().map { SearchHit(position: $0, match: nil) }
            found.isComplete = true
        } else {
            found.exceedLimit = true
        }
        kept.keep(found, of: search, at: connection.keptSnapshot)
        return found
    }

    /// The positions below one that the index finds, oldest first; nil if there are more than
    /// `mostAtOnce`.
    private func positionsUpToLimit(
        _ match: SearchQuery.Match?, below position: Item.Position
    ) throws(StorageError) -> [Item.Position]? {
        let expression = connection.text(of: SearchExpression(search, only: match))
        let positions: [Item.Position] = try connection.all(
            Self.selectOldest, expression, position, Self.mostAtOnce + 1)
        return positions.count > Self.mostAtOnce ? nil : positions
    }

    private static let selectOlder: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ? AND rowid < ?
        ORDER BY rowid DESC
        """
    private static let selectNewer: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ? AND rowid > ? ORDER BY rowid
        """
    private static let selectOldest: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ? AND rowid < ? ORDER BY rowid LIMIT ?
        """
}

extension SearchQuery {
    /// Whether the index also finds items that do not answer the search by this match, so that
    /// texts have to be read: if initial consonants stand beside syllables or alone, or may be
    /// those of the whole title, if a number may be followed by an inch sign, and if a synonym may end
    /// a word.
    func needsLook(for match: Match?) -> Bool {
        let isInTitle = (match ?? .description) < .description
        // What matches better than that only begins words, which the index can tell.
        let mayBePart = (match ?? .part) >= .part
        let isUnclear = words.contains { word in
            word.isSingleInitial || word.mayHaveInchSign || mayBePart && word.mayEndWords
                || word.hasInitials && word.scalars.contains { Hangul.Syllable($0) != nil }
        }
        return isUnclear || isInTitle && hasInitials && wholeTitle != nil
            || terms.excludedWords.contains { $0.mayHaveInchSign || $0.mayEndWords }
    }
}

extension SearchWord {
    fileprivate var mayHaveInchSign: Bool { spellings.contains { $0.reach == .inches } }

    fileprivate var mayEndWords: Bool { spellings.contains { $0.reach == .edges } }
}
