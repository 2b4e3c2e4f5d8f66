/// The step that makes the tables of kept searches.
enum SavedSearchSchema {
    /// `wanted` has each search that anybody keeps once, however many do, under the one token that
    /// every item answering it has (`WantedToken`): what an item costs more to post does not grow
    /// with the number of those who want it. `news` numbers the posts and edits that made an item
    /// match. What matched before a search was kept (`first`) is not its account's to see.
    static let keepSearches: SQL = """
        CREATE TABLE wanted (
            id INTEGER PRIMARY KEY,
            token INTEGER NOT NULL,
            category INTEGER,
            is_free INTEGER NOT NULL,
            minimum_price INTEGER,
            maximum_price INTEGER,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX wanted_by_token ON wanted (token);
        CREATE INDEX wanted_by_text ON wanted (text);

        CREATE TABLE saved_search (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            wanted INTEGER NOT NULL REFERENCES wanted,
            date_created INTEGER NOT NULL,
            first INTEGER NOT NULL,
            seen INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX saved_search_by_account ON saved_search (account);
        CREATE UNIQUE INDEX saved_search_by_wanted ON saved_search (wanted, account);
        CREATE TRIGGER search_is_forgotten AFTER DELETE ON saved_search
        WHEN NOT EXISTS (SELECT 1 FROM saved_search WHERE wanted = old.wanted) BEGIN
            DELETE FROM wanted WHERE id = old.wanted;
        END;

        CREATE TABLE news (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            date INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX news_by_item ON news (item);
        CREATE INDEX news_by_date ON news (date);

        CREATE TABLE wanted_match (
            wanted INTEGER NOT NULL REFERENCES wanted ON DELETE CASCADE,
            number INTEGER NOT NULL REFERENCES news ON DELETE CASCADE,
            PRIMARY KEY (wanted, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX wanted_match_by_number ON wanted_match (number);

        PRAGMA user_version = 11;
        """
}
