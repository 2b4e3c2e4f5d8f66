import Market

extension SQLStorage: OverviewStorage {
    public func marketCounts(
        today: Timestamp, week: Timestamp
    ) async throws(StorageError) -> MarketCounts {
        try await read { connection throws(StorageError) in
            MarketCounts(
                people: try connection.count(
                    "SELECT count(*) FROM (SELECT 1 FROM account LIMIT ?) AS people",
                    MarketCounts.mostPeople),
                newPeople: try connection.countNew(
                    "SELECT date_joined AS date FROM account", today: today, week: week),
                newItems: try connection.countNew(
                    "SELECT date_posted AS date FROM item", today: today, week: week))
        }
    }

    public func joinedPeople(
        called part: String?, before id: Account.ID?, limit: Int
    ) async throws(StorageError) -> [JoinedPerson] {
        guard let part else {
            return try await all(JoinedPerson.select, id ?? .max, max(limit, 0))
        }
        // A text that is no valid nickname is part of none.
        guard let key = Nickname(part)?.key else { return [] }
        let pattern = "%\(key.escapedForLike)%"
        return try await all(JoinedPerson.selectCalled, id ?? .max, pattern, max(limit, 0))
    }
}

extension Connection {
    /// Counts the recent rows among the newest ones.
    /// - Parameter dates: selects the date of each row of a table whose ids grow with the dates.
    fileprivate func countNew(
        _ dates: SQL, today: Timestamp, week: Timestamp
    ) throws(StorageError) -> MarketCounts.Recent {
        let select: SQL = """
            SELECT count(*) FROM (\(dates) ORDER BY id DESC LIMIT ?) AS newest WHERE date >= ?
            """
        return MarketCounts.Recent(
            today: try count(select, MarketCounts.mostNew, today),
            thisWeek: try count(select, MarketCounts.mostNew, week))
    }
}

extension String {
    /// Escapes the text for a LIKE pattern whose escape character is an exclamation mark.
    fileprivate var escapedForLike: String {
        reduce(into: "") { text, letter in
            if letter == "!" || letter == "%" || letter == "_" { text.append("!") }
            text.append(letter)
        }
    }
}

// MARK: - Rows

extension JoinedPerson: Record {
    static let columns: SQL = "id, nickname, date_joined, date_suspended IS NOT NULL"
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM account WHERE id < ? ORDER BY id DESC LIMIT ?
        """
    fileprivate static let selectCalled: SQL = """
        SELECT \(columns) FROM account WHERE id < ? AND nickname_key LIKE ? ESCAPE '!'
        ORDER BY id DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), nickname: try row.next(), date: try row.next(),
            isSuspended: try row.next())
    }
}
