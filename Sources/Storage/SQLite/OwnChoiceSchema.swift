/// The step that keeps what people choose for themselves: where they live, and how a kept search is called
/// and tells.
enum OwnChoiceSchema {
    /// An account has in `own_neighbourhood` the one chosen in its profile, beside the place of what it
    /// posted last: that of before is chosen where it has posted nothing. A search that `is_quiet` tells of
    /// nothing; one that is edited looks for another row of `wanted`. `edits` in the one row of `news`
    /// counts such changes, which leave the sum of ids as it is: who holds searches in memory tells by it
    /// that another process has made any.
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

    /// Over PostgreSQL too.
    static let keepChosenNeighbourhoods: SQL = """
        UPDATE account SET own_neighbourhood = neighbourhood
        WHERE neighbourhood IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM item WHERE item.seller = account.id);
        """

    /// In the trigger of a search that is edited; over PostgreSQL too. What nobody looks for any more goes.
    static let noteEdit: SQL = """
        UPDATE news SET edits = edits + 1 WHERE id = 1;
        DELETE FROM wanted WHERE id = old.wanted
            AND NOT EXISTS (SELECT 1 FROM saved_search WHERE wanted = old.wanted);
        """
}
