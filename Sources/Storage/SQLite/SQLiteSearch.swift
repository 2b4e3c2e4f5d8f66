import Market

extension SQLiteStorage {
    /// Merges the search index into a single segment, after very many listings were added at once:
    /// a search in a million of them then takes a fifth of the time. No other write runs meanwhile,
    /// about ten seconds for a million.
    public func joinSearchIndex() async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.execute(SearchSchema.joinIndex)
        }
    }
}

/// The search index in SQLite: an FTS5 table, whose tokens come from `SearchText`.
extension SQLiteConnection {
    /// Indexes the newest items once there are many of them; readers scan the few that are not
    /// indexed.
    func indexManyNewItems() throws(StorageError) {
        guard try hasManyNewItems() else { return }
        try countNewItems()
        try run(
            """
            INSERT INTO item_search (rowid, tokens)
            SELECT position, \(SearchSchema.tokens("item")) FROM item
            WHERE position > (SELECT position FROM item_indexed_until)
            """)
        try run("UPDATE item_indexed_until SET position = (SELECT max(position) FROM item)")
    }

    /// The most pages that one merge step writes; it takes some milliseconds.
    private static let pagesInAStep = 64

    /// The number of segments of similar size at which FTS5 merges them. `usermerge`: in a call of
    /// `joinSomeOfSearchIndex`. `automerge`: bit by bit within writes, which have to wait for it;
    /// with a low number, each item would be rewritten again and again. `crisismerge`: all at once
    /// within a write; it applies to the small segments that edits leave, each of which every
    /// search has to read.
    static let leastPiecesToJoin = ["usermerge": 2, "automerge": 16, "crisismerge": 24]

    /// Writes these settings to the search index, if they differ.
    func setLeastPiecesToJoin() throws(StorageError) {
        for (setting, pieces) in Self.leastPiecesToJoin {
            let known: Int? = try first(
                "SELECT v FROM item_search_config WHERE k = ?", setting)
            if known != pieces {
                try run(
                    "INSERT INTO item_search (item_search, rank) VALUES (?, ?)", setting, pieces)
            }
        }
    }

    /// Merges a few pages of index segments of similar size, so that only a few segments stay:
    /// every word of a search is looked up in each of them.
    /// - Returns: false if there is nothing to merge.
    func joinSomeOfSearchIndex() throws(StorageError) -> Bool {
        let before = changedRows
        try run(
            "INSERT INTO item_search (item_search, rank) VALUES ('merge', ?)", Self.pagesInAStep)
        // The command itself counts as one change (sqlite.org/fts5.html, the 'merge' command).
        return changedRows - before > 1
    }

    // MARK: - Comparison with the items

    /// Builds a second, temporary index from the items, and compares every instance of every token.
    func indexIsThatOfAllItems() throws(StorageError) -> Bool {
        try execute(Self.makeComparison)
        let isRight = try instancesAreEqual()
        try execute(Self.dropComparison)
        return isRight
    }

    private func instancesAreEqual() throws(StorageError) -> Bool {
        var kept = try statement("SELECT term, doc, offset FROM temp.kept_instance")
        var actual = try statement("SELECT term, doc, offset FROM temp.actual_instance")
        while try actual.step() {
            guard try kept.step(), try Instance(&kept) == Instance(&actual) else { return false }
        }
        return try !kept.step()
    }

    /// One occurrence of a token.
    private struct Instance: RowValue, Equatable {
        let token: [UInt8]
        let position: Item.Position
        let offset: Int64

        init(_ row: inout Statement) throws(StorageError) {
            (token, position, offset) = (try row.next(), try row.next(), try row.next())
        }
    }

    private static let makeComparison: SQL = """
        CREATE VIRTUAL TABLE temp.actual_search USING fts5 (
            tokens, content = '', columnsize = 0, tokenize = 'ascii');
        \(SearchSchema.fill("actual_search"))
        CREATE VIRTUAL TABLE temp.actual_instance USING fts5vocab ('temp', 'actual_search', 'instance');
        CREATE VIRTUAL TABLE temp.kept_instance USING fts5vocab ('main', 'item_search', 'instance');
        """

    private static let dropComparison: SQL = """
        DROP TABLE temp.kept_instance;
        DROP TABLE temp.actual_instance;
        DROP TABLE temp.actual_search;
        """
}
