import Market

extension SQLStorage {
    public func conversationsToAnswer(
        by account: Account.ID, before message: ChatMessage.ID?, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await read { connection throws(StorageError) in
            try connection.conversations(
                connection.unanswered(
                    by: account, before: message ?? .max, at: now, max(limit, 0)),
                of: .account(account))
        }
    }

    public func unansweredConversations(
        about item: Item.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> Set<Conversation.ID> {
        try await read { connection throws(StorageError) in
            try Set(
                connection.unanswered(about: item, by: reader, before: message ?? .max, at: now))
        }
    }
}

extension Connection {
    /// Written in last first.
    fileprivate func unanswered(
        by account: Account.ID, before message: ChatMessage.ID, at now: Timestamp, _ limit: Int
    ) throws(StorageError) -> [Conversation.ID] {
        let oldest = now + -Conversation.answerTime
        let idle = now + -Conversation.idleTime
        return try all(
            Self.selectUnanswered, account, message, account, message,
            Conversation.lookedAtToAnswer, account, ChatMessage.Note.notCome,
            now + -NoShow.answerTime, idle, idle, account, account, oldest, ChatMessage.Note.turn,
            now + -60, oldest, limit)
    }

    /// No guest has an account: nobody is blocked by its number, nor has blocked it.
    fileprivate func unanswered(
        about item: Item.ID, by reader: Conversation.Reader, before message: ChatMessage.ID,
        at now: Timestamp
    ) throws(StorageError) -> [Conversation.ID] {
        let (seller, most) = (reader.storedSeller, Conversation.lookedAtToAnswer)
        let oldest = now + -Conversation.answerTime
        // Nothing is as old: who only keeps something has not been asked anything.
        let never = Timestamp(seconds: .min)
        return try all(
            Self.selectUnansweredAbout, item, seller, message, most, seller,
            ChatMessage.Note.notCome, now + -NoShow.answerTime, never, never, seller, seller,
            oldest, ChatMessage.Note.turn, now + -60, oldest, most)
    }

    private static let selectUnanswered: SQL = selectWaiting(
        among: """
            SELECT id, last, item, stage, proposal, meets, lapses, asker AS other, 0 AS is_guests,
                1 AS is_sellers
            FROM conversation WHERE seller = ? AND last < ?
            UNION ALL
            SELECT id, last, item, stage, proposal, meets, lapses, seller AS other, is_guests,
                0 AS is_sellers
            FROM conversation WHERE asker = ? AND last < ?
            ORDER BY last DESC LIMIT ?
            """)
    private static let selectUnansweredAbout: SQL = selectWaiting(
        among: """
            SELECT id, last, item, stage, proposal, meets, lapses, asker AS other, 0 AS is_guests,
                1 AS is_sellers
            FROM conversation WHERE item = ? AND coalesce(seller, 0) = ? AND last < ?
            ORDER BY last DESC LIMIT ?
            """)

    /// Both sides in the order of one index each, merged, and of each of the few what was `said`
    /// last, which is nothing that was taken back. Who gives back what is kept (2) expects no answer to
    /// what they said before. Steps ask for nothing, but for three: that it is
    /// somebody's turn (5), while one is there, that they did not come (14), until that counts, and
    /// that the two deal again (21). One's own steps answer, but for what the market told in one's
    /// name.
    ///
    /// An appointment may be accepted in the minute that it names. Of prices the last one counts.
    /// No index knows those that nobody answered: it is looked for among the last messages, since
    /// what so much was said after is talked over. The seller is asked of what is kept for somebody, as
    /// `Conversation.isIdle` has it. That, and that they did not come, is answered whoever may write;
    /// all else only while `Conversation.checkMayReach` lets them.
    private static func selectWaiting(among recent: SQL) -> SQL {
        """
        SELECT recent.id FROM (\(recent)) AS recent
        CROSS JOIN item ON item.id = recent.item
        CROSS JOIN message AS said ON said.id = (
            SELECT id FROM message WHERE conversation = recent.id AND is_taken_back = 0
                AND (note IS NULL OR note IN (2, 14, 21) OR note = 5 AND recent.is_sellers = 0
                    OR is_sellers = recent.is_sellers AND note NOT IN (\(ChatMessage.Note.markets)))
            ORDER BY id DESC LIMIT 1)
        WHERE recent.stage <> 5 AND (item.status <> 2 OR recent.stage <> 0)
            AND (recent.other IS NOT NULL OR recent.is_guests <> 0)
            AND NOT EXISTS (SELECT 1 FROM block WHERE account = ? AND blocked = recent.other)
            AND (said.is_sellers <> recent.is_sellers AND said.note = ? AND said.date > ?
                OR recent.is_sellers = 1 AND recent.stage IN (1, 2, 3, 4)
                    AND recent.lapses IS NULL AND coalesce(recent.meets, 0) <= ?
                    AND EXISTS (SELECT 1 FROM message WHERE id = recent.last AND date <= ?)
                OR NOT EXISTS (
                        SELECT 1 FROM account
                        WHERE id IN (?, recent.other) AND date_suspended IS NOT NULL)
                    AND NOT EXISTS (
                        SELECT 1 FROM block WHERE account = recent.other AND blocked = ?)
                    AND (said.is_sellers <> recent.is_sellers AND said.date > ? AND (
                            said.note IS NULL AND (
                                item.position > 0 OR said.amount IS NULL AND said.meets IS NULL)
                            OR said.note = 21 AND item.position > 0
                            OR said.note = ? AND item.status = 0 AND item.position > 0)
                        OR item.position > 0 AND EXISTS (
                            SELECT 1 FROM message WHERE id = recent.proposal
                                AND is_sellers <> recent.is_sellers AND meets > ?)
                        OR recent.is_sellers = 1 AND recent.stage IN (0, 1) AND said.date > ?
                            AND item.position > 0 AND (
                            SELECT answer IS NULL FROM (
                                SELECT id, amount, answer FROM message
                                WHERE conversation = recent.id
                                ORDER BY id DESC LIMIT 20) AS latest
                            WHERE amount IS NOT NULL ORDER BY id DESC LIMIT 1)))
        ORDER BY recent.last DESC LIMIT ?
        """
    }
}
