import Market

extension SQLiteStorage {
    /// Makes one piece of the index of searches, after a great many listings came at once: a search of
    /// a million takes a fifth of the time then. Nothing else is written meanwhile, some ten seconds
    /// for a million.
    public func joinSearchIndex() async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.execute(SearchSchema.joinIndex)
        }
    }
}

/// The index of searches in SQLite: an FTS5 table, whose tokens `SearchText` makes.
extension SQLiteConnection {
    /// Indexes the newest items when they are many; those who read walk through fewer.
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

    /// Pages that a step of joining the pieces of the index writes at most: some milliseconds.
    private static let pagesInAStep = 64

    /// From how many pieces alike in size on FTS5 joins them: in a step of `joinSomeOfSearchIndex`; little by
    /// little within writes, which wait for it, so that with few each item is written again and again; and all
    /// at once within a write, as of the small ones that edits leave, in each of which every search looks.
    static let leastPiecesToJoin = ["usermerge": 2, "automerge": 16, "crisismerge": 24]

    /// Tells the index of searches so, where it was told otherwise.
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

    /// Joins a little of the pieces of the index of searches that are alike in size, so that a few stay:
    /// each word is looked up in each of them.
    /// - Returns: false where there is nothing to join.
    func joinSomeOfSearchIndex() throws(StorageError) -> Bool {
        let before = changedRows
        try run(
            "INSERT INTO item_search (item_search, rank) VALUES ('merge', ?)", Self.pagesInAStep)
        // One is the command's own (sqlite.org/fts5.html, the 'merge' command).
        return changedRows - before > 1
    }

    // MARK: - Compared with the items

    /// Makes another index beside it, and compares every place of every token.
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

    /// A token where it stands.
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
