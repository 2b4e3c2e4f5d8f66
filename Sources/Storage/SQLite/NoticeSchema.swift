/// The migration that stores what people are told of operators' decisions, and what is kept for a
/// while of a person who leaves.
enum NoticeSchema {
    /// `is_of_suspension` marks items hidden because their seller is suspended: they are shown
    /// again when the suspension is lifted. A notice stays until its reader has seen it; its item
    /// and report are plain numbers, since both may be gone. When a person leaves who was reported
    /// or decided about, a `departure` stays, to which the reports and decisions then refer. It has
    /// a `nickname_key` only if the nickname stays reserved.
    static let tellDecisions: SQL = """
        ALTER TABLE hiding ADD COLUMN is_of_suspension INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE notice (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            date INTEGER NOT NULL,
            item INTEGER,
            report INTEGER,
            title TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE TABLE departure (
            account INTEGER PRIMARY KEY,
            date INTEGER NOT NULL,
            date_suspended INTEGER,
            nickname TEXT NOT NULL,
            nickname_key TEXT
        ) STRICT;
        CREATE TABLE new_decision (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER REFERENCES account ON DELETE CASCADE,
            former_person INTEGER REFERENCES departure ON DELETE CASCADE,
            decider INTEGER REFERENCES account ON DELETE SET NULL,
            kind INTEGER NOT NULL,
            date INTEGER NOT NULL,
            title TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        INSERT INTO new_decision (id, person, decider, kind, date, title, reason)
        SELECT id, person, decider, kind, date, title, reason FROM decision;
        DELETE FROM sqlite_sequence WHERE name = 'new_decision';
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_decision', seq FROM sqlite_sequence WHERE name = 'decision';
        DROP TABLE decision;
        ALTER TABLE new_decision RENAME TO decision;
        CREATE INDEX decision_by_person ON decision (person, id);
        CREATE INDEX decision_by_decider ON decision (decider) WHERE decider IS NOT NULL;
        ALTER TABLE report ADD COLUMN former_person INTEGER
            REFERENCES departure ON DELETE CASCADE;
        \(indexNotices)

        PRAGMA user_version = 34;
        """

    /// Also used by PostgreSQL.
    static let indexNotices: SQL = """
        CREATE INDEX notice_by_account ON notice (account, date, id);
        CREATE INDEX departure_by_nickname ON departure (nickname_key)
            WHERE nickname_key IS NOT NULL;
        CREATE INDEX decision_by_former_person ON decision (former_person, id)
            WHERE former_person IS NOT NULL;
        CREATE INDEX report_by_former_person ON report (former_person)
            WHERE former_person IS NOT NULL;
        """
}
