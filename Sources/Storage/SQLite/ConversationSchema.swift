/// The step that makes the tables of conversations.
enum ConversationSchema {
    /// Whoever is gone is NULL, and the other's copy stays; a seller who never had an account is
    /// told apart from one who has left by `is_guests`. What each has not read is counted beside it,
    /// so that every page can show it. `last` is the last message. `revision` numbers the changes of
    /// a conversation, for pages that stay open.
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
}
