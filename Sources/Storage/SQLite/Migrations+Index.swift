extension Migrations {
    /// What lists of every listing and searches are found by: each of both tables holds the
    /// listings up to the position of `item_indexed_until` and none of the newer ones. These come
    /// in many at a time (`Connection.indexNewItems`), since FTS5 writes what it gathered at every
    /// savepoint: one by one they would cost six times as much.
    static let indexItems: SQL =
        createIndex
        + "CREATE TRIGGER item_is_inserted AFTER INSERT ON item WHEN " + addIndexed
        + "CREATE TRIGGER item_is_deleted AFTER DELETE ON item WHEN " + removeIndexed
        + "CREATE TRIGGER item_is_changing BEFORE UPDATE OF position, title ON item WHEN "
        + isChange + removeIndexed
        + "CREATE TRIGGER item_is_changed AFTER UPDATE OF position, title ON item WHEN "
        + isChange + addIndexed
        + "PRAGMA user_version = 4;"

    /// `item_count` has how many listings there are in each block of 2^`shift` positions, without
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

    private static let isChange: SQL = "(old.position, old.title) <> (new.position, new.title) AND "

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
}
