/// The step that adds when and where two people meet, and for how long a reservation lasts.
enum AppointmentSchema {
    /// A message with `meets` proposes to meet then; its text says where. Of those, a conversation
    /// has the one that is agreed on, with its time beside it for the reminders of both, and the one
    /// that waits for an answer. What each says of having met is 1, else 0. `term` is in seconds,
    /// `lapses` the moment at which it is over while it runs. With an asker goes what was kept for
    /// them, and with an item what was kept of it.
    static let addAppointments: SQL = """
        ALTER TABLE message ADD COLUMN meets INTEGER;
        ALTER TABLE conversation ADD COLUMN appointment INTEGER;
        ALTER TABLE conversation ADD COLUMN proposal INTEGER;
        ALTER TABLE conversation ADD COLUMN meets INTEGER;
        ALTER TABLE conversation ADD COLUMN seller_met INTEGER;
        ALTER TABLE conversation ADD COLUMN asker_met INTEGER;
        ALTER TABLE conversation ADD COLUMN term INTEGER;
        ALTER TABLE conversation ADD COLUMN lapses INTEGER;
        CREATE INDEX conversation_meets_by_seller ON conversation (seller, meets)
            WHERE meets IS NOT NULL;
        CREATE INDEX conversation_meets_by_asker ON conversation (asker, meets)
            WHERE meets IS NOT NULL;
        CREATE INDEX conversation_by_lapse ON conversation (lapses) WHERE lapses IS NOT NULL;

        CREATE TABLE no_show (
            id INTEGER PRIMARY KEY,
            conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
            account INTEGER REFERENCES account ON DELETE CASCADE,
            is_sellers INTEGER NOT NULL,
            date INTEGER NOT NULL,
            is_answered INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX no_show_by_conversation ON no_show (conversation);
        CREATE INDEX no_show_by_account ON no_show (account, is_answered, date);

        DROP TRIGGER asker_has_left;
        CREATE TRIGGER asker_has_left AFTER UPDATE OF asker ON conversation
        WHEN new.asker IS NULL BEGIN
            UPDATE item SET status = 0
            WHERE id = new.item AND status = 1 AND new.stage IN (1, 2, 3, 4);
            \(giveBack)
        END;
        CREATE TRIGGER item_is_gone AFTER UPDATE OF item ON conversation
        WHEN new.item IS NULL BEGIN
            \(giveBack)
        END;

        PRAGMA user_version = 17;
        """

    private static let giveBack: SQL = """
        UPDATE message SET answer = 3 WHERE id IN (new.appointment, new.proposal);
        UPDATE conversation SET line = NULL, appointment = NULL, proposal = NULL, meets = NULL,
            term = NULL, lapses = NULL,
            stage = CASE WHEN stage IN (1, 2, 3, 4) THEN 0 ELSE stage END
        WHERE id = new.id;
        """
}
