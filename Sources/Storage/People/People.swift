import Market

extension SQLStorage: PersonStorage {
    public func facts(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> PersonFacts {
        let said = PersonFacts.lastCounting(at: now)
        return try await one(
            "SELECT \(PersonFacts.columns) FROM account WHERE id = ?", said, said, account)
    }

    public func dealings(
        besides id: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> OtherDealings? {
        try await read { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            guard let seller = row.seller, let asker = row.asker else { return nil }
            let found =
                try connection.dealings(seller, asker) + connection.dealings(asker, seller)
            var closings = Dictionary(found, uniquingKeysWith: { first, _ in first })
            closings[id] = nil
            guard let last = closings.keys.max() else { return nil }
            return OtherDealings(
                count: closings.values.reduce(0, +), last: last,
                title: try connection.one(
                    "SELECT item_title FROM conversation WHERE id = ?", last))
        }
    }
}

extension Connection {
    /// The conversations in which the two have closed deals, and the number of deals in each.
    fileprivate func dealings(
        _ seller: Account.ID, _ asker: Account.ID
    ) throws(StorageError) -> [(Conversation.ID, Int)] {
        try pairs(
            """
            SELECT id, closings FROM conversation
            WHERE seller = ? AND asker = ? AND closings > 0 AND is_guests = 0
            """,
            seller, asker)
    }
}

// MARK: - Rows

extension PersonFacts: Record {
    /// Takes `lastCounting(at:)` twice. Triggers keep the first two columns (`PersonFactsSchema`).
    /// No-shows begin to count as time passes, without a write, so they are counted when they are
    /// read: hardly anybody has any, and an index holds them.
    static let columns: SQL = """
        dealings, reply_time, \
        (SELECT count(*) FROM no_show \
            WHERE no_show.account = account.id AND is_answered = 0 AND date <= ?), \
        (SELECT min(date) FROM no_show \
            WHERE no_show.account = account.id AND is_answered = 0 AND date > ?)
        """

    /// When the latest no-show that counts by now was reported.
    static func lastCounting(at now: Timestamp) -> Timestamp { now + -NoShow.answerTime }

    init(_ row: inout Statement) throws(StorageError) {
        let (dealings, replyTime): (Int, Int64?) = (try row.next(), try row.next())
        let noShows: Int = try row.next()
        let pending: Timestamp? = try row.next()
        self.init(
            dealings: dealings, noShows: noShows, replyTime: replyTime,
            nextChange: pending.map { $0 + NoShow.answerTime })
    }
}
