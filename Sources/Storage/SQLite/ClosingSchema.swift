/// The migrations that store each closing of a deal with its own data, so that two people may deal
/// again about the same item, and with the number of pieces sold.
enum ClosingSchema {
    /// A closing (message of note 8) has what was paid in `price`, in its `currency`. The `closing`
    /// of a review is the message of the closing that it is about; so is that of a to-do which the
    /// closing completed, and of the message (17) that tells of the end of a waiting line. Each
    /// conversation counts its closings, and keeps the purpose of its item, whatever becomes of the
    /// item. A review says whether it counts towards the person's public facts. Photos that are
    /// shown only by items in the trash are hidden (2).
    static let bindToClosings: SQL = """
        ALTER TABLE message ADD COLUMN price INTEGER;
        ALTER TABLE message ADD COLUMN closing INTEGER;
        ALTER TABLE todo ADD COLUMN closing INTEGER;
        ALTER TABLE conversation ADD COLUMN closings INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversation ADD COLUMN purpose INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE new_review (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
            is_sellers INTEGER NOT NULL,
            closing INTEGER NOT NULL DEFAULT 0,
            writer INTEGER REFERENCES account ON DELETE SET NULL,
            reviewed INTEGER REFERENCES account ON DELETE SET NULL,
            date INTEGER NOT NULL,
            opens INTEGER NOT NULL,
            rating INTEGER NOT NULL,
            remarks INTEGER NOT NULL,
            is_counted INTEGER NOT NULL DEFAULT 1,
            answer TEXT,
            text TEXT NOT NULL,
            UNIQUE (conversation, is_sellers, closing)
        ) STRICT;
        INSERT INTO new_review (
            id, conversation, is_sellers, writer, reviewed, date, opens, rating, remarks, answer, text
        ) SELECT id, conversation, is_sellers, writer, reviewed, date, opens, rating, remarks, answer,
            text
        FROM review;
        DELETE FROM sqlite_sequence WHERE name = 'new_review';
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_review', seq FROM sqlite_sequence WHERE name = 'review';
        DROP TABLE review;
        ALTER TABLE new_review RENAME TO review;
        \(indexReviewed)
        CREATE INDEX review_by_writer ON review (writer) WHERE writer IS NOT NULL;
        \(fillIn)
        ALTER TABLE conversation DROP COLUMN price;

        DROP INDEX conversation_closed_by_seller;
        DROP INDEX conversation_closed_by_asker;
        \(indexClosings)
        CREATE TRIGGER dealing_is_closed AFTER INSERT ON message WHEN new.note = 8 BEGIN
            UPDATE conversation SET closings = closings + 1 WHERE id = new.conversation;
        END;
        CREATE TRIGGER dealing_is_reopened AFTER UPDATE OF note ON message
        WHEN old.note = 8 AND new.note <> 8 BEGIN
            UPDATE conversation SET closings = closings - 1 WHERE id = new.conversation;
        END;

        PRAGMA user_version = 26;
        """

    /// A closing has in `pieces` how many pieces changed hands, for its price in total; NULL means
    /// 1. `offered_again` is how many of them the seller has offered again after none was left;
    /// NULL means none, or 1 if `answer` is NULL, too.
    static let countPieces: SQL = """
        ALTER TABLE message ADD COLUMN pieces INTEGER;
        ALTER TABLE message ADD COLUMN offered_again INTEGER;

        PRAGMA user_version = 32;
        """

    /// Fills in the new columns from the old data, in which a conversation had at most one closing
    /// and what it caused is recognised by having the same date. Also used by PostgreSQL.
    static let fillIn: SQL = """
        UPDATE message SET price = (
                SELECT price FROM conversation WHERE conversation.id = message.conversation),
            currency = (
                SELECT item.currency FROM conversation
                JOIN item ON item.id = coalesce(conversation.item, conversation.trashed_item)
                WHERE conversation.id = message.conversation)
        WHERE note = 8;
        UPDATE conversation SET closings = (
            SELECT count(*) FROM message WHERE message.conversation = conversation.id AND note = 8)
        WHERE stage = 5;
        UPDATE review SET closing = coalesce((
            SELECT max(message.id) FROM message
            WHERE message.conversation = review.conversation AND note = 8), 0);
        UPDATE conversation SET purpose = 1 WHERE EXISTS (
            SELECT 1 FROM item WHERE item.id = coalesce(conversation.item, conversation.trashed_item)
                AND item.purpose = 1);
        UPDATE todo SET closing = (
            SELECT max(message.id) FROM conversation
            JOIN message ON message.conversation = conversation.id AND note = 8
                AND message.date = todo.date_completed
            WHERE conversation.item = todo.item
                AND (conversation.asker = todo.account OR conversation.seller = todo.account))
        WHERE item IS NOT NULL AND date_completed IS NOT NULL;
        UPDATE message SET closing = (
            SELECT max(sale.id) FROM conversation AS own
            JOIN conversation AS sold ON sold.item = own.item
            JOIN message AS sale ON sale.conversation = sold.id AND sale.note = 8
                AND sale.date = message.date
            WHERE own.id = message.conversation)
        WHERE note = 17;
        UPDATE photo SET is_hidden = 2
        WHERE is_hidden = 0 AND id IN (
            SELECT item_photo.photo FROM deletion
            JOIN item_photo ON item_photo.item = deletion.item)
        AND NOT EXISTS (
            SELECT 1 FROM item_photo JOIN item ON item.id = item_photo.item
            WHERE substr(item_photo.photo, 1, 6) = substr(photo.id, 1, 6)
                AND item_photo.photo = photo.id AND item.position > 0)
        AND NOT EXISTS (SELECT 1 FROM account WHERE picture = photo.id)
        AND NOT EXISTS (SELECT 1 FROM draft_photo WHERE draft_photo.photo = photo.id);
        """

    /// Also used by PostgreSQL.
    static let indexReviewed: SQL = """
        CREATE INDEX review_by_reviewed
            ON review (reviewed, opens, id, rating, remarks, is_counted)
            WHERE reviewed IS NOT NULL;
        """

    /// Also used by PostgreSQL.
    static let indexClosings: SQL = """
        CREATE INDEX conversation_dealt_by_seller ON conversation (seller, asker, closings, is_guests)
            WHERE closings > 0 AND is_guests = 0 AND seller IS NOT NULL;
        CREATE INDEX conversation_dealt_by_asker ON conversation (asker, closings, is_guests)
            WHERE closings > 0 AND is_guests = 0 AND asker IS NOT NULL;
        CREATE INDEX beginning_by_conversation ON message (conversation, id) WHERE note = 21;
        """
}
