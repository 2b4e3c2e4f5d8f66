/// The migration that gives items a place and a purpose.
enum PlaceSchema {
    /// The table of items is rebuilt, so that the long text stays the last column. A place that the
    /// operator has removed has no `position`, and keeps its row for the items that use it. An
    /// account stores the place that it chose last. The saved search of a wanted item refers to it
    /// by `post`, and is deleted with it.
    ///
    /// Counts and offset-paged lists contain offers only: the API clients that use them know
    /// nothing else.
    static let addPlacesAndPurposes: SQL = """
        CREATE TABLE neighbourhood (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            position INTEGER
        ) STRICT;
        CREATE TABLE spot (
            id INTEGER PRIMARY KEY,
            neighbourhood INTEGER NOT NULL REFERENCES neighbourhood,
            name TEXT NOT NULL,
            position INTEGER,
            UNIQUE (neighbourhood, name)
        ) STRICT;

        \(makeItemsAnew)

        ALTER TABLE account ADD COLUMN neighbourhood INTEGER;
        ALTER TABLE account ADD COLUMN spot INTEGER;
        ALTER TABLE draft ADD COLUMN place TEXT NOT NULL DEFAULT '';
        ALTER TABLE draft ADD COLUMN is_request INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE wanted ADD COLUMN neighbourhood INTEGER;
        ALTER TABLE wanted ADD COLUMN purpose INTEGER;
        ALTER TABLE saved_search ADD COLUMN post INTEGER REFERENCES item (id) ON DELETE CASCADE;
        DROP INDEX saved_search_by_wanted;
        CREATE UNIQUE INDEX saved_search_by_wanted
            ON saved_search (wanted, account, coalesce(post, 0));
        CREATE UNIQUE INDEX saved_search_by_post ON saved_search (post) WHERE post IS NOT NULL;
        CREATE INDEX item_by_request ON item (position) WHERE purpose = 1;
        CREATE TRIGGER wanted_item_is_found AFTER UPDATE OF status ON item
        WHEN new.purpose = 1 AND new.status = 2 BEGIN
            DELETE FROM saved_search WHERE post = new.id;
        END;
        CREATE TRIGGER search_in_trash_is_forgotten AFTER DELETE ON saved_search
        WHEN old.deletion IS NOT NULL AND old.post IS NOT NULL BEGIN
            DELETE FROM deletion WHERE id = old.deletion;
        END;

        PRAGMA user_version = 18;
        """

    /// Triggers of other tables mention the table, and must not be checked while it is missing; its
    /// own triggers are dropped with it. Generated columns are stored in no row.
    private static let makeItemsAnew: SQL = """
        CREATE TABLE new_item (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id INTEGER NOT NULL UNIQUE,
            purpose INTEGER NOT NULL,
            title TEXT NOT NULL,
            category INTEGER NOT NULL,
            price INTEGER,
            discounted_price INTEGER,
            currency TEXT NOT NULL,
            neighbourhood INTEGER,
            spot INTEGER,
            stock INTEGER NOT NULL,
            status INTEGER NOT NULL,
            date_posted INTEGER NOT NULL,
            date_modified INTEGER NOT NULL,
            date_pulled_up INTEGER,
            seller INTEGER REFERENCES account ON DELETE CASCADE,
            photo TEXT,
            submission_key TEXT UNIQUE,
            password_hash TEXT,
            description TEXT NOT NULL,
            has_whole_price INTEGER AS (
                currency IN ('KRW', 'JPY')
                OR coalesce(price, 0) % 100 = 0 AND coalesce(discounted_price, 0) % 100 = 0),
            facets INTEGER AS (\(SearchSchema.facets))
        ) STRICT;
        INSERT INTO new_item
        SELECT position, id, 0, title, category, price, discounted_price, currency, NULL, NULL,
            stock, status, date_posted, date_modified, date_pulled_up, seller, photo,
            submission_key, password_hash, description
        FROM item ORDER BY position;
        DELETE FROM sqlite_sequence WHERE name = 'new_item';
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_item', seq FROM sqlite_sequence WHERE name = 'item';

        PRAGMA legacy_alter_table = ON;
        DROP TABLE item;
        ALTER TABLE new_item RENAME TO item;
        PRAGMA legacy_alter_table = OFF;

        CREATE INDEX item_by_seller ON item (seller, status) WHERE seller IS NOT NULL;
        \(ConversationSchema.keepItemTitles)
        """
}
