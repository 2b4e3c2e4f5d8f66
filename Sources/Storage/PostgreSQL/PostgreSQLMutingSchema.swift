#if PostgreSQL
    /// The columns by which each side of a conversation is muted and archived.
    extension PostgreSQLSchema {
        /// Older versions list archived conversations, too, and push and count messages in muted ones.
        /// They do not list an archived conversation again when a message comes: the trigger does.
        static let keepMutedAndArchived: SQL = lines(
            """
            ALTER TABLE conversation ADD COLUMN seller_muted bigint NOT NULL DEFAULT 0,
                ADD COLUMN asker_muted bigint NOT NULL DEFAULT 0,
                ADD COLUMN seller_archived bigint NOT NULL DEFAULT 0,
                ADD COLUMN asker_archived bigint NOT NULL DEFAULT 0;
            \(MutingSchema.indexSides)
            """,
            trigger(
                "unread_is_listed", "BEFORE UPDATE OF seller_unread, asker_unread ON conversation",
                when: """
                    new.seller_archived <> 0 AND new.seller_unread > old.seller_unread
                        OR new.asker_archived <> 0 AND new.asker_unread > old.asker_unread
                    """, returning: "new",
                """
                IF new.seller_unread > old.seller_unread THEN new.seller_archived := 0; END IF;
                IF new.asker_unread > old.asker_unread THEN new.asker_archived := 0; END IF;
                """))
    }
#endif
