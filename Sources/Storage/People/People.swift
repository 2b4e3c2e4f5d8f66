import Market

extension SQLStorage: PersonStorage {
    public func facts(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> PersonFacts {
        try await read { connection throws(StorageError) in
            try connection.checkAccount(account)
            var facts: PersonFacts = try connection.one(
                """
                SELECT \(PersonFacts.columns) FROM review
                WHERE reviewed = ? AND opens <= ? AND is_counted <> 0
                """,
                account, now)
            facts.dealings = try connection.countDealings(of: account)
            facts.replyTime = try connection.replyTime(of: account)
            let nextReview: Timestamp? = try connection.first(
                """
                SELECT opens FROM review WHERE reviewed = ? AND opens > ? ORDER BY opens LIMIT 1
                """,
                account, now)
            facts.noShows = try connection.countNoShows(of: account, at: now)
            let nextNoShow = try connection.nextNoShow(of: account, after: now)
            facts.nextChange = [nextReview, nextNoShow].compactMap(\.self).min()
            return facts
        }
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

    /// The number of an account's deals that count.
    fileprivate func countDealings(of account: Account.ID) throws(StorageError) -> Int {
        try count(
            "SELECT \(Self.dealings) WHERE seller = ? AND closings > 0 AND is_guests = 0",
            PersonFacts.dealingPeriod, account)
            + count(
                "SELECT \(Self.dealings) WHERE asker = ? AND closings > 0 AND is_guests = 0",
                PersonFacts.dealingPeriod, account)
    }

    /// Takes the length of a period in seconds: several closings (8) of one conversation within a
    /// period count once. Their dates are only read for conversations with several.
    private static let dealings: SQL = """
        CAST(coalesce(sum(CASE closings WHEN 1 THEN 1 ELSE (
            SELECT count(DISTINCT message.date / ?) FROM message
            WHERE message.conversation = conversation.id AND message.note = 8) END), 0) AS bigint)
        FROM conversation
        """

    /// The median; nil if there are too few.
    fileprivate func replyTime(of seller: Account.ID) throws(StorageError) -> Int64? {
        let replies = try count(
            "SELECT count(*) FROM conversation WHERE seller = ? AND reply_time IS NOT NULL",
            seller)
        guard replies >= PersonFacts.fewestReplies else { return nil }
        return try first(
            """
            SELECT reply_time FROM conversation WHERE seller = ? AND reply_time IS NOT NULL
            ORDER BY reply_time LIMIT 1 OFFSET ?
            """,
            seller, (replies - 1) / 2)
    }
}

// MARK: - Rows

extension PersonFacts: Record {
    /// The number of reviews with each rating, and with each remark.
    static let columns = SQL(
        stringLiteral: isCounted.map { "count(*) FILTER (WHERE \($0))" }.joined(separator: ", "))
    private static let isCounted: [String] =
        Rating.allCases.map { "rating = \($0.rawValue)" }
        + Remark.allCases.map { "remarks >> \($0.rawValue) & 1 = 1" }

    init(_ row: inout Statement) throws(StorageError) {
        self.init()
        for rating in Rating.allCases {
            let count: Int = try row.next()
            if count > 0 { ratings[rating] = count }
        }
        for remark in Remark.allCases {
            let count: Int = try row.next()
            if count > 0 { remarks[remark] = count }
        }
    }
}
