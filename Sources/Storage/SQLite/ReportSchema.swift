import Market

/// The migration that stores with each report what was there to see, and with each hidden item
/// which operator hid it and whether it has been corrected.
enum ReportSchema {
    /// A report of an item stores its price, first photo and text at the time; `currency` is NULL
    /// if nothing was stored. `date_mended` is set while an item edited after it was hidden waits
    /// for an operator to look at it.
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

    /// Items edited after the report are left out: what was reported is no longer known. Also used
    /// by PostgreSQL.
    static let fillIn: SQL = """
        UPDATE report SET (price, discounted_price, currency, photo, content) = (
            SELECT item.price, item.discounted_price, item.currency, item.photo, item.description
            FROM item WHERE item.id = report.item AND item.date_modified <= report.date)
        WHERE report.item IS NOT NULL;
        """

    /// Also used by PostgreSQL.
    static let indexReports: SQL = """
        CREATE INDEX report_by_thing ON report ((\(thing())), id) WHERE date_settled IS NULL;
        CREATE INDEX report_by_photo ON report (photo)
            WHERE photo IS NOT NULL AND date_settled IS NULL;
        CREATE INDEX hiding_by_decider ON hiding (decider) WHERE decider IS NOT NULL;
        CREATE INDEX hiding_mended ON hiding (date_mended, item) WHERE date_mended IS NOT NULL;
        """

    /// One number for each thing that can be reported, whether or not it still exists.
    /// - Parameter table: the alias of the table `report` with its dot; empty if there is only one
    ///   table.
    static func thing(of table: SQL = "") -> SQL {
        """
        CASE WHEN \(table)message IS NOT NULL THEN 4 * \(table)message + 1 \
        WHEN coalesce(\(table)item, \(table)former_item) IS NOT NULL \
        THEN 4 * coalesce(\(table)item, \(table)former_item) \
        ELSE 4 * coalesce(\(table)person, \(table)former_person) + 2 END
        """
    }

    /// The same number for an item; it wraps around for numbers that no item has.
    static func thing(of item: Item.ID) -> Int64 { 4 &* item.rawValue }
}
