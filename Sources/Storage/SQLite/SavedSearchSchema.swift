/// The migrations that make the tables of saved searches.
enum SavedSearchSchema {
    /// `wanted` has each distinct search once, however many accounts have saved it. A post adds no
    /// rows: the matches of a search are found as its list finds them, from the item that was the
    /// newest when the search was saved (`first`) or last looked at (`seen`). Only edits need rows,
    /// since an item's number tells when it was posted, not when it was edited: `edited_match` has
    /// the items that an edit made match, and those that matched until an edit, by the number at
    /// which each was announced (`SavedSearch.Match.ID`).
    ///
    /// The single row of `news` has the last number given to an edit (`number`), the number up to
    /// which all matches are forgotten (`forgotten`), and the sum of the ids of all live searches
    /// (`searches`): processes that hold the searches in memory notice by it that another process
    /// has saved or deleted any.
    static let keepSearches: SQL = """
        CREATE TABLE wanted (
            id INTEGER PRIMARY KEY,
            category INTEGER,
            is_free INTEGER NOT NULL,
            minimum_price INTEGER,
            maximum_price INTEGER,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX wanted_by_text ON wanted (text);

        CREATE TABLE saved_search (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            wanted INTEGER NOT NULL REFERENCES wanted,
            date_created INTEGER NOT NULL,
            first INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            deletion INTEGER REFERENCES deletion ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX saved_search_by_account ON saved_search (account, deletion);
        CREATE UNIQUE INDEX saved_search_by_wanted ON saved_search (wanted, account);
        CREATE INDEX saved_search_by_deletion ON saved_search (deletion)
            WHERE deletion IS NOT NULL;

        CREATE TABLE edited_match (
            wanted INTEGER NOT NULL REFERENCES wanted ON DELETE CASCADE,
            item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (wanted, item)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX edited_match_by_number ON edited_match (wanted, number);
        CREATE INDEX edited_match_by_item ON edited_match (item, number);
        CREATE INDEX edited_match_by_date ON edited_match (date);

        CREATE TABLE news (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL,
            forgotten INTEGER NOT NULL,
            searches INTEGER NOT NULL
        ) STRICT;
        INSERT INTO news VALUES (1, 0, 0, 0);

        CREATE TRIGGER search_is_kept AFTER INSERT ON saved_search BEGIN
            UPDATE news SET searches = searches + new.id;
        END;
        CREATE TRIGGER search_is_trashed AFTER UPDATE OF deletion ON saved_search BEGIN
            UPDATE news SET searches = searches
                + (new.deletion IS NULL) * new.id - (old.deletion IS NULL) * old.id;
        END;
        CREATE TRIGGER search_is_forgotten AFTER DELETE ON saved_search BEGIN
            UPDATE news SET searches = searches - (old.deletion IS NULL) * old.id;
            DELETE FROM wanted WHERE id = old.wanted
                AND NOT EXISTS (SELECT 1 FROM saved_search WHERE wanted = old.wanted);
        END;

        PRAGMA user_version = 11;
        """

    /// A search of several neighbourhoods has the lowest number in `neighbourhood`, as a search of
    /// that one alone has, and the others in `other_neighbourhoods`, ascending and separated by
    /// spaces; empty if there are no others.
    static let keepSeveralNeighbourhoods: SQL = """
        ALTER TABLE wanted ADD COLUMN other_neighbourhoods TEXT NOT NULL DEFAULT '';

        PRAGMA user_version = 33;
        """
}
