import Market

/// An item that answers a search.
struct SearchHit: Sendable {
    let position: Item.Position
    /// How it does; nil where nobody had to look at its texts.
    let match: SearchQuery.Match?
}

/// All that answers a search, by position: as the index tells it, and of the newest items, which it
/// lacks, one by one.
struct SearchHits {
    /// Hits of a search for more than a word that are read at once where there are no more: FTS5
    /// passes over what has some of the words in half the time from the oldest item on.
    private static let mostAtOnce = 1_000

    let search: SearchQuery
    private let connection: Connection
    private let kept: FoundItems?
    /// What the index lacks, newest first.
    private let newHits: [SearchHit]

    /// - Parameters:
    ///   - newItems: those of this state, where several searches look at them; nil reads them.
    ///   - kept: where what answers the search is kept; nil keeps it nowhere.
    init(
        _ search: SearchQuery, _ connection: Connection, newItems: NewItems? = nil,
        keptIn kept: FoundItems? = nil
    ) throws(StorageError) {
        (self.search, self.connection, self.kept) = (search, connection, kept)
        let newItems = if let newItems { newItems } else { try NewItems(connection) }
        newHits = newItems.hits(of: search).reversed()
            .map { SearchHit(position: $0.position, match: $0.match) }
    }

    /// Whether all of them are known.
    var areKnown: Bool { known.isComplete }

    private var known: FoundHits {
        kept?.hits(of: search, at: connection.keptSnapshot) ?? FoundHits()
    }

    /// Calls `body` for all on one side of a position, the nearest first, until it answers false.
    func walk(
        _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) {
        var found = try knownOrFew()
        let last = found.hits.last?.position ?? .max
        // What is known begins with the newest.
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

    /// The same of those that answer it so and no better.
    func walk(
        _ match: SearchQuery.Match, _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) {
        _ = try walkIndex(match, side, of: position, body)
    }

    /// So many of them, and some others where the index finds more.
    func oldest(_ most: Int) throws(StorageError) -> [Item.Position] {
        let expression = connection.text(of: SearchExpression(search, only: nil))
        let found: [Item.Position] = try connection.all(
            Self.selectOldest, expression, Item.Position.max, most)
        return found + newHits.map(\.position).prefix(most - found.count)
    }

    /// Whether there is none, as far as that is told at once.
    func areNone() throws(StorageError) -> Bool {
        let found = try knownOrFew()
        return found.isComplete && found.hits.isEmpty
    }

    /// How an item answers it; nil when it does not.
    func match(at position: Item.Position) throws(StorageError) -> SearchQuery.Match? {
        var row = try connection.statement(Connection.selectTexts, position)
        guard try row.step() else { return nil }
        let title = SearchText(row.column().bytes)
        // Mostly the title answers, and to fold a long text takes its time.
        if let match = search.match(title: title) { return match }
        guard search.mayMatch(descriptionBeside: title) else { return nil }
        let description = row.column()
        return search.match(title: title, description: SearchText(description.bytes))
    }

    // MARK: - In the index

    /// - Parameter match: nil for all.
    /// - Returns: false when `body` has ended it.
    private func walkIndex(
        _ match: SearchQuery.Match?, _ side: Side, of position: Item.Position,
        _ body: (SearchHit) throws(StorageError) -> Bool
    ) throws(StorageError) -> Bool {
        let needsLook = search.needsLook(for: match)
        func goOn(_ position: Item.Position) throws(StorageError) -> Bool {
            guard needsLook else { return try body(SearchHit(position: position, match: match)) }
            guard let found = try self.match(at: position), match == nil || match == found else {
                return true
            }
            return try body(SearchHit(position: position, match: found))
        }
        if side == .behind {
            // They are the newest.
            guard try walkNew(newHits, match, side, of: position, body) else { return false }
            if match == .title || match == nil && needsLook,
                let few = try few(match, below: position)
            {
                for position in few.reversed() {
                    guard try goOn(position) else { return false }
                }
                return true
            }
        }
        let expression = connection.text(of: SearchExpression(search, only: match))
        let sql = side == .behind ? Self.selectOlder : Self.selectNewer
        var rows = try connection.statement(sql, expression, position)
        while try rows.step() {
            guard try goOn(rows.next()) else { return false }
        }
        guard side == .inFront else { return true }
        return try walkNew(newHits.reversed(), match, side, of: position, body)
    }

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

    /// What is known of all that answers it, be it by now.
    private func knownOrFew() throws(StorageError) -> FoundHits {
        var found = known
        guard let kept, found.hits.isEmpty, !found.isComplete, !found.areMany,
            search.wholeTitle != nil, !search.needsLook(for: nil)
        else { return found }
        if let few = try few(nil, below: .max) {
            found.hits = newHits + few.reversed().map { SearchHit(position: $0, match: nil) }
            found.isComplete = true
        } else {
            found.areMany = true
        }
        kept.keep(found, of: search, at: connection.keptSnapshot)
        return found
    }

    /// Those that the index tells, oldest first; nil where they are many.
    private func few(
        _ match: SearchQuery.Match?, below position: Item.Position
    ) throws(StorageError) -> [Item.Position]? {
        let expression = connection.text(of: SearchExpression(search, only: match))
        let few: [Item.Position] = try connection.all(
            Self.selectOldest, expression, position, Self.mostAtOnce + 1)
        return few.count > Self.mostAtOnce ? nil : few
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
