import Market

/// What keeps `Migrations.indexItems` at what there is.
extension Connection {
    /// A place in the list is found through blocks of 2^20 positions, then 2^15 and so on.
    static let blockShifts: [Int64] = [20, 15, 10, 5]

    /// Indexes the newest listings, which the index lacks, when they are so many that it is worth
    /// while; those who read walk through fewer.
    func indexNewItems() throws(StorageError) {
        guard try hasManyNewItems else { return }
        for shift in Self.blockShifts { try run(Self.countNewItems, shift, shift) }
        try run(
            """
            INSERT INTO item_search (rowid, title)
            SELECT position, bigrams(title) FROM item
            WHERE position > (SELECT position FROM item_indexed_until)
            """)
        try run("UPDATE item_indexed_until SET position = (SELECT max(position) FROM item)")
    }

    var hasManyNewItems: Bool {
        get throws(StorageError) { try integer(Self.selectHasManyNewItems) == 1 }
    }

    private static let countNewItems: SQL = """
        INSERT INTO item_count SELECT ?, position >> ?, count(*) FROM item
        WHERE position > (SELECT position FROM item_indexed_until) GROUP BY 2
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """
    private static let selectHasManyNewItems: SQL = """
        SELECT (SELECT max(position) FROM item) >= position + 64 FROM item_indexed_until
        """
}
