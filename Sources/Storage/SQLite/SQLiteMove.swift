import Market

/// The part of `MarketMove` that reads the catalog of a file.
extension SQLiteConnection {
    /// The tables of primary data, ordered so that a table comes after those it refers to. Every
    /// database has a shared key of its own.
    func movedTables() throws(StorageError) -> [MovedTable] {
        var names: [String] = try all(
            """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'item_search%'
                AND name NOT IN (
                    'item_count', 'item_facets', 'item_indexed_until', 'shared_key')
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
