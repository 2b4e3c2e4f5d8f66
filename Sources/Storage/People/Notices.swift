import Market

extension Connection {
    func tell(
        _ account: Account.ID, _ kind: Notice.Kind, of item: Item.ID? = nil, _ title: String,
        because reason: String = "", at now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO notice (account, kind, date, item, title, reason)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            account, kind, now, item, title, reason)
    }

    /// Settles the reports that wait, and tells those who sent them what came of it.
    /// - Parameters:
    ///   - condition: for which; it takes a value.
    ///   - last: none after it.
    ///   - decision: what came of it; nil where that is not kept.
    /// - Returns: who is told.
    func settleReports(
        where condition: SQL, _ value: some Bindable, upTo last: Report.ID = .max,
        by decision: Decision.ID?, telling kind: Notice.Kind, at now: Timestamp
    ) throws(StorageError) -> [Account.ID] {
        let waiting: [WaitingReport] = try all(
            """
            SELECT \(WaitingReport.columns) FROM report
            WHERE \(condition) AND report.id <= ? AND date_settled IS NULL
            """,
            value, last)
        for report in waiting {
            try run(
                "UPDATE report SET date_settled = ?, decision = ? WHERE id = ?", now, decision,
                report.id)
            guard let reporter = report.reporter else { continue }
            try tell(reporter, kind, of: report.item, report.excerpt, at: now)
        }
        return waiting.compactMap(\.reporter)
    }

    /// What was not seen until then is seen no more.
    func purgeNotices(before moment: Timestamp) throws(StorageError) {
        try run("DELETE FROM notice WHERE date < ?", moment)
    }

    /// Of an account, behind the notice's number.
    static let dismissingNotice: SQL = "DELETE FROM notice WHERE id = ? AND account = ?"
}

/// A report that is about to be settled.
private struct WaitingReport: Record {
    let id: Report.ID
    let reporter: Account.ID?
    let item: Item.ID?
    let excerpt: String

    static let columns: SQL = "id, reporter, item, excerpt"

    init(_ row: inout Statement) throws(StorageError) {
        (id, reporter) = (try row.next(), try row.next())
        (item, excerpt) = (try row.next(), try row.next())
    }
}
