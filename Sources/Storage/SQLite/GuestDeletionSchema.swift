/// The migration that lets guests restore an item that they have just deleted.
enum GuestDeletionSchema {
    /// An item in this table is kept as one in the trash is, with a negative position and its
    /// conversations in `trashed_item`; `deletion` has a row for an account's items only. The table has
    /// no more rows than guests delete within an hour or two.
    static let keepDeletionsOfGuests: SQL = """
        CREATE TABLE guest_deletion (
            item INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
            date INTEGER NOT NULL
        ) STRICT;

        PRAGMA user_version = 43;
        """
}
