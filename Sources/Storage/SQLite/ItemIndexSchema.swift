/// The steps that make what lists and searches find items by. The index of words, and the triggers that
/// keep it and the counts, are made by `SearchSchema.searchInOneColumn`: no step before it changes an item.
enum ItemIndexSchema {
    /// What lists of every item and searches are found by: `item_count` and the index of words each hold
    /// the items up to the position of `item_indexed_until` and none of the newer ones. These come
    /// in many at a time (`Connection.indexNewItems`), since FTS5 writes what it gathered at every
    /// savepoint: one by one they would cost six times as much.
    ///
    /// `item_count` has how many items there are in each block of 2^`shift` positions, without
    /// the empty blocks.
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

    /// Vendors are apart from the items, whose long text stays last in its row. Who has no number of
    /// the operator's has one from 1,000,000 on, by its id.
    /// Of each block it is counted too how many items have a whole price, so that a list of these
    /// is found as quickly as that of all.
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

    /// Counts the offered items of each block, and those with a whole price, anew; over PostgreSQL too.
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
