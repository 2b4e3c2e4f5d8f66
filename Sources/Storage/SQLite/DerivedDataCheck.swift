import Market

/// What does not fit the items, of all that is derived from them, or is damaged.
public enum DerivedDataFault: Equatable, Sendable {
    /// The file itself, in SQLite's words; nothing mends it but a backup.
    case file(String)
    /// Rows that refer to others which are gone.
    case references
    /// The counts of blocks, by which pages of a number are found.
    case counts
    /// The index that searches look into.
    case search
}

extension SQLiteStorage {
    /// Compares everything derived from the items with what it is derived from, and makes it anew
    /// where it differs. Nothing else is written meanwhile.
    /// - Parameter isMending: whether what differs is made anew.
    public func checkDerivedData(
        mending isMending: Bool
    ) async throws(StorageError) -> [DerivedDataFault] {
        try await write { connection throws(StorageError) in
            var faults: [DerivedDataFault] = []
            let report: String? = try connection.first("PRAGMA integrity_check(1)")
            if let report, report != "ok" { faults.append(.file(report)) }
            if try connection.exists("PRAGMA foreign_key_check") { faults.append(.references) }
            if try !connection.countsAreRight() {
                faults.append(.counts)
                if isMending {
                    try connection.execute(
                        ItemIndexSchema.countWholePrices(where: "purpose = 0"))
                }
            }
            if try !connection.searchIndexIsRight() {
                faults.append(.search)
                if isMending { try connection.execute(Connection.indexForSearchAnew) }
            }
            return faults
        }
    }
}

extension Connection {
    fileprivate func countsAreRight() throws(StorageError) -> Bool {
        try !exists(
            """
            WITH actual AS (
                SELECT shift, position >> shift AS block, count(*), sum(has_whole_price)
                FROM item, (SELECT 5 AS shift UNION SELECT 10 UNION SELECT 15 UNION SELECT 20)
                WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until)
                    AND purpose = 0
                GROUP BY shift, block)
            SELECT 1 FROM (SELECT * FROM actual EXCEPT SELECT * FROM item_count)
            UNION ALL SELECT 1 FROM (SELECT * FROM item_count EXCEPT SELECT * FROM actual)
            """)
    }

    /// Makes another index beside it, and compares every place of every token.
    fileprivate func searchIndexIsRight() throws(StorageError) -> Bool {
        try execute(Self.makeComparison)
        let isRight = try instancesAreEqual()
        try execute(Self.dropComparison)
        return isRight
    }

    private func instancesAreEqual() throws(StorageError) -> Bool {
        var kept = try statement("SELECT term, doc, col, offset FROM temp.kept_instance")
        var actual = try statement("SELECT term, doc, col, offset FROM temp.actual_instance")
        while try actual.step() {
            guard try kept.step(), try Instance(&kept) == Instance(&actual) else { return false }
        }
        return try !kept.step()
    }

    /// A token where it stands.
    private struct Instance: RowValue, Equatable {
        let token: [UInt8]
        let position: Item.Position
        let column: [UInt8]
        let offset: Int64

        init(_ row: inout Statement) throws(StorageError) {
            (token, position) = (try row.next(), try row.next())
            (column, offset) = (try row.next(), try row.next())
        }
    }

    private static let makeComparison: SQL = """
        CREATE VIRTUAL TABLE temp.actual_search USING fts5 (
            \(SearchSchema.columns), content = '', columnsize = 0, tokenize = 'ascii');
        INSERT INTO actual_search (rowid, \(SearchSchema.columns))
        SELECT position, \(SearchSchema.tokens(of: "item")) FROM item
        WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until);
        CREATE VIRTUAL TABLE temp.actual_instance USING fts5vocab ('temp', 'actual_search', 'instance');
        CREATE VIRTUAL TABLE temp.kept_instance USING fts5vocab ('main', 'item_search', 'instance');
        """

    private static let dropComparison: SQL = """
        DROP TABLE temp.kept_instance;
        DROP TABLE temp.actual_instance;
        DROP TABLE temp.actual_search;
        """

    fileprivate static let indexForSearchAnew: SQL = """
        INSERT INTO item_search (item_search) VALUES ('delete-all');
        INSERT INTO item_search (rowid, \(SearchSchema.columns))
        SELECT position, \(SearchSchema.tokens(of: "item")) FROM item
        WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until);
        """
}
