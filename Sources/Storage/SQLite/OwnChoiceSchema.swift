/// The migration that stores people's own choices: where they live, and the name of a saved search
/// and whether it is quiet.
enum OwnChoiceSchema {
    /// `own_neighbourhood` of an account is the one chosen in its profile, apart from the place
    /// last used in a post; accounts that have posted nothing take that one over. A saved search
    /// with `is_quiet` sends no news. Editing a search points it to another row of `wanted`.
    /// `edits` in the single row of `news` counts such edits, which leave the sum of ids unchanged:
    /// processes that hold the searches in memory notice by it that another process has edited any.
    static let keepOwnChoices: SQL = """
        ALTER TABLE account ADD COLUMN own_neighbourhood INTEGER;
        \(keepChosenNeighbourhoods)
        ALTER TABLE saved_search ADD COLUMN name TEXT NOT NULL DEFAULT '';
        ALTER TABLE saved_search ADD COLUMN is_quiet INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE news ADD COLUMN edits INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER search_is_edited AFTER UPDATE OF wanted, is_quiet ON saved_search BEGIN
            \(noteEdit)
        END;

        PRAGMA user_version = 39;
        """

    /// Also used by PostgreSQL.
    static let keepChosenNeighbourhoods: SQL = """
        UPDATE account SET own_neighbourhood = neighbourhood
        WHERE neighbourhood IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM item WHERE item.seller = account.id);
        """

    /// In the trigger after a search is edited; also used by PostgreSQL. Deletes a `wanted` row
    /// that no search refers to any more.
    static let noteEdit: SQL = """
        UPDATE news SET edits = edits + 1 WHERE id = 1;
        DELETE FROM wanted WHERE id = old.wanted
            AND NOT EXISTS (SELECT 1 FROM saved_search WHERE wanted = old.wanted);
        """
}
