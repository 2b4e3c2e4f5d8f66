/// The migration that stores why an item is no longer visible, for the people who have to do with
/// it.
enum AbsenceSchema {
    /// `hiding` has a row for each item while an operator hides it: the reason given (empty for
    /// none), and whether the seller has seen that. For a guest's item, `account` is NULL. The
    /// conversations about an item that is deleted for good keep its number in `former_item`.
    static let keepAbsences: SQL = """
        CREATE TABLE hiding (
            item INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
            account INTEGER REFERENCES account ON DELETE CASCADE,
            date INTEGER NOT NULL,
            is_seen INTEGER NOT NULL DEFAULT 0,
            reason TEXT NOT NULL
        ) STRICT;
        ALTER TABLE conversation ADD COLUMN former_item INTEGER;
        DROP TRIGGER item_title_is_kept;
        CREATE TRIGGER item_title_is_kept BEFORE DELETE ON item BEGIN
            \(rememberItem)
        END;
        \(fillIn)
        \(indexAbsences)

        PRAGMA user_version = 28;
        """

    /// Items hidden before this migration have no reason, and their sellers are not notified now.
    /// Also used by PostgreSQL.
    static let fillIn: SQL = """
        INSERT INTO hiding (item, account, date, is_seen, reason)
        SELECT id, seller, date_modified, 1, '' FROM item
        WHERE position < 0 AND NOT EXISTS (SELECT 1 FROM deletion WHERE deletion.item = item.id);
        """

    /// In the trigger before an item is deleted. Also used by PostgreSQL.
    static let rememberItem: SQL = """
        UPDATE conversation SET item_title = old.title, former_item = old.id WHERE item = old.id;
        UPDATE conversation SET former_item = old.id WHERE trashed_item = old.id;
        """

    /// Also used by PostgreSQL.
    static let indexAbsences: SQL = """
        CREATE INDEX hiding_by_account ON hiding (account, is_seen, date, item);
        CREATE INDEX conversation_by_former_item ON conversation (former_item, last)
            WHERE former_item IS NOT NULL;
        """
}
