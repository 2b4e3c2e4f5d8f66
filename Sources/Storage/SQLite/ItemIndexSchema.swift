/// The migrations that make what lists and searches use to find items. The full-text index, and the
/// triggers that keep it and the counts up to date, are made later, by
/// `SearchSchema.searchInOneColumn`: no migration before that one changes an item.
enum ItemIndexSchema {
    /// `item_count` and the full-text index hold the items up to the position in
    /// `item_indexed_until`, and none of the newer ones. These are added many at a time
    /// (`Connection.indexNewItems`), because FTS5 writes what it has gathered at every savepoint:
    /// one by one, they would cost six times as much.
    ///
    /// `item_count` has the number of items in each block of 2^`shift` positions, without the empty
    /// blocks.
    static let countItems: SQL = """
        CREATE TABLE item_indexed_until (position INTEGER NOT NULL) STRICT;
        INSERT INTO item_indexed_until VALUES (0);
        CREATE TABLE item_count (
            shift INTEGER NOT NULL,
            block INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (shift, block)
        ) STRICT, WITHOUT ROWID;
        PRAGMA user_version = 4;
        """

    /// Vendors have tables of their own, so that the long text of an item stays the last column of
    /// its row. A vendor to which the operator has given no number has one from 1,000,000 on,
    /// derived from its id.
    ///
    /// Each block also counts the items with a whole price, so that a list of those is found as
    /// quickly as a list of all.
    static let addVendorsAndWholePrices: SQL = """
        CREATE TABLE vendor (
            id INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            number INTEGER UNIQUE,
            name TEXT
        ) STRICT;
        CREATE TABLE item_vendor (
            item INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
            vendor INTEGER NOT NULL REFERENCES vendor
        ) STRICT;
        CREATE INDEX item_vendor_by_vendor ON item_vendor (vendor);
        ALTER TABLE item_count ADD COLUMN whole_prices INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 5;
        """

    /// Recounts, for each block, the offered items and those of them with a whole price. Also used
    /// by PostgreSQL.
    static let countAnew: SQL = """
        DELETE FROM item_count;
        INSERT INTO item_count SELECT 5, position >> 5, count(*), sum(has_whole_price) FROM item
        WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until)
            AND purpose = 0 GROUP BY 2;
        INSERT INTO item_count SELECT 10, block >> 5, sum(count), sum(whole_prices)
        FROM item_count WHERE shift = 5 GROUP BY 2;
        INSERT INTO item_count SELECT 15, block >> 5, sum(count), sum(whole_prices)
        FROM item_count WHERE shift = 10 GROUP BY 2;
        INSERT INTO item_count SELECT 20, block >> 5, sum(count), sum(whole_prices)
        FROM item_count WHERE shift = 15 GROUP BY 2;
        """
}
