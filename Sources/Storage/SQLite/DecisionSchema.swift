/// The migrations that store operators' decisions, and keep reports of items that were deleted.
enum DecisionSchema {
    /// A report refers to the decision that settled it, and keeps the number of an item that is
    /// deleted for good.
    static let keepDecisions: SQL = """
        CREATE TABLE decision (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            decider INTEGER REFERENCES account ON DELETE SET NULL,
            kind INTEGER NOT NULL,
            date INTEGER NOT NULL,
            title TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        ALTER TABLE report ADD COLUMN decision INTEGER REFERENCES decision ON DELETE SET NULL;
        ALTER TABLE report ADD COLUMN former_item INTEGER;
        \(fillIn)
        \(indexDecisions)
        CREATE TRIGGER report_outlives_item BEFORE DELETE ON item BEGIN
            \(keepReports)
        END;

        PRAGMA user_version = 29;
        """

    /// An item in the trash has no seller: its reports store whose it was. Also used by PostgreSQL.
    static let fillIn: SQL = """
        UPDATE report
        SET person = (SELECT account FROM deletion WHERE deletion.item = report.item)
        WHERE item IN (SELECT item FROM deletion);
        """

    /// In the trigger before an item is deleted; also used by PostgreSQL. When the seller's account
    /// is deleted, the reports go with it. Reports of a guest's item are kept by the code that
    /// deletes the item.
    static let keepReports: SQL = """
        UPDATE report
        SET former_item = item, item = NULL, person = coalesce(person, old.seller)
        WHERE item = old.id AND EXISTS (
            SELECT 1 FROM account WHERE account.id = coalesce(report.person, old.seller));
        """

    /// A decision names its item or message by a number that outlives it, so that decisions about
    /// guests' posts, which concern no account, can be logged. A decision without either number is
    /// about a person, or older than this migration.
    static let logDecisions: SQL = """
        ALTER TABLE decision ADD COLUMN item INTEGER;
        ALTER TABLE decision ADD COLUMN message INTEGER;
        \(fillInThings)
        \(indexThings)

        PRAGMA user_version = 36;
        """

    /// A suspension may end by itself; what applies to a suspended account is the last decision
    /// about it.
    static let endSuspensions: SQL = """
        ALTER TABLE decision ADD COLUMN ends INTEGER;
        \(indexEnds)

        PRAGMA user_version = 37;
        """

    /// A decision that undoes another one stores its number, without a foreign key, as it does those of
    /// items and messages. The step also makes the key that the market signs with.
    static let nameUndone: SQL = """
        ALTER TABLE decision ADD COLUMN undone INTEGER;
        \(SharedKeySchema.createSharedKey)

        PRAGMA user_version = 45;
        """

    /// Also used by PostgreSQL.
    static let indexEnds: SQL = """
        CREATE INDEX decision_by_end ON decision (ends) WHERE ends IS NOT NULL;
        """

    /// Filled in as far as the reports, or earlier decisions about the same person, tell. Also used
    /// by PostgreSQL.
    static let fillInThings: SQL = """
        UPDATE decision
        SET item = (
                SELECT max(coalesce(report.item, report.former_item)) FROM report
                WHERE report.decision = decision.id),
            message = (
                SELECT max(report.message) FROM report WHERE report.decision = decision.id)
        WHERE kind IN (0, 1, 5);
        UPDATE decision
        SET title = (
            SELECT substr(max(report.excerpt), 1, 100) FROM report
            WHERE report.decision = decision.id)
        WHERE message IS NOT NULL;
        UPDATE decision
        SET item = (
            SELECT earlier.item FROM decision AS earlier
            WHERE earlier.person = decision.person AND earlier.title = decision.title
                AND earlier.kind = 1 AND earlier.id < decision.id
            ORDER BY earlier.id DESC LIMIT 1)
        WHERE kind = 2;
        UPDATE decision
        SET message = (
            SELECT earlier.message FROM decision AS earlier
            JOIN message ON message.id = earlier.message AND message.is_taken_back <> 2
            WHERE earlier.person = decision.person AND earlier.kind = 5
                AND earlier.id < decision.id
            ORDER BY earlier.id DESC LIMIT 1)
        WHERE kind = 6;
        """

    /// Also used by PostgreSQL.
    static let indexThings: SQL = """
        CREATE INDEX decision_by_item ON decision (item, id) WHERE item IS NOT NULL;
        CREATE INDEX decision_by_message ON decision (message, id) WHERE message IS NOT NULL;
        CREATE INDEX decision_of_guests ON decision (date)
            WHERE person IS NULL AND former_person IS NULL;
        """

    /// Also used by PostgreSQL.
    static let indexDecisions: SQL = """
        CREATE INDEX decision_by_person ON decision (person, id);
        CREATE INDEX decision_by_decider ON decision (decider) WHERE decider IS NOT NULL;
        CREATE INDEX report_by_decision ON report (decision) WHERE decision IS NOT NULL;
        CREATE INDEX account_suspended ON account (date_suspended, id)
            WHERE date_suspended IS NOT NULL;
        """
}
