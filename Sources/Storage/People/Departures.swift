import Market

extension SQLStorage {
    public func departedPerson(_ id: Account.ID) async throws(StorageError) -> DepartedPerson {
        try await one(DepartedPerson.select, id)
    }
}

extension Connection {
    /// Keeps what remains of an account about to be deleted, if it was reported or decided about:
    /// its number and nickname (which stays reserved if the account is suspended), the reports, and
    /// the decisions. Items are deleted with the account, and messages become nobody's.
    func keepDeparture(of account: Account.ID, at now: Timestamp) throws(StorageError) {
        guard try hasBeenReported(account) else { return }
        try run(
            """
            INSERT INTO departure (account, date, date_suspended, nickname, nickname_key)
            SELECT id, CAST(? AS bigint), date_suspended, nickname,
                CASE WHEN date_suspended IS NULL THEN NULL ELSE nickname_key END
            FROM account WHERE id = ?
            """, now, account)
        try run(
            """
            UPDATE report
            SET former_person = ?, person = NULL, former_item = coalesce(item, former_item),
                item = NULL
            WHERE person = ? OR item IN (SELECT id FROM item WHERE seller = ?)
            """, account, account, account)
        try run(
            "UPDATE decision SET former_person = ?, person = NULL WHERE person = ?", account,
            account)
    }

    private func hasBeenReported(_ account: Account.ID) throws(StorageError) -> Bool {
        try exists(
            """
            SELECT 1 FROM decision WHERE person = ?
            UNION ALL SELECT 1 FROM report WHERE person = ?
            UNION ALL SELECT 1 FROM item JOIN report ON report.item = item.id WHERE seller = ?
            UNION ALL SELECT 1 FROM account WHERE id = ? AND date_suspended IS NOT NULL
            LIMIT 1
            """, account, account, account, account)
    }

    /// Whether a suspended person has left with this nickname.
    func isKeptFromOthers(_ nickname: Nickname) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM departure WHERE nickname_key = ?", nickname.key)
    }

    /// Deletes the departures before `moment`, with their reports and decisions.
    func purgeDepartures(before moment: Timestamp) throws(StorageError) {
        try run("DELETE FROM departure WHERE date < ?", moment)
    }
}

// MARK: - Rows

extension DepartedPerson: Record {
    static let columns: SQL = "account, nickname, date, date_suspended IS NOT NULL"
    fileprivate static let select: SQL = "SELECT \(columns) FROM departure WHERE account = ?"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), nickname: try row.next(), date: try row.next(),
            wasSuspended: try row.next())
    }
}
