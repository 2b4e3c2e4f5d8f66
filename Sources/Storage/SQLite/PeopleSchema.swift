/// The migration that adds reviews, blocks and reports.
enum PeopleSchema {
    /// A review is about an account if both people have one, else about nobody: then only the two
    /// can read it. From `opens` on, people other than its writer can see it. `remarks` has one bit
    /// for each `Remark`. `reply_time` of a conversation is how long its seller took to answer for
    /// the first time, in seconds. The date of a closing is that of its message (8).
    ///
    /// A report is about a message, else an item, else a person; for a message, `person` is its
    /// writer. `excerpt` is the text at the time of the report.
    static let addReviewsBlocksAndReports: SQL = """
        CREATE TABLE review (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
            is_sellers INTEGER NOT NULL,
            writer INTEGER REFERENCES account ON DELETE SET NULL,
            reviewed INTEGER REFERENCES account ON DELETE SET NULL,
            date INTEGER NOT NULL,
            opens INTEGER NOT NULL,
            rating INTEGER NOT NULL,
            remarks INTEGER NOT NULL,
            answer TEXT,
            text TEXT NOT NULL,
            UNIQUE (conversation, is_sellers)
        ) STRICT;
        CREATE INDEX review_by_reviewed ON review (reviewed, opens, id, rating, remarks)
            WHERE reviewed IS NOT NULL;
        CREATE INDEX review_by_writer ON review (writer) WHERE writer IS NOT NULL;

        CREATE INDEX closing_by_conversation ON message (conversation, date) WHERE note = 8;
        CREATE INDEX conversation_closed_by_seller
            ON conversation (seller, asker, stage, is_guests) WHERE stage = 5 AND is_guests = 0 AND seller IS NOT NULL;
        CREATE INDEX conversation_closed_by_asker
            ON conversation (asker, stage, is_guests) WHERE stage = 5 AND is_guests = 0 AND asker IS NOT NULL;

        ALTER TABLE conversation ADD COLUMN reply_time INTEGER;
        UPDATE conversation SET reply_time = max(0,
            (SELECT date FROM message WHERE conversation = conversation.id AND is_sellers
                AND note IS NULL ORDER BY id LIMIT 1)
            - (SELECT date FROM message WHERE conversation = conversation.id
                ORDER BY id LIMIT 1));
        CREATE INDEX conversation_by_reply_time ON conversation (seller, reply_time)
            WHERE reply_time IS NOT NULL;
        CREATE TRIGGER seller_has_answered AFTER INSERT ON message
        WHEN new.is_sellers AND new.note IS NULL BEGIN
            UPDATE conversation SET reply_time = max(0, new.date - (
                SELECT date FROM message WHERE conversation = new.conversation
                ORDER BY id LIMIT 1))
            WHERE id = new.conversation AND reply_time IS NULL;
        END;

        CREATE TABLE block (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            blocked INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            date INTEGER NOT NULL,
            PRIMARY KEY (account, blocked)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX block_by_blocked ON block (blocked);

        CREATE TABLE report (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reporter INTEGER REFERENCES account ON DELETE SET NULL,
            item INTEGER REFERENCES item (id) ON DELETE CASCADE,
            person INTEGER REFERENCES account ON DELETE CASCADE,
            message INTEGER REFERENCES message ON DELETE CASCADE,
            reason INTEGER NOT NULL,
            date INTEGER NOT NULL,
            date_settled INTEGER,
            excerpt TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE INDEX report_by_reporter ON report (reporter) WHERE reporter IS NOT NULL;
        CREATE UNIQUE INDEX report_of_item ON report (item, reporter) WHERE item IS NOT NULL;
        CREATE UNIQUE INDEX report_of_message ON report (message, reporter)
            WHERE message IS NOT NULL;
        CREATE INDEX report_of_person ON report (person, reporter) WHERE person IS NOT NULL;
        CREATE INDEX report_open ON report (date_settled, id);
        ALTER TABLE account ADD COLUMN date_suspended INTEGER;

        PRAGMA user_version = 15;
        """
}
