/// The step that keeps what operators have decided, and reports of what its seller has deleted.
enum DecisionSchema {
    /// A report knows what came of it, and the number of an item that is gone for good.
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

    /// An item in the trash is nobody's: whose it was is in its reports. Over PostgreSQL too.
    static let fillIn: SQL = """
        UPDATE report
        SET person = (SELECT account FROM deletion WHERE deletion.item = report.item)
        WHERE item IN (SELECT item FROM deletion);
        """

    /// In the trigger of an item that is deleted; over PostgreSQL too. With its seller they go. Those of a
    /// guest's are kept by who deletes it.
    static let keepReports: SQL = """
        UPDATE report
        SET former_item = item, item = NULL, person = coalesce(person, old.seller)
        WHERE item = old.id AND EXISTS (
            SELECT 1 FROM account WHERE account.id = coalesce(report.person, old.seller));
        """

    /// Over PostgreSQL too.
    static let indexDecisions: SQL = """
        CREATE INDEX decision_by_person ON decision (person, id);
        CREATE INDEX decision_by_decider ON decision (decider) WHERE decider IS NOT NULL;
        CREATE INDEX report_by_decision ON report (decision) WHERE decision IS NOT NULL;
        CREATE INDEX account_suspended ON account (date_suspended, id)
            WHERE date_suspended IS NOT NULL;
        """
}
