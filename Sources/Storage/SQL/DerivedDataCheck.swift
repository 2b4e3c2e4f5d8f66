import Market

/// A fault found by `checkDerivedData`: damage, or data derived from the items (counts, search
/// index, facets) that disagrees with them.
public enum DerivedDataFault: Equatable, Sendable {
    /// The file itself is damaged, described in SQLite's words; only restoring a backup helps.
    case file(String)
    /// Rows that refer to rows which no longer exist.
    case references
    /// The counts per block that offset paging uses.
    case counts
    /// The search index.
    case search
    /// The data that lists filter and sort by, as it is stored for a quick start.
    case facets
}

extension SQLStorage {
    /// Compares everything derived from the items with the items, and rebuilds it where it differs.
    /// No other write runs meanwhile.
    /// - Parameter isMending: whether to rebuild what differs.
    /// - Throws: `.busy`, `.full`, `.unusable`, `.failed`.
    public func checkDerivedData(
        mending isMending: Bool
    ) async throws(StorageError) -> [DerivedDataFault] {
        try await write { [columns] connection throws(StorageError) in
            var faults = try connection.damage()
            if try !connection.countsAreRight() {
                faults.append(.counts)
                if isMending { try connection.execute(ItemIndexSchema.countAnew) }
            }
            if try !connection.searchIndexIsRight() {
                faults.append(.search)
                if isMending { try connection.makeSearchIndexAnew() }
            }
            if try !connection.facetsAreRight() {
                faults.append(.facets)
                if isMending {
                    try connection.run("DELETE FROM item_facets")
                    try columns.reload(from: connection)
                }
            }
            return faults
        }
    }
}

extension Connection {
    /// Whether every photo of an item exists in the table of photos, which no foreign key enforces.
    /// Part of each engine's `damage()`.
    func photosAreThere() throws(StorageError) -> Bool {
        try !exists("SELECT 1 FROM item_photo WHERE photo NOT IN (SELECT id FROM photo)")
    }

    /// Whether `item_count` has the right numbers for each block of 32, 1,024, 32,768 and 1,048,576
    /// positions: of the offers in it, and of those with a whole price.
    fileprivate func countsAreRight() throws(StorageError) -> Bool {
        try !exists(
            """
            WITH actual AS (
                SELECT shift, position >> shift AS block, count(*), sum(has_whole_price)
                FROM item, (
                    SELECT 5 AS shift UNION SELECT 10 UNION SELECT 15 UNION SELECT 20) AS size
                WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until)
                    AND purpose = 0
                GROUP BY shift, block)
            SELECT 1 FROM (SELECT * FROM actual EXCEPT SELECT * FROM item_count) AS missing
            UNION ALL
            SELECT 1 FROM (SELECT * FROM item_count EXCEPT SELECT * FROM actual) AS wrong
            """)
    }
}
