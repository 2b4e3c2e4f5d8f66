/// The steps that make what lists and searches find items by.
enum ItemIndexSchema {
    /// What lists of every item and searches are found by: each of both tables holds the
    /// items up to the position of `item_indexed_until` and none of the newer ones. These come
    /// in many at a time (`Connection.indexNewItems`), since FTS5 writes what it gathered at every
    /// savepoint: one by one they would cost six times as much.
    static let indexItems: SQL = """
        \(createIndex)
        CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN \(addIndexed)
        CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN \(removeIndexed)
        CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title ON item
        WHEN \(isChange) AND \(removeIndexed)
        CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title ON item
        WHEN \(isChange) AND \(addIndexed)
        PRAGMA user_version = 4;
        """

    /// `item_count` has how many items there are in each block of 2^`shift` positions, without
    /// the empty blocks; `item_search` has the titles in bigrams, under the position.
    private static let createIndex: SQL = """
        CREATE TABLE item_indexed_until (position INTEGER NOT NULL) STRICT;
        INSERT INTO item_indexed_until VALUES (0);
        CREATE TABLE item_count (
            shift INTEGER NOT NULL,
            block INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (shift, block)
        ) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE item_search USING fts5 (
            title, content = '', columnsize = 0, tokenize = 'ascii');
        """

    private static let isChange: SQL = "(old.position, old.title) <> (new.position, new.title)"

    private static let addIndexed: SQL = """
        new.position <= (SELECT position FROM item_indexed_until) BEGIN
            INSERT INTO item_count VALUES
                (5, new.position >> 5, 1), (10, new.position >> 10, 1),
                (15, new.position >> 15, 1), (20, new.position >> 20, 1)
            ON CONFLICT DO UPDATE SET count = count + 1;
            INSERT INTO item_search (rowid, title) VALUES (new.position, bigrams(new.title));
        END;
        """

    private static let removeIndexed: SQL = """
        old.position <= (SELECT position FROM item_indexed_until) BEGIN
            UPDATE item_count SET count = count - 1 WHERE (shift, block) IN (VALUES
                (5, old.position >> 5), (10, old.position >> 10),
                (15, old.position >> 15), (20, old.position >> 20));
            DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
                (5, old.position >> 5), (10, old.position >> 10),
                (15, old.position >> 15), (20, old.position >> 20));
            INSERT INTO item_search (item_search, rowid, title)
            VALUES ('delete', old.position, bigrams(old.title));
        END;
        """

    // MARK: - Vendors and whole prices

    /// Vendors are apart from the items, whose long text stays last in its row; what is computed is
    /// in no row. Who has no number of the operator's has one from 1,000,000 on, by its id.
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

        ALTER TABLE item ADD COLUMN has_whole_price INTEGER AS (
            currency IN ('KRW', 'JPY')
            OR price % 100 = 0 AND coalesce(discounted_price, 0) % 100 = 0);
        CREATE INDEX item_by_whole_price ON item (has_whole_price);
        ALTER TABLE item_count ADD COLUMN whole_prices INTEGER NOT NULL DEFAULT 0;
        \(countWholePrices(where: "true"))
        DROP TRIGGER item_is_inserted;
        DROP TRIGGER item_is_deleted;
        DROP TRIGGER item_is_changing;
        DROP TRIGGER item_is_changed;
        CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN \(addCounted)
        CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN \(removeCounted)
        CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title ON item
        WHEN \(isChange) AND \(removeCounted)
        CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title ON item
        WHEN \(isChange) AND \(addCounted)
        CREATE TRIGGER item_price_is_changed
        AFTER UPDATE OF price, discounted_price, currency ON item
        WHEN old.has_whole_price <> new.has_whole_price AND NOT \(isChange)
            AND new.position <= (SELECT position FROM item_indexed_until)
        BEGIN
            UPDATE item_count
            SET whole_prices = whole_prices + new.has_whole_price - old.has_whole_price
            WHERE (shift, block) IN (VALUES
                (5, new.position >> 5), (10, new.position >> 10),
                (15, new.position >> 15), (20, new.position >> 20));
        END;
        PRAGMA user_version = 5;
        """

    /// - Parameter isCounted: whether an item is one of those that are counted.
    static func countWholePrices(where isCounted: SQL) -> SQL {
        """
        DELETE FROM item_count;
        INSERT INTO item_count SELECT 5, position >> 5, count(*), sum(has_whole_price) FROM item
        WHERE position BETWEEN 1 AND (SELECT position FROM item_indexed_until)
            AND \(isCounted) GROUP BY 2;
        INSERT INTO item_count SELECT 10, block >> 5, sum(count), sum(whole_prices)
        FROM item_count WHERE shift = 5 GROUP BY 2;
        INSERT INTO item_count SELECT 15, block >> 5, sum(count), sum(whole_prices)
        FROM item_count WHERE shift = 10 GROUP BY 2;
        INSERT INTO item_count SELECT 20, block >> 5, sum(count), sum(whole_prices)
        FROM item_count WHERE shift = 15 GROUP BY 2;
        """
    }

    private static let addCounted: SQL = """
        new.position <= (SELECT position FROM item_indexed_until) BEGIN
            INSERT INTO item_count VALUES
                (5, new.position >> 5, 1, new.has_whole_price),
                (10, new.position >> 10, 1, new.has_whole_price),
                (15, new.position >> 15, 1, new.has_whole_price),
                (20, new.position >> 20, 1, new.has_whole_price)
            ON CONFLICT DO UPDATE SET
                count = count + 1, whole_prices = whole_prices + excluded.whole_prices;
            INSERT INTO item_search (rowid, title) VALUES (new.position, bigrams(new.title));
        END;
        """

    private static let removeCounted: SQL = """
        old.position <= (SELECT position FROM item_indexed_until) BEGIN
            UPDATE item_count
            SET count = count - 1, whole_prices = whole_prices - old.has_whole_price
            WHERE (shift, block) IN (VALUES
                (5, old.position >> 5), (10, old.position >> 10),
                (15, old.position >> 15), (20, old.position >> 20));
            DELETE FROM item_count WHERE count = 0 AND (shift, block) IN (VALUES
                (5, old.position >> 5), (10, old.position >> 10),
                (15, old.position >> 15), (20, old.position >> 20));
            INSERT INTO item_search (item_search, rowid, title)
            VALUES ('delete', old.position, bigrams(old.title));
        END;
        """
}
