import Market

/// Notifies people who have asked about an item, and for whom nothing is reserved, of how it
/// stands.
extension Connection {
    /// Notifies those who have asked about an item that is about to be deleted; if it was sold,
    /// nobody.
    func tellAskers(of item: Item, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        guard item.status != .sold else { return [] }
        let asking = try lively(Self.selectAsking, item.id, at: now)
        return try tell(asking, .itemDeleted, by: item.sellingReader, at: now)
    }

    /// Notifies those who have asked about any item of an account that is about to be deleted.
    func tellAskers(
        ofSeller id: Account.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let asking = try lively(Self.selectAskingSeller, id, at: now)
        return try tell(asking, .itemDeleted, by: .account(id), at: now)
    }

    /// Notifies people who have agreed on a price with the seller that no piece is left for them,
    /// and everybody told so that one is available again. People in line are notified separately.
    /// - Parameter former: the item as it was before.
    func tellStanding(
        of former: Item, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let item = try item(former.id)
        switch (former.standing, item.standing) {
        case (.selling, .reserved): return try tellGone(.reservedForOther, item, at: now)
        case (.selling, .sold), (.reserved, .sold):
            return try tellGone(.soldToOther, item, at: now)
        case (.reserved, .selling), (.sold, .selling): return try tellAvailable(item, at: now)
        default: return []
        }
    }

    /// Includes people whose last message says that the item is available again.
    private func tellGone(
        _ note: ChatMessage.Note, _ item: Item, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let reader = item.sellingReader
        var meant: [Conversation.ID] = []
        for id in try lively(Self.selectHoping, item.id, at: now) {
            let row = try conversation(id, of: reader)
            let isAgreed = try row.agreedPrice(self) != nil
            let isPromised = try message(row.last, in: id).kind == .note(.available)
            if isAgreed || isPromised { meant.append(id) }
        }
        return try tell(meant, note, by: reader, at: now)
    }

    /// Notifies people whose last message says that the item is gone that it is available; nobody
    /// if it is not.
    func tellAvailable(_ item: Item, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        guard item.standing == .selling, !item.isHidden else { return [] }
        let told = try lively(Self.selectToldGone, item.id, at: now)
        return try tell(told, .available, by: item.sellingReader, at: now)
    }

    private func lively(
        _ select: SQL, _ id: some Bindable, at now: Timestamp
    ) throws(StorageError) -> [Conversation.ID] {
        try all(select, id, now + -Conversation.answerTime, Conversation.mostTold)
    }

    /// - Returns: the conversations that were notified, as they were before.
    private func tell(
        _ ids: [Conversation.ID], _ note: ChatMessage.Note, by reader: Conversation.Reader,
        at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        var told: [ConversationRow] = []
        for id in ids {
            let row = try conversation(id, of: reader)
            guard try tell(note, at: now, in: row) != nil else { continue }
            told.append(row)
        }
        return told
    }

    /// Tells an asker how the item stands, in the name of its seller. A notice that they have not
    /// read yet is changed instead, as is the last of several in a row without other messages: so
    /// they read the present state once, however often it changes.
    /// - Parameter row: the conversation as the seller reads it.
    /// - Returns: the message with the notice; nil if that was the last message already.
    @discardableResult
    func tell(
        _ note: ChatMessage.Note, at now: Timestamp, in row: ConversationRow
    ) throws(StorageError) -> ChatMessage.ID? {
        let last = try message(row.last, in: row.id)
        guard note == .turn || last.kind != .note(note) else { return nil }
        guard case .note(let former) = last.kind, former.isStanding,
            try mayChange(to: note, in: row)
        else { return try append(.note(note), at: now, to: row) }
        // A person whose turn it is has to be notified at once.
        let isNews = note == .turn || now.since(last.date) >= Conversation.tellingTime
        try run(
            "UPDATE message SET note = ?, date = ?, revision = ? WHERE id = ?",
            note, isNews ? now : last.date, row.revision.next, row.last)
        try run("UPDATE conversation SET revision = ? WHERE id = ?", row.revision.next, row.id)
        return row.last
    }

    /// Whether the last notice may be changed instead of adding another message.
    private func mayChange(
        to note: ChatMessage.Note, in row: ConversationRow
    ) throws(StorageError) -> Bool {
        guard row.readByOther ?? .min >= row.last else { return true }
        guard note != .turn else { return false }
        let most = Conversation.mostToldInARow
        let latest: [ChatMessage] = try all(
            """
            SELECT \(ChatMessage.columns) FROM message WHERE conversation = ?
            ORDER BY id DESC LIMIT ?
            """, row.id, most)
        return latest.count == most
            && latest.allSatisfy {
                if case .note(let note) = $0.kind { note.isMarkets } else { false }
            }
    }

    private static let selectAsking: SQL = selectLively("item = ?")
    private static let selectAskingSeller: SQL = selectLively(
        """
        seller = ? AND EXISTS (SELECT 1 FROM item WHERE item.id = conversation.item AND status <> 2)
        """)
    private static let selectToldGone: SQL = selectLively(
        """
        item = ? AND EXISTS (
            SELECT 1 FROM message AS told
            WHERE told.id = last AND told.note IN (\(ChatMessage.Note.gone)))
        """)
    // 27 is `available`, 1 is accepted.
    private static let selectHoping: SQL = selectLively(
        """
        item = ? AND (
            EXISTS (SELECT 1 FROM message AS told WHERE told.id = last AND told.note = 27)
            OR EXISTS (
                SELECT 1 FROM message AS offer
                WHERE offer.conversation = conversation.id AND offer.amount IS NOT NULL
                    AND offer.answer = 1))
        """)

    /// Conversations without a reservation or a place in line in which one of the two has written
    /// or done something lately, not counting the market's notes: hundreds may have asked about an
    /// old item, and no longer wait.
    private static func selectLively(_ condition: SQL) -> SQL {
        """
        SELECT id FROM conversation
        WHERE \(condition) AND stage = 0 AND line IS NULL AND asker IS NOT NULL
            AND (SELECT said.date FROM message AS said
                WHERE said.conversation = conversation.id
                    AND (said.note IS NULL OR said.note NOT IN (\(ChatMessage.Note.markets)))
                ORDER BY said.id DESC LIMIT 1) > ?
            AND NOT EXISTS (
                SELECT 1 FROM block WHERE account = seller AND blocked = asker
                    OR account = asker AND blocked = seller)
        ORDER BY last DESC LIMIT ?
        """
    }
}

extension Item {
    /// An item of which none is left is as good as sold.
    var standing: Status { status == .selling && content.stock == 0 ? .sold : status }
}
