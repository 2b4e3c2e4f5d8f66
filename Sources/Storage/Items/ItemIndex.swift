import Market

/// What keeps the index (`ItemIndexSchema.countItems`) at the items that there are.
extension Connection {
    /// A place in the list is found through blocks of 2^20 positions, then 2^15 and so on.
    static let blockShifts: [Int64] = [20, 15, 10, 5]

    /// Whether the items that the index lacks are so many that it is worth while to index them.
    func hasManyNewItems() throws(StorageError) -> Bool {
        let isWorthwhile: Int? = try first(
            "SELECT (SELECT max(position) FROM item) >= position + 64 FROM item_indexed_until")
        return isWorthwhile == 1
    }

    /// Counts them in their blocks: in the small ones by looking at each, in the others by these.
    func countNewItems() throws(StorageError) {
        try run(Self.countNewItems)
    }

    private static let countNewItems: SQL = """
        WITH counted AS MATERIALIZED (
            SELECT position >> 5 AS block, count(*) AS items, sum(has_whole_price) AS whole_prices
            FROM item
            WHERE position > (SELECT position FROM item_indexed_until) AND purpose = 0
            GROUP BY 1)
        INSERT INTO item_count
        SELECT 5, block, items, whole_prices FROM counted
        UNION ALL SELECT 10, block >> 5, sum(items), sum(whole_prices) FROM counted GROUP BY 2
        UNION ALL SELECT 15, block >> 10, sum(items), sum(whole_prices) FROM counted GROUP BY 2
        UNION ALL SELECT 20, block >> 15, sum(items), sum(whole_prices) FROM counted GROUP BY 2
        ON CONFLICT (shift, block) DO UPDATE SET
            count = item_count.count + excluded.count,
            whole_prices = item_count.whole_prices + excluded.whole_prices
        """
}

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
}
