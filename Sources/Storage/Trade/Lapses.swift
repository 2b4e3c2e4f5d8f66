import Market

extension SQLStorage {
    public func releaseLapsedReservations(at now: Timestamp) async throws(StorageError) -> Int {
        // Nearly always there is none.
        let isAny = try await read { connection throws(StorageError) -> Bool in
            let sql: SQL = "SELECT 1 FROM conversation WHERE lapses <= ?"
            guard try !connection.exists(sql, now) else { return true }
            return try !connection.untoldTurns().isEmpty
        }
        guard isAny else { return 0 }
        let (count, items) = try await writeConversations { connection throws(StorageError) in
            let ids: [Conversation.ID] = try connection.all(
                "SELECT id FROM conversation WHERE lapses <= ? ORDER BY lapses, id", now)
            var changed = try connection.release(ids, at: now)
            for item in try connection.untoldTurns() {
                changed += try connection.tellFirstInLine(since: connection.item(item), at: now)
            }
            return ((ids.count, Set(changed.compactMap(\.item))), changed)
        }
        feed.post([.items] + items.map(Change.item))
        return count
    }
}

extension Connection {
    /// Of an item.
    func lapsedReservations(
        of item: Item.ID, at now: Timestamp
    ) throws(StorageError) -> [Conversation.ID] {
        try all("SELECT id FROM conversation WHERE lapses <= ? AND item = ?", now, item)
    }

    /// Gives back what was kept in each of the conversations for too long.
    /// - Returns: the conversations that it has changed, as they were before.
    func release(
        _ ids: [Conversation.ID], at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        var changed: [ConversationRow] = []
        for id in ids {
            let row: ConversationRow = try one(
                "\(ConversationRow.select) WHERE conversation.id = ?", id)
            guard let item = row.item else { continue }
            try callOffAppointment(in: row)
            try append(.note(.lapsed), at: now, to: row)
            try run("UPDATE conversation SET stage = 0, term = NULL WHERE id = ?", id)
            changed.append(row)
            changed += try offerFreed(item, at: now)
        }
        return changed
    }

    // MARK: - Whose turn it is

    /// Tells who is first in line that one is there for them; who was told so before only once they
    /// were passed over.
    /// - Parameter former: the item as it was before.
    /// - Returns: their conversation as it was before; none when it is nobody's turn.
    func tellFirstInLine(
        since former: Item, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard let next = try nextToTell(since: former, at: now) else { return [] }
        try tell(.turn, at: now, in: next)
        return [next]
    }

    /// - Parameter pieces: how many of what is kept are looked at as given back.
    /// - Returns: the conversation of who is to be told; nil when it is nobody's turn, or known.
    func nextToTell(
        since former: Item, freeing pieces: Int = 0, at now: Timestamp
    ) throws(StorageError) -> ConversationRow? {
        guard let first = try firstInLine(of: former.id, freeing: pieces) else { return nil }
        let next = try conversation(first, of: former.sellingReader)
        if let told = try turn(of: first), try !isPassedOver(next, since: told, former, at: now) {
            return nil
        }
        return next
    }

    /// Items of which one is there for who is first in line and does not know: what was kept for
    /// another is free as well when they leave, or the seller says so.
    fileprivate func untoldTurns() throws(StorageError) -> [Item.ID] {
        var untold: [Item.ID] = []
        for item: Item.ID in try all(
            "SELECT DISTINCT item FROM conversation WHERE line IS NOT NULL AND item IS NOT NULL")
        {
            guard let first = try firstInLine(of: item) else { continue }
            if try turn(of: first) == nil { untold.append(item) }
        }
        return untold
    }

    /// Nil while none is free, and while nobody finds the item, too. Who is suspended could not say that
    /// they want it: the next one is asked until they may.
    private func firstInLine(
        of id: Item.ID, freeing pieces: Int = 0
    ) throws(StorageError) -> Conversation.ID? {
        let item = try self.item(id)
        let held = Int64(try heldStock(of: id) - pieces)
        // What is given back has the status follow, whatever the seller has said by hand.
        let status = pieces > 0 ? item.status(keeping: held) : item.status
        guard status == .selling, !item.isHidden, item.content.stock > held else { return nil }
        return try first(
            """
            SELECT id FROM conversation WHERE item = ? AND line IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM account WHERE account.id = asker AND date_suspended IS NOT NULL)
            ORDER BY line LIMIT 1
            """,
            id)
    }

    /// What told them that it is their turn, since they came to stand there; nil for nothing.
    private func turn(of id: Conversation.ID) throws(StorageError) -> ChatMessage? {
        let last: ChatMessage? = try first(
            """
            SELECT \(ChatMessage.columns) FROM message WHERE conversation = ? AND note IN (?, ?, ?)
            ORDER BY id DESC LIMIT 1
            """,
            id, ChatMessage.Note.joinedLine, ChatMessage.Note.lineAgain, ChatMessage.Note.turn)
        return last?.kind == .note(.turn) ? last : nil
    }

    /// Whether what was told is not so any more: it was not to be had just before, since another has
    /// got one. What was told a moment ago and is not read stands, however often it is done and undone: who
    /// has read it may have seen that it was gone.
    private func isPassedOver(
        _ row: ConversationRow, since told: ChatMessage, _ former: Item, at now: Timestamp
    ) throws(StorageError) -> Bool {
        let isRead = row.readByOther ?? .min >= told.id
        guard former.standing != .selling,
            isRead || now.since(told.date) >= Conversation.tellingTime
        else { return false }
        return try exists(
            """
            SELECT 1 FROM conversation JOIN message ON message.conversation = conversation.id
            WHERE conversation.item = ? AND message.id > ? AND message.note IN (?, ?, ?)
            """,
            former.id, told.id, ChatMessage.Note.reserved, ChatMessage.Note.closed,
            ChatMessage.Note.closingTakenBack)
    }
}
