#if PostgreSQL
    /// What `ClosingSchema` keeps with each closing.
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

            CREATE FUNCTION dealing_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE conversation SET closings = closings + 1 WHERE id = new.conversation;
                RETURN NULL;
            END $$;
            CREATE TRIGGER dealing_is_closed AFTER INSERT ON message
            FOR EACH ROW WHEN (new.note = 8) EXECUTE FUNCTION dealing_is_closed();
            CREATE FUNCTION dealing_is_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE conversation SET closings = closings - 1 WHERE id = new.conversation;
                RETURN NULL;
            END $$;
            CREATE TRIGGER dealing_is_reopened AFTER UPDATE OF note ON message
            FOR EACH ROW WHEN (old.note = 8 AND new.note <> 8)
            EXECUTE FUNCTION dealing_is_reopened();
            CREATE TRIGGER note_hidden_photo AFTER UPDATE OF is_hidden ON photo
            FOR EACH ROW WHEN (old.is_hidden = 0 AND new.is_hidden <> 0)
            EXECUTE FUNCTION note_for_searches(6);
            \(fillInForProgramsOfBefore)
            """

        /// Programs of before keep the price with the conversation, and leave out what else this one
        /// reads. The column of theirs and its indexes stay for them.
        private static let fillInForProgramsOfBefore: SQL = """
            CREATE FUNCTION closing_has_its_price() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                SELECT conversation.price, item.currency INTO new.price, new.currency
                FROM conversation JOIN item ON item.id = conversation.item
                WHERE conversation.id = new.conversation;
                RETURN new;
            END $$;
            CREATE TRIGGER closing_has_its_price BEFORE INSERT ON message
            FOR EACH ROW WHEN (new.note = 8) EXECUTE FUNCTION closing_has_its_price();
            CREATE FUNCTION review_has_its_closing() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                new.closing := coalesce((
                    SELECT max(id) FROM message WHERE conversation = new.conversation AND note = 8), 0);
                RETURN new;
            END $$;
            CREATE TRIGGER review_has_its_closing BEFORE INSERT ON review
            FOR EACH ROW WHEN (new.closing = 0) EXECUTE FUNCTION review_has_its_closing();
            CREATE FUNCTION conversation_has_its_purpose() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                new.purpose := coalesce((SELECT purpose FROM item WHERE id = new.item), 0);
                RETURN new;
            END $$;
            CREATE TRIGGER conversation_has_its_purpose BEFORE INSERT ON conversation
            FOR EACH ROW EXECUTE FUNCTION conversation_has_its_purpose();
            CREATE FUNCTION conversations_follow_purpose() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE conversation SET purpose = new.purpose
                WHERE item = new.id AND purpose <> new.purpose;
                RETURN NULL;
            END $$;
            CREATE TRIGGER conversations_follow_purpose AFTER UPDATE OF purpose ON item
            FOR EACH ROW WHEN (old.purpose <> new.purpose)
            EXECUTE FUNCTION conversations_follow_purpose();
            CREATE FUNCTION photos_come_back() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE photo SET is_hidden = 0
                WHERE is_hidden = 2 AND id IN (
                    SELECT item_photo.photo FROM item_photo WHERE item_photo.item = old.item);
                RETURN NULL;
            END $$;
            CREATE TRIGGER photos_come_back AFTER UPDATE OF item ON deletion
            FOR EACH ROW WHEN (old.item IS NOT NULL AND new.item IS NULL)
            EXECUTE FUNCTION photos_come_back();
            """
    }
#endif
