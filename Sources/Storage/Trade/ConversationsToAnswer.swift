import Market

extension SQLStorage {
    public func conversationsToAnswer(
        by account: Account.ID, before message: ChatMessage.ID?, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await read { connection throws(StorageError) in
            try connection.conversations(
                connection.unanswered(by: account, before: message ?? .max, at: now, max(limit, 0)),
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
    /// Latest first.
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

    /// For a guest the number 0 is bound as the account, which blocks nobody and is blocked by
    /// nobody.
    fileprivate func unanswered(
        about item: Item.ID, by reader: Conversation.Reader, before message: ChatMessage.ID,
        at now: Timestamp
    ) throws(StorageError) -> [Conversation.ID] {
        let (seller, most) = (reader.storedSeller, Conversation.lookedAtToAnswer)
        let oldest = now + -Conversation.answerTime
        // Nothing is older than this, so reserved items that lie idle are left out.
        let never = Timestamp(seconds: .min)
        return try all(
            Self.selectUnansweredAbout, item, seller, message, most, seller,
            ChatMessage.Note.notCome, now + -NoShow.answerTime, never, never, seller, seller,
            oldest, ChatMessage.Note.turn, now + -60, oldest, most)
    }

    private static let selectUnanswered: SQL = selectWaiting(
        among: """
            SELECT id, last, item, stage, proposal, meets, lapses, asker AS other, 0 AS is_guests,
                1 AS is_sellers, seller_archived AS is_archived
            FROM conversation WHERE seller = ? AND last < ?
            UNION ALL
            SELECT id, last, item, stage, proposal, meets, lapses, seller AS other, is_guests,
                0 AS is_sellers, asker_archived AS is_archived
            FROM conversation WHERE asker = ? AND last < ?
            ORDER BY last DESC LIMIT ?
            """)
    private static let selectUnansweredAbout: SQL = selectWaiting(
        among: """
            SELECT id, last, item, stage, proposal, meets, lapses, asker AS other, 0 AS is_guests,
                1 AS is_sellers, seller_archived AS is_archived
            FROM conversation WHERE item = ? AND coalesce(seller, 0) = ? AND last < ?
            ORDER BY last DESC LIMIT ?
            """)

    /// Selects the conversations waiting for an answer. Both sides are read in the order of one
    /// index each and merged; for the latest few, `said` is the last message that was not taken
    /// back. A person who gives back a reservation (2) expects no answer to earlier messages. Steps
    /// ask for no answer, except three: that it is somebody's turn (5), while a piece is available;
    /// that they did not come (14), until that counts; and that the two deal again (21). The
    /// reader's own steps are answers, except notes that the market makes in their name.
    ///
    /// Once a conversation is archived, its messages no longer wait, but everything else in it does.
    ///
    /// An appointment may be accepted within its minute. Only the last price offer counts; no index
    /// knows the unanswered ones, so it is searched for among the last messages: an older one has
    /// been talked over. The seller is asked about reservations that lie idle
    /// (`Conversation.isIdle`). These and no-shows may be answered by anybody; all else only while
    /// `Conversation.checkMayReach` allows it.
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
                            said.note IS NULL AND recent.is_archived = 0 AND (
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
