import Market

extension SQLStorage: ReviewStorage {
    public func closing(
        _ id: ChatMessage.ID, in conversation: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> Dealing.Closing? {
        try await read { connection throws(StorageError) in
            try connection.closing(id, of: connection.conversation(conversation, of: reader))
        }
    }

    public func reviews(
        in id: Conversation.ID, about closing: ChatMessage.ID?, of reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) -> DealingReviews {
        try await read { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            guard let closing = try connection.closing(closing, of: row)?.id else {
                return DealingReviews()
            }
            let always = Timestamp(seconds: .max)
            return DealingReviews(
                own: try connection.review(by: row.party, in: id, about: closing, at: always),
                others: try connection.review(by: row.party.other, in: id, about: closing, at: now))
        }
    }

    public func insert(
        _ content: ReviewContent, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by writer: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) {
        try await writeConversation { connection throws(StorageError) in
            let row = try connection.conversation(id, of: writer)
            guard let closing = try connection.closing(closing, of: row) else {
                throw .dealing(.isAt(row.stage))
            }
            try connection.checkMayReview(closing, in: row, at: now)
            try connection.checkMayPost(as: row)
            // A review that is still sealed does not notify the other.
            let isOpen = try connection.insert(content, about: closing, by: row, at: now)
            return ((), isOpen ? row : nil)
        }
    }

    public func answerReview(
        _ text: String, in id: Conversation.ID, about closing: ChatMessage.ID?,
        by reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) {
        try await writeConversation { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            guard let closing = try connection.closing(closing, of: row)?.id,
                let review = try connection.review(
                    by: row.party.other, in: id, about: closing, at: now)
            else { throw .notFound }
            guard review.answer == nil else { throw .dealing(.reviewAnswered) }
            try connection.checkMayPost(as: row)
            try connection.run("UPDATE review SET answer = ? WHERE id = ?", text, review.id)
            return ((), row)
        }
    }

    public func reviews(
        of account: Account.ID, before key: Review.Key?, limit: Int, at now: Timestamp
    ) async throws(StorageError) -> [Review] {
        // A made-up key must not show more.
        let opens = min(key?.date ?? now, now)
        let id = key.map { $0.date > now ? .max : $0.id } ?? .max
        return try await all(
            """
            \(Review.select) WHERE reviewed = ? AND opens <= ?
                AND (opens < ? OR review.id < ?)
            ORDER BY opens DESC, review.id DESC LIMIT ?
            """, account, opens, opens, id, max(limit, 0))
    }

    public func reviewCounts(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> ReviewCounts {
        try await read { connection throws(StorageError) in
            var counts: ReviewCounts = try connection.one(
                """
                SELECT \(ReviewCounts.columns) FROM review
                WHERE reviewed = ? AND opens <= ? AND is_counted <> 0
                """,
                account, now)
            counts.nextChange = try connection.first(
                "SELECT opens FROM review WHERE reviewed = ? AND opens > ? ORDER BY opens LIMIT 1",
                account, now)
            return counts
        }
    }

    public func dealingsToReview(
        by account: Account.ID, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [ClosedDealing] {
        try await read { connection throws(StorageError) in
            let closings = try connection.unreviewed(
                by: account, closedAfter: now + -Review.writingTime)
            var found: [ClosedDealing] = []
            for (conversation, id) in closings where found.count < limit {
                let row = try connection.conversation(conversation, of: .account(account))
                guard let closing = try connection.closing(id, of: row),
                    try connection.mayReview(closing, in: row, at: now)
                else { continue }
                found.append(
                    ClosedDealing(closing: closing, conversation: try row.conversation(connection)))
            }
            return found
        }
    }

    public func reviews(
        by account: Account.ID, before id: Review.ID?, limit: Int
    ) async throws(StorageError) -> [Review] {
        try await all(
            "\(Review.select) WHERE writer = ? AND review.id < ? ORDER BY review.id DESC LIMIT ?",
            account, id ?? .max, max(limit, 0))
    }
}

extension Connection {
    /// - Parameter now: the moment at which the review must be visible; the last possible moment
    ///   for its writer.
    fileprivate func review(
        by party: Dealing.Party, in id: Conversation.ID, about closing: ChatMessage.ID,
        at now: Timestamp
    ) throws(StorageError) -> Review? {
        try first(
            """
            \(Review.select)
            WHERE conversation = ? AND is_sellers = ? AND closing = ? AND opens <= ?
            """, id, party == .seller, closing, now)
    }

    /// - Throws: `.dealing` with the reason why not.
    fileprivate func checkMayReview(
        _ closing: Dealing.Closing, in row: ConversationRow, at now: Timestamp
    ) throws(StorageError) {
        _ = try Dealing.stage(after: .review, by: row.party, at: .closed)
        try Conversation.checkMayWrite(to: row.other, about: row.item, by: row.party, at: row.stage)
        try closing.checkMayReview(at: now)
    }

    /// The closings after a moment in an account's latest conversations that it has not reviewed,
    /// latest first.
    fileprivate func unreviewed(
        by account: Account.ID, closedAfter moment: Timestamp
    ) throws(StorageError) -> [(Conversation.ID, ChatMessage.ID)] {
        try pairs(
            """
            SELECT recent.id, message.id FROM (
                SELECT id, last, 1 AS is_sellers FROM conversation WHERE seller = ?
                UNION ALL SELECT id, last, 0 AS is_sellers FROM conversation WHERE asker = ?
                ORDER BY last DESC LIMIT ?) AS recent
            CROSS JOIN message ON message.conversation = recent.id
                AND message.note = 8 AND message.date > ?
            WHERE NOT EXISTS (
                SELECT 1 FROM review WHERE review.conversation = recent.id
                    AND review.is_sellers = recent.is_sellers AND review.closing = message.id)
            ORDER BY message.id DESC
            """, account, account, Review.conversationsLookedAt, moment)
    }

    fileprivate func mayReview(
        _ closing: Dealing.Closing, in row: ConversationRow, at now: Timestamp
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            try checkMayReview(closing, in: row, at: now)
            return true
        } catch {
            guard case .dealing = error else { throw error }
            return false
        }
    }

    /// - Returns: whether both have now written a review.
    fileprivate func insert(
        _ content: ReviewContent, about closing: Dealing.Closing, by row: ConversationRow,
        at now: Timestamp
    ) throws(StorageError) -> Bool {
        let (writer, other) =
            row.party == .seller ? (row.seller, row.asker) : (row.asker, row.seller)
        try run(
            """
            INSERT INTO review (
                conversation, is_sellers, closing, writer, reviewed, date, opens, rating, remarks,
                is_counted, text
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            row.id, row.party == .seller, closing.id, writer, writer == nil ? nil : other, now,
            closing.date + Review.writingTime, content.rating, content.remarks.bits,
            try !hasCounted(in: PersonFacts.period(of: closing.date), in: row), content.text)
        guard closing.otherReviewOpens != nil else { return false }
        try run(
            "UPDATE review SET opens = ? WHERE conversation = ? AND closing = ?",
            now, row.id, closing.id)
        try append(.note(.reviewsOpened), at: now, to: row)
        return true
    }

    /// Whether a review by the same writer, of a closing by the two in that period, already counts.
    private func hasCounted(
        in period: Range<Timestamp>, in row: ConversationRow
    ) throws(StorageError) -> Bool {
        try exists(
            """
            SELECT 1 FROM message
            JOIN review ON review.conversation = message.conversation
                AND review.is_sellers = ? AND review.closing = message.id
            WHERE message.conversation = ? AND message.note = 8 AND message.date >= ?
                AND message.date < ? AND is_counted <> 0
            """, row.party == .seller, row.id, period.lowerBound, period.upperBound)
    }

    /// Gives the reviews written as the seller of a guest's item to the account that takes it over.
    func takeOverReviews(of item: Item.ID, by account: Account.ID) throws(StorageError) {
        try run(
            """
            UPDATE review SET writer = ? WHERE is_sellers <> 0
                AND conversation IN (SELECT id FROM conversation WHERE item = ?)
            """, account, item)
    }
}

// MARK: - Rows

extension Set<Remark> {
    fileprivate var bits: Int64 { reduce(0) { $0 | 1 << $1.rawValue } }

    fileprivate init(bits: Int64) {
        self.init(Remark.allCases.filter { bits >> $0.rawValue & 1 == 1 })
    }
}

extension Review: Record {
    static let columns: SQL = """
        review.id, is_sellers, writer, account.nickname, account.picture, \
        conversation.is_guests, \(isPublic), rating, remarks, review.date, opens, \
        conversation.item_title, answer, review.text
        """
    /// A review about nobody is private if it is from a guest's dealing, even one that was taken
    /// over later; if the reviewed account was deleted, the review stays public.
    private static let isPublic: SQL = """
        reviewed IS NOT NULL OR conversation.is_guests = 0
            AND CASE WHEN is_sellers <> 0 THEN conversation.asker ELSE conversation.seller END IS NULL
        """
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM review
        JOIN conversation ON conversation.id = review.conversation
        LEFT JOIN account ON account.id = writer
        """

    init(_ row: inout Statement) throws(StorageError) {
        let (id, isSellers): (Review.ID, Bool) = (try row.next(), try row.next())
        let account: Account.ID? = try row.next()
        let (name, picture): (String?, Photo.ID?) = (try row.next(), try row.next())
        let (isGuests, isPublic): (Bool, Bool) = (try row.next(), try row.next())
        let rating: Rating = try row.next()
        let remarks = Set(bits: try row.next())
        let (date, opens): (Timestamp, Timestamp) = (try row.next(), try row.next())
        let (title, answer): (String, String?) = (try row.next(), try row.next())
        self.init(
            id: id,
            writer: Conversation.Person(account, name, picture, isGuest: isSellers && isGuests),
            content: ReviewContent(rating: rating, remarks: remarks, text: try row.next()),
            date: date, opens: opens, itemTitle: title, answer: answer, isPublic: isPublic)
    }
}

extension ReviewCounts: Record {
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

extension Conversation.Person {
    /// - Parameter isGuest: whether a person without an account never had one.
    init(_ id: Account.ID?, _ nickname: String?, _ picture: Photo.ID?, isGuest: Bool) {
        if let id, let nickname {
            self = .member(id: id, nickname: nickname, picture: picture)
        } else {
            self = isGuest ? .guest : .left
        }
    }
}
