import Market

/// The step that keeps with each report what was there to see, and with what is hidden who has decided that
/// and whether it was mended.
enum ReportSchema {
    /// A report of an item knows what that cost, showed first and said when it came; `currency` is NULL where
    /// nothing was kept of it. `date_mended` while what was edited since it was hidden waits for an operator.
    static let keepWhatWasReported: SQL = """
        ALTER TABLE report ADD COLUMN price INTEGER;
        ALTER TABLE report ADD COLUMN discounted_price INTEGER;
        ALTER TABLE report ADD COLUMN currency TEXT;
        ALTER TABLE report ADD COLUMN photo TEXT;
        ALTER TABLE report ADD COLUMN content TEXT;
        ALTER TABLE hiding ADD COLUMN decider INTEGER REFERENCES account ON DELETE SET NULL;
        ALTER TABLE hiding ADD COLUMN date_mended INTEGER;
        \(fillIn)
        \(indexReports)

        PRAGMA user_version = 35;
        """

    /// What was edited since it was reported is not known as it was. Over PostgreSQL too.
    static let fillIn: SQL = """
        UPDATE report SET (price, discounted_price, currency, photo, content) = (
            SELECT item.price, item.discounted_price, item.currency, item.photo, item.description
            FROM item WHERE item.id = report.item AND item.date_modified <= report.date)
        WHERE report.item IS NOT NULL;
        """

    /// Over PostgreSQL too.
    static let indexReports: SQL = """
        CREATE INDEX report_by_thing ON report ((\(thing())), id) WHERE date_settled IS NULL;
        CREATE INDEX report_by_photo ON report (photo)
            WHERE photo IS NOT NULL AND date_settled IS NULL;
        CREATE INDEX hiding_by_decider ON hiding (decider) WHERE decider IS NOT NULL;
        CREATE INDEX hiding_mended ON hiding (date_mended, item) WHERE date_mended IS NOT NULL;
        """

    /// One number for each thing that may be reported, whether it is still there or not.
    /// - Parameter table: the name of a table report, with its dot; empty where there is no other.
    static func thing(of table: SQL = "") -> SQL {
        """
        CASE WHEN \(table)message IS NOT NULL THEN 4 * \(table)message + 1 \
        WHEN coalesce(\(table)item, \(table)former_item) IS NOT NULL \
        THEN 4 * coalesce(\(table)item, \(table)former_item) \
        ELSE 4 * coalesce(\(table)person, \(table)former_person) + 2 END
        """
    }

    /// The same of an item, wrapped around where no item has such a number.
    static func thing(of item: Item.ID) -> Int64 { 4 &* item.rawValue }
}
