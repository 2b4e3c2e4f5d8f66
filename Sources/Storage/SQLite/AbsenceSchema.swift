/// The step that keeps why an item is not to be seen any more, for those who have to do with it.
enum AbsenceSchema {
    /// What the operator has hidden has a row while it is, with the reason that they gave, empty for
    /// none, and whether its seller has seen that; of a guest's item it is nobody's. Of an item that is
    /// gone for good its conversations keep the number.
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

    /// What was hidden before has no reason, and nobody is told of it now; over PostgreSQL too.
    static let fillIn: SQL = """
        INSERT INTO hiding (item, account, date, is_seen, reason)
        SELECT id, seller, date_modified, 1, '' FROM item
        WHERE position < 0 AND NOT EXISTS (SELECT 1 FROM deletion WHERE deletion.item = item.id);
        """

    /// In the trigger of an item that is deleted; over PostgreSQL too.
    static let rememberItem: SQL = """
        UPDATE conversation SET item_title = old.title, former_item = old.id WHERE item = old.id;
        UPDATE conversation SET former_item = old.id WHERE trashed_item = old.id;
        """

    /// Over PostgreSQL too.
    static let indexAbsences: SQL = """
        CREATE INDEX hiding_by_account ON hiding (account, is_seen, date, item);
        CREATE INDEX conversation_by_former_item ON conversation (former_item, last)
            WHERE former_item IS NOT NULL;
        """
}
