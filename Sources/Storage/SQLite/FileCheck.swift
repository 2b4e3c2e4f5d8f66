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

/// What `MarketMove` asks of a file.
extension SQLiteConnection {
    /// The tables that are kept for their own sake, those first that others refer to.
    func movedTables() throws(StorageError) -> [MovedTable] {
        var names: [String] = try all(
            """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'item_search%'
                AND name NOT IN ('item_count', 'item_facets', 'item_indexed_until')
            ORDER BY name
            """)
        var tables: [MovedTable] = []
        while !names.isEmpty {
            for name in names {
                let others: [String] = try all(
                    "SELECT \"table\" FROM pragma_foreign_key_list(?)", name)
                guard others.allSatisfy({ $0 == name || !names.contains($0) }) else { continue }
                tables.append(try movedTable(name))
                names.removeAll { $0 == name }
            }
        }
        return tables
    }

    private func movedTable(_ name: String) throws(StorageError) -> MovedTable {
        var columns: [(name: String, type: ColumnType)] = []
        var rows = try statement(
            "SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", name)
        while try rows.step() {
            let (column, type): (String, String) = (try rows.next(), try rows.next())
            columns.append((column, type == "BLOB" ? .bytes : type == "TEXT" ? .text : .integer))
        }
        let order: [String] = try all(
            "SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk", name)
        return MovedTable(name: name, columns: columns, order: order)
    }
}

/// What `checkDerivedData` asks of a file.
extension SQLiteConnection {
    func damageOfFile() throws(StorageError) -> [DerivedDataFault] {
        let report: String? = try first("PRAGMA integrity_check(1)")
        let isDamaged = report.map { $0 == "ok" ? [] : [DerivedDataFault.file($0)] } ?? []
        guard try !exists("PRAGMA foreign_key_check"), try photosAreThere() else {
            return isDamaged + [.references]
        }
        return isDamaged
    }

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

    func makeAnotherSearchIndex() throws(StorageError) {
        try execute(Self.indexForSearchAnew)
    }

    private static let indexForSearchAnew: SQL = """
        INSERT INTO item_search (item_search) VALUES ('delete-all');
        \(SearchSchema.fill("item_search"))
        \(SearchSchema.joinIndex)
        """
}
