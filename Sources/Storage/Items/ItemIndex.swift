import Market

/// Keeps the counts of the items (`ItemIndexSchema.countItems`) up to date.
extension Connection {
    /// A place in the list is found through blocks of 2^20 positions, then of 2^15 and so on.
    static let blockShifts: [Int64] = [20, 15, 10, 5]

    /// Whether enough items are missing from the index to be worth adding.
    func hasManyNewItems() throws(StorageError) -> Bool {
        let isWorthwhile: Int? = try first(
            "SELECT (SELECT max(position) FROM item) >= position + 64 FROM item_indexed_until")
        return isWorthwhile == 1
    }

    /// Counts the new items in their blocks: the smallest blocks from the items, the others from
    /// these.
    func countNewItems() throws(StorageError) { try run(Self.countNewItems) }

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
