#if PostgreSQL
    /// The columns that `ClosingSchema` adds for closings.
    extension PostgreSQLSchema {
        static let bindToClosings: SQL = """
            ALTER TABLE message ADD COLUMN price bigint, ADD COLUMN closing bigint;
            ALTER TABLE todo ADD COLUMN closing bigint;
            ALTER TABLE conversation ADD COLUMN closings bigint NOT NULL DEFAULT 0,
                ADD COLUMN purpose bigint NOT NULL DEFAULT 0;
            ALTER TABLE review ADD COLUMN closing bigint NOT NULL DEFAULT 0,
                ADD COLUMN is_counted bigint NOT NULL DEFAULT 1,
                DROP CONSTRAINT review_conversation_is_sellers_key,
                ADD UNIQUE (conversation, is_sellers, closing);
            \(ClosingSchema.fillIn)
            DROP INDEX review_by_reviewed;
            \(ClosingSchema.indexReviewed)
            \(ClosingSchema.indexClosings)

            \(countClosings)
            CREATE TRIGGER note_hidden_photo AFTER UPDATE OF is_hidden ON photo
            FOR EACH ROW WHEN (old.is_hidden = 0 AND new.is_hidden <> 0)
            EXECUTE FUNCTION note_for_searches(6);
            \(fillInForProgramsOfBefore)
            """

        /// When a closing is taken back, older versions add one piece to the stock, unless some are
        /// offered again already, and leave the numbers: this trigger adds the other pieces.
        static let countPieces: SQL = lines(
            "ALTER TABLE message ADD COLUMN pieces bigint, ADD COLUMN offered_again bigint;",
            trigger(
                "closing_gives_back_all", "AFTER UPDATE OF note ON message",
                when: "old.note = 8 AND new.note <> 8 AND new.pieces > 1",
                """
                UPDATE item SET stock = stock + new.pieces - coalesce(new.offered_again, 1)
                WHERE id = (SELECT item FROM conversation WHERE id = new.conversation);
                """))

        private static let countClosings: SQL = lines(
            trigger(
                "dealing_is_closed", "AFTER INSERT ON message", when: "new.note = 8",
                "UPDATE conversation SET closings = closings + 1 WHERE id = new.conversation;"),
            trigger(
                "dealing_is_reopened", "AFTER UPDATE OF note ON message",
                when: "old.note = 8 AND new.note <> 8",
                "UPDATE conversation SET closings = closings - 1 WHERE id = new.conversation;"))

        /// Older versions store the price with the conversation, and leave out what else this
        /// version reads. Their column and its indexes stay for them.
        private static let fillInForProgramsOfBefore: SQL = lines(
            trigger(
                "closing_has_its_price", "BEFORE INSERT ON message", when: "new.note = 8",
                returning: "new",
                """
                SELECT conversation.price, item.currency INTO new.price, new.currency
                FROM conversation JOIN item ON item.id = conversation.item
                WHERE conversation.id = new.conversation;
                """),
            trigger(
                "review_has_its_closing", "BEFORE INSERT ON review", when: "new.closing = 0",
                returning: "new",
                """
                new.closing := coalesce((
                    SELECT max(id) FROM message WHERE conversation = new.conversation AND note = 8), 0);
                """),
            trigger(
                "conversation_has_its_purpose", "BEFORE INSERT ON conversation", returning: "new",
                "new.purpose := coalesce((SELECT purpose FROM item WHERE id = new.item), 0);"),
            trigger(
                "conversations_follow_purpose", "AFTER UPDATE OF purpose ON item",
                when: "old.purpose <> new.purpose",
                """
                UPDATE conversation SET purpose = new.purpose
                WHERE item = new.id AND purpose <> new.purpose;
                """),
            trigger(
                "photos_come_back", "AFTER UPDATE OF item ON deletion",
                when: "old.item IS NOT NULL AND new.item IS NULL",
                """
                UPDATE photo SET is_hidden = 0
                WHERE is_hidden = 2 AND id IN (
                    SELECT item_photo.photo FROM item_photo WHERE item_photo.item = old.item);
                """))
    }
#endif
