import Market

extension SQLiteStorage: SavedSearchStorage {
    public func insert(
        _ filter: ItemFilter, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkAccount(account)
            let wanted = try connection.wanted(filter)
            let kept: SavedSearch.ID? = try connection.first(
                "SELECT id FROM saved_search WHERE account = ? AND wanted = ?", account, wanted)
            if let kept { return kept }
            let count = try connection.count(
                "SELECT count(*) FROM saved_search WHERE account = ?", account)
            try Limits.check(count + 1, atMost: Limits.savedSearches)
            return try connection.insert(
                """
                INSERT INTO saved_search (account, wanted, date_created, first, seen)
                SELECT ?, ?, ?, number, number FROM (SELECT coalesce(
                    (SELECT seq FROM sqlite_sequence WHERE name = 'news'), 0) AS number)
                """,
                account, wanted, now)
        }
    }

    public func savedSearches(of account: Account.ID) throws(StorageError) -> [SavedSearch] {
        try all(
            """
            SELECT \(SavedSearch.columns)
            FROM saved_search AS search CROSS JOIN wanted ON wanted.id = search.wanted
            WHERE search.account = ? ORDER BY search.id DESC
            """,
            Limits.countedMatches, account)
    }

    public func savedSearch(
        _ id: SavedSearch.ID, of account: Account.ID
    ) throws(StorageError) -> SavedSearch {
        try one(
            """
            SELECT \(SavedSearch.columns)
            FROM saved_search AS search CROSS JOIN wanted ON wanted.id = search.wanted
            WHERE search.id = ? AND search.account = ?
            """,
            Limits.countedMatches, id, account)
    }

    public func deleteSavedSearch(
        _ id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.runOnce(
                "DELETE FROM saved_search WHERE id = ? AND account = ?", id, account)
        }
    }

    public func matches(
        of id: SavedSearch.ID, of account: Account.ID, before key: SavedSearch.Match.ID?,
        limit: Int
    ) throws(StorageError) -> [SavedSearch.Match] {
        try read { connection throws(StorageError) in
            let kept: KeptFrom = try connection.one(
                "SELECT wanted, first FROM saved_search WHERE id = ? AND account = ?", id, account)
            return try connection.all(
                """
                SELECT \(SavedSearch.Match.columns) FROM wanted_match CROSS JOIN news USING (number)
                CROSS JOIN item ON item.id = news.item
                WHERE wanted = ? AND number > ? AND number < ? AND seller IS NOT ?
                ORDER BY number DESC LIMIT ?
                """,
                kept.wanted, kept.first, key ?? .max, account, max(limit, 0))
        }
    }

    public func setSeen(
        upTo match: SavedSearch.Match.ID, of id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.runOnce(
                "UPDATE saved_search SET seen = max(seen, ?) WHERE id = ? AND account = ?", match,
                id, account)
        }
    }

    public func countUnseenMatches(of account: Account.ID) throws(StorageError) -> Int {
        try one(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM saved_search AS search CROSS JOIN \(SavedSearch.unseen)
                    AND search.account = ? LIMIT ?)
            """,
            account, Limits.countedMatches)
    }

    @discardableResult
    public func purgeMatches(before moment: Timestamp) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            try connection.run("DELETE FROM news WHERE date < ?", moment)
        }
    }
}

/// What anybody wants: a search that at least one account keeps.
enum Wanted {
    typealias ID = Identifier<Wanted>
}

/// From which number on an account sees what matches a search.
private struct KeptFrom: RowValue {
    let wanted: Wanted.ID
    let first: SavedSearch.Match.ID

    init(_ row: inout Statement) throws(StorageError) {
        (wanted, first) = (try row.next(), try row.next())
    }
}

extension Connection {
    /// Hits of a token are counted so far.
    private static let mostCounted = 1_000

    /// The row of a search; a new one where nobody keeps it yet.
    fileprivate func wanted(_ filter: ItemFilter) throws(StorageError) -> Wanted.ID {
        let text = filter.search?.text ?? ""
        let wanted: Wanted.ID? = try first(
            """
            SELECT id FROM wanted WHERE text = ? AND category IS ? AND is_free = ?
                AND minimum_price IS ? AND maximum_price IS ?
            """,
            text, filter.category, filter.isFree ? 1 : 0, filter.minimumPrice,
            filter.maximumPrice)
        if let wanted { return wanted }
        return try insert(
            """
            INSERT INTO wanted (token, text, category, is_free, minimum_price, maximum_price)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            try rarestToken(of: filter), text, filter.category, filter.isFree ? 1 : 0,
            filter.minimumPrice, filter.maximumPrice)
    }

    /// The one that the fewest items have so far.
    private func rarestToken(of filter: ItemFilter) throws(StorageError) -> WantedToken {
        let tokens = WantedToken.all(of: filter)
        var rarest: (token: WantedToken, hits: Int) = (tokens[0].token, .max)
        for (token, expression) in tokens where tokens.count > 1 {
            let hits = try count(
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM item_search WHERE item_search MATCH ? LIMIT ?)
                """,
                expression, Self.mostCounted)
            if hits < rarest.hits { rarest = (token, hits) }
            if hits == 0 { break }
        }
        return rarest.token
    }
}

// MARK: - Rows

extension SavedSearch: Record {
    /// What a search has that its account has not seen: nothing of its own, and nothing told before
    /// by another of its searches.
    static let unseen: SQL = """
        wanted_match AS hit CROSS JOIN news ON news.number = hit.number
        CROSS JOIN item ON item.id = news.item
        WHERE hit.wanted = search.wanted AND hit.number > search.seen
            AND item.seller IS NOT search.account AND NOT EXISTS (
                SELECT 1 FROM saved_search AS other
                CROSS JOIN news AS earlier ON earlier.item = news.item
                    AND earlier.number > other.first
                CROSS JOIN wanted_match AS told ON told.wanted = other.wanted
                    AND told.number = earlier.number
                WHERE other.account = search.account AND other.id <> search.id
                    AND (earlier.number, other.id) < (news.number, search.id))
        """

    /// Of `saved_search AS search` beside `wanted`; the first value is how far is counted.
    static let columns: SQL = """
        search.id, date_created, \(ItemFilter.columns),
            (SELECT count(*) FROM (SELECT 1 FROM \(unseen) LIMIT ?))
        """

    init(_ row: inout Statement) throws(StorageError) {
        let (id, date): (SavedSearch.ID, Timestamp) = (try row.next(), try row.next())
        self.init(
            id: id, filter: try ItemFilter(&row), dateCreated: date,
            unseenMatches: try row.next())
    }
}

extension SavedSearch.Match: Record {
    static let columns: SQL = "number, news.date, \(ItemSummary.columns)"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), date: try row.next(), item: try ItemSummary(&row))
    }
}

/// How far a sale has come is in no row.
extension ItemFilter: Record {
    static let columns: SQL = "category, is_free, minimum_price, maximum_price, text"

    init(_ row: inout Statement) throws(StorageError) {
        try self.init(figures: &row)
        search = SearchQuery(try row.next())
    }

    /// All but the text, which comes next.
    init(figures row: inout Statement) throws(StorageError) {
        let category: Market.Category? = try row.next()
        let isFree: Int = try row.next()
        self.init(
            category: category, isFree: isFree == 1, minimumPrice: try row.next(),
            maximumPrice: try row.next())
    }
}
