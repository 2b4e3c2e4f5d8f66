/// The steps that make the tables of kept searches.
enum SavedSearchSchema {
    /// `wanted` has each search that anybody keeps once, however many do. A post leaves no row here:
    /// what matches a search is found as its list finds it, from the item on that was the newest
    /// when the search was kept (`first`), or looked at (`seen`). Only edits need rows, since an
    /// item's number says when it was posted, and not when it was edited: `edited_match` has the items
    /// that an edit made match, and those that matched until an edit, by the number that each was
    /// told at (`SavedSearch.Match.ID`).
    ///
    /// The one row of `news` has the last number that an edit was given, up to which number all is
    /// forgotten, and the sum of the ids of all searches that are kept: who holds these in memory
    /// tells by it whether another process has kept or deleted any.
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

    /// A search of several neighbourhoods has the one of the least number in `neighbourhood`, as one of that
    /// alone has, and in `other_neighbourhoods` the numbers of the others, the least first, with a space
    /// between; empty where there are none.
    static let keepSeveralNeighbourhoods: SQL = """
        ALTER TABLE wanted ADD COLUMN other_neighbourhoods TEXT NOT NULL DEFAULT '';

        PRAGMA user_version = 33;
        """
}
