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
    /// What lists filter and sort by, as it is read at the start.
    case facets
}

extension SQLiteStorage {
    /// Makes one piece of the index of searches, after a great many listings came at once: a search of
    /// a million takes a fifth of the time then. Nothing else is written meanwhile, some ten seconds
    /// for a million.
    public func joinSearchIndex() async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.execute(SearchSchema.joinIndex)
        }
    }

    /// Compares everything derived from the items with what it is derived from, and makes it anew
    /// where it differs. Nothing else is written meanwhile.
    /// - Parameter isMending: whether what differs is made anew.
    public func checkDerivedData(
        mending isMending: Bool
    ) async throws(StorageError) -> [DerivedDataFault] {
        try await write { [columns] connection throws(StorageError) in
            var faults: [DerivedDataFault] = []
            let report: String? = try connection.first("PRAGMA integrity_check(1)")
            if let report, report != "ok" { faults.append(.file(report)) }
            if try !connection.referencesAreRight() { faults.append(.references) }
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
            if try !connection.facetsAreRight() {
                faults.append(.facets)
                if isMending {
                    try connection.run("DELETE FROM item_facets")
                    columns.reload(from: connection)
                }
            }
            return faults
        }
    }
}

extension Connection {
    fileprivate func referencesAreRight() throws(StorageError) -> Bool {
        guard try !exists("PRAGMA foreign_key_check") else { return false }
        return try !exists("SELECT 1 FROM item_photo WHERE photo NOT IN (SELECT id FROM photo)")
    }

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
            \(SearchSchema.index.columns), content = '', columnsize = 0, tokenize = 'ascii');
        \(SearchSchema.fill("actual_search"))
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
        \(SearchSchema.fill("item_search"))
        \(SearchSchema.joinIndex)
        """
}
