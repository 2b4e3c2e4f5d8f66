/// The migrations that make the tables of conversations, and of what two people agree on in them.
enum ConversationSchema {
    /// A person whose account is deleted becomes NULL, and the other's copy stays; `is_guests`
    /// tells a seller who never had an account from one who has left. Unread messages are counted
    /// for each side, so that every page can show the number. `last` is the last message.
    /// `revision` numbers the changes of a conversation, for pages that stay open.
    static let keepConversations: SQL = """
        CREATE TABLE conversation (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            item INTEGER REFERENCES item (id) ON DELETE SET NULL,
            seller INTEGER REFERENCES account ON DELETE SET NULL,
            asker INTEGER REFERENCES account ON DELETE SET NULL,
            is_guests INTEGER NOT NULL,
            stage INTEGER NOT NULL,
            revision INTEGER NOT NULL DEFAULT 0,
            last INTEGER NOT NULL DEFAULT 0,
            seller_read INTEGER,
            asker_read INTEGER,
            seller_unread INTEGER NOT NULL DEFAULT 0,
            asker_unread INTEGER NOT NULL DEFAULT 0,
            item_title TEXT NOT NULL,
            UNIQUE (item, asker)
        ) STRICT;
        CREATE INDEX conversation_by_seller ON conversation (seller, last)
            WHERE seller IS NOT NULL;
        CREATE INDEX conversation_by_asker ON conversation (asker, last) WHERE asker IS NOT NULL;
        CREATE INDEX conversation_by_item ON conversation (item, last) WHERE item IS NOT NULL;
        CREATE INDEX conversation_unread_by_seller ON conversation (seller, seller_unread)
            WHERE seller_unread > 0;
        CREATE INDEX conversation_unread_by_asker ON conversation (asker, asker_unread)
            WHERE asker_unread > 0;
        \(keepItemTitles)
        CREATE TRIGGER conversation_is_nobodys
        AFTER UPDATE OF item, seller, asker ON conversation
        WHEN new.asker IS NULL AND new.seller IS NULL
            AND (new.item IS NULL OR NOT new.is_guests) BEGIN
            DELETE FROM conversation WHERE id = new.id;
        END;

        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
            is_sellers INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            date INTEGER NOT NULL,
            is_taken_back INTEGER NOT NULL DEFAULT 0,
            token TEXT,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX message_by_conversation ON message (conversation);
        CREATE INDEX message_by_revision ON message (conversation, revision);
        CREATE UNIQUE INDEX message_by_token ON message (conversation, is_sellers, token)
            WHERE token IS NOT NULL;

        PRAGMA user_version = 12;
        """

    static let keepItemTitles: SQL = """
        CREATE TRIGGER item_title_is_kept BEFORE DELETE ON item BEGIN
            UPDATE conversation SET item_title = old.title WHERE item = old.id;
        END;
        """

    // MARK: - What two people agree on

    /// A message with an `amount` is a price offer, with its `answer`. One with a `note` tells of a
    /// step that was taken; the answer of a closing is the stage before it. A person waiting in
    /// line has a number in `line`, smaller for those who came earlier. When an asker's account is
    /// deleted, what was reserved for them is released.
    static let addDealings: SQL = """
        ALTER TABLE message ADD COLUMN note INTEGER;
        ALTER TABLE message ADD COLUMN amount INTEGER;
        ALTER TABLE message ADD COLUMN currency TEXT;
        ALTER TABLE message ADD COLUMN answer INTEGER;
        ALTER TABLE conversation ADD COLUMN line INTEGER;
        ALTER TABLE conversation ADD COLUMN price INTEGER;
        CREATE INDEX conversation_in_line ON conversation (item, line) WHERE line IS NOT NULL;
        CREATE INDEX conversation_by_stage ON conversation (item, stage) WHERE item IS NOT NULL;
        CREATE TRIGGER asker_has_left AFTER UPDATE OF asker ON conversation
        WHEN new.asker IS NULL BEGIN
            UPDATE item SET status = 0
            WHERE id = new.item AND status = 1 AND new.stage IN (1, 2, 3, 4);
            UPDATE conversation SET line = NULL,
                stage = CASE WHEN stage IN (1, 2, 3, 4) THEN 0 ELSE stage END
            WHERE id = new.id;
        END;

        PRAGMA user_version = 13;
        """

    /// A message with a size is a photo. Its bytes are stored apart from the photos of items, which
    /// anybody may request.
    static let addMessagePhotos: SQL = """
        ALTER TABLE message ADD COLUMN width INTEGER;
        ALTER TABLE message ADD COLUMN height INTEGER;
        CREATE TABLE message_photo (
            message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
            medium BLOB NOT NULL,
            full BLOB NOT NULL
        ) STRICT;

        PRAGMA user_version = 14;
        """

    /// A message with `meets` proposes to meet at that time; its text says where. `appointment` is
    /// the proposal that both agreed on, with its time in `meets` for the reminders of both;
    /// `proposal` is the one waiting for an answer. `seller_met` and `asker_met` are 1 once that
    /// person has said that they met, 0 if that the other did not come. `term` is the length of the
    /// reservation in seconds, `lapses` the moment at which a running one ends. When an asker's
    /// account is deleted, what was reserved for them is released; when an item is deleted, so is
    /// what was reserved of it.
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

    /// Also used by PostgreSQL.
    static let giveBack: SQL = """
        UPDATE message SET answer = 3 WHERE id IN (new.appointment, new.proposal);
        UPDATE conversation SET line = NULL, appointment = NULL, proposal = NULL, meets = NULL,
            term = NULL, lapses = NULL,
            stage = CASE WHEN stage IN (1, 2, 3, 4) THEN 0 ELSE stage END
        WHERE id = new.id;
        """

    /// Each page of a conversation asks for the accepted offer.
    static let indexAcceptedOffers: SQL = """
        CREATE INDEX message_by_accepted_offer ON message (conversation)
        WHERE amount IS NOT NULL AND answer = 1;

        PRAGMA user_version = 23;
        """
}
