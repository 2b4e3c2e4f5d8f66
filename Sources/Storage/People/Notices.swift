import Market

extension Connection {
    /// - Parameter report: the report whose outcome is told; nil if the notice has another reason.
    func tell(
        _ account: Account.ID, _ kind: Notice.Kind, of item: Item.ID? = nil,
        report: Report.ID? = nil, _ title: String, because reason: String = "", at now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO notice (account, kind, date, item, report, title, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, account, kind, now, item, report, title, reason)
    }

    /// Settles open reports, and notifies their reporters of the outcome.
    /// - Parameters:
    ///   - condition: selects the reports; it takes one value.
    ///   - last: the last report to settle.
    ///   - decision: the decision that settles them; nil if it is not stored.
    /// - Returns: the accounts notified.
    func settleReports(
        where condition: SQL, _ value: some Bindable, upTo last: Report.ID = .max,
        by decision: Decision.ID?, telling kind: Notice.Kind, at now: Timestamp
    ) throws(StorageError) -> [Account.ID] {
        let waiting: [ToldReport] = try all(
            "\(ToldReport.select) WHERE \(condition) AND report.id <= ? AND date_settled IS NULL",
            value, last)
        for report in waiting {
            try run(
                "UPDATE report SET date_settled = ?, decision = ? WHERE id = ?", now, decision,
                report.id)
            guard let reporter = report.reporter else { continue }
            try tell(reporter, kind, of: report.item, report: report.id, report.title, at: now)
        }
        return waiting.compactMap(\.reporter)
    }

    /// Reopens reports, and withdraws the notices of their outcome.
    /// - Parameters:
    ///   - condition: selects the reports; it takes one value.
    ///   - decision: the decision that settled them; nil if it was not stored.
    /// - Returns: the accounts that had been notified.
    func reopenReports(
        where condition: SQL, _ value: some Bindable, settledAt date: Timestamp,
        by decision: Decision.ID?
    ) throws(StorageError) -> [Account.ID] {
        let settled: [ToldReport] = try all(
            "\(ToldReport.select) WHERE \(condition) AND date_settled = ? AND decision IS ?",
            value, date, decision)
        for report in settled {
            try run(
                "UPDATE report SET date_settled = NULL, decision = NULL WHERE id = ?", report.id)
        }
        return try forget(settled)
    }

    /// Deletes notices of reports whose outcome no longer stands.
    func forgetNotices(ofReports condition: SQL, _ value: some Bindable) throws(StorageError) {
        _ = try forget(try all("\(ToldReport.select) WHERE \(condition)", value))
    }

    private func forget(_ reports: [ToldReport]) throws(StorageError) -> [Account.ID] {
        for report in reports {
            guard let reporter = report.reporter else { continue }
            try run("DELETE FROM notice WHERE account = ? AND report = ?", reporter, report.id)
        }
        return reports.compactMap(\.reporter)
    }

    /// Deletes notices that have not been seen for too long.
    func purgeNotices(before moment: Timestamp) throws(StorageError) {
        try run("DELETE FROM notice WHERE date < ?", moment)
    }

    /// Takes the notice's id, then the account.
    static let dismissingNotice: SQL = "DELETE FROM notice WHERE id = ? AND account = ?"
}

/// A report as its reporter is notified of it. For a message, the title is that of the item, so
/// that nobody has to read removed text again.
private struct ToldReport: Record {
    let id: Report.ID
    let reporter: Account.ID?
    let item: Item.ID?
    let title: String

    static let columns: SQL = """
        report.id, report.reporter, report.item, \
        coalesce(( \
            SELECT coalesce(item.title, conversation.item_title) FROM message \
            JOIN conversation ON conversation.id = message.conversation \
            LEFT JOIN item ON item.id = conversation.item \
            WHERE message.id = report.message), report.excerpt)
        """
    static let select: SQL = "SELECT \(columns) FROM report"

    init(_ row: inout Statement) throws(StorageError) {
        (id, reporter) = (try row.next(), try row.next())
        (item, title) = (try row.next(), try row.next())
    }
}
