import Market

/// What keeps the index (`ItemIndexSchema.indexItems`) at the items that there are.
extension Connection {
    /// A place in the list is found through blocks of 2^20 positions, then 2^15 and so on.
    static let blockShifts: [Int64] = [20, 15, 10, 5]

    /// Whether the items that the index lacks are so many that it is worth while to index them.
    func hasManyNewItems() throws(StorageError) -> Bool {
        let isWorthwhile: Int? = try first(
            "SELECT (SELECT max(position) FROM item) >= position + 64 FROM item_indexed_until")
        return isWorthwhile == 1
    }

    /// Indexes the newest items when they are many; those who read walk through fewer.
    func indexNewItems() throws(StorageError) {
        guard try hasManyNewItems() else { return }
        for shift in Self.blockShifts {
            try run(
                """
                INSERT INTO item_count
                SELECT ?, position >> ?, count(*), sum(has_whole_price) FROM item
                WHERE position > (SELECT position FROM item_indexed_until) AND purpose = 0
                GROUP BY 2
                ON CONFLICT DO UPDATE SET count = count + excluded.count,
                    whole_prices = whole_prices + excluded.whole_prices
                """,
                shift, shift)
        }
        try run(
            """
            INSERT INTO item_search (rowid, \(SearchSchema.index.columns))
            SELECT position, \(SearchSchema.index.tokens("item")) FROM item
            WHERE position > (SELECT position FROM item_indexed_until)
            """)
        try run("UPDATE item_indexed_until SET position = (SELECT max(position) FROM item)")
    }
}
