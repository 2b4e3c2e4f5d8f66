/// The migration that lets each of the two people in a conversation mute and archive it.
enum MutingSchema {
    /// Each side of a conversation may be muted or archived on its own. A side that is archived has no
    /// unread messages.
    static let keepMutedAndArchived: SQL = """
        ALTER TABLE conversation ADD COLUMN seller_muted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversation ADD COLUMN asker_muted INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversation ADD COLUMN seller_archived INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversation ADD COLUMN asker_archived INTEGER NOT NULL DEFAULT 0;
        \(indexSides)

        PRAGMA user_version = 41;
        """

    /// The list and the count of unread messages are read from their indexes alone, as before:
    /// `last` comes first in those of the list, because other queries want archived conversations,
    /// too. Also used by PostgreSQL.
    static let indexSides: SQL = """
        DROP INDEX conversation_by_seller;
        DROP INDEX conversation_by_asker;
        CREATE INDEX conversation_by_seller ON conversation (seller, last, seller_archived)
            WHERE seller IS NOT NULL;
        CREATE INDEX conversation_by_asker ON conversation (asker, last, asker_archived)
            WHERE asker IS NOT NULL;
        CREATE INDEX conversation_archived_by_seller
            ON conversation (seller, seller_archived, last) WHERE seller_archived = 1;
        CREATE INDEX conversation_archived_by_asker
            ON conversation (asker, asker_archived, last) WHERE asker_archived = 1;
        DROP INDEX conversation_unread_by_seller;
        DROP INDEX conversation_unread_by_asker;
        CREATE INDEX conversation_unread_by_seller
            ON conversation (seller, seller_muted, seller_unread) WHERE seller_unread > 0;
        CREATE INDEX conversation_unread_by_asker
            ON conversation (asker, asker_muted, asker_unread) WHERE asker_unread > 0;
        """
}
