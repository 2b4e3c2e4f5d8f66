import Market

extension SQLStorage {
    public func releaseLapsedReservations(at now: Timestamp) async throws(StorageError) -> Int {
        // Nearly always nothing has lapsed.
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
    /// The reservations of an item that have lapsed.
    func lapsedReservations(
        of item: Item.ID, at now: Timestamp
    ) throws(StorageError) -> [Conversation.ID] {
        try all("SELECT id FROM conversation WHERE lapses <= ? AND item = ?", now, item)
    }

    /// Ends the reservations in these conversations, which have lapsed.
    /// - Returns: the changed conversations, as they were before.
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

    // MARK: - The turn in the waiting line

    /// Notifies the first person in line that a piece is available for them; a person notified
    /// before only if they have been passed over since.
    /// - Parameter former: the item as it was before.
    /// - Returns: their conversation as it was before; empty if it is nobody's turn.
    func tellFirstInLine(
        since former: Item, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard let next = try nextToTell(since: former, at: now) else { return [] }
        try tell(.turn, at: now, in: next)
        return [next]
    }

    /// - Parameter pieces: how many reserved pieces to regard as free.
    /// - Returns: the conversation of the person to be notified; nil if it is nobody's turn, or
    ///   they know.
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

    /// Items with a piece available for the first person in line, who does not know yet: a piece
    /// may also become free because an account was deleted or the seller has changed the status.
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

    /// Returns nil if no piece is free, or the item is hidden. A suspended person could not answer,
    /// so the next one in line is chosen.
    private func firstInLine(
        of id: Item.ID, freeing pieces: Int = 0
    ) throws(StorageError) -> Conversation.ID? {
        let item = try self.item(id)
        let held = Int64(try heldStock(of: id) - pieces)
        // A released piece lets the status follow, whatever the seller has set by hand.
        let status = pieces > 0 ? item.status(keeping: held) : item.status
        guard status == .selling, !item.isHidden, item.content.stock > held else { return nil }
        return try first(
            """
            SELECT id FROM conversation WHERE item = ? AND line IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM account WHERE account.id = asker AND date_suspended IS NOT NULL)
            ORDER BY line LIMIT 1
            """, id)
    }

    /// The message that told them of their turn since they joined the line; nil if there is none.
    private func turn(of id: Conversation.ID) throws(StorageError) -> ChatMessage? {
        let last: ChatMessage? = try first(
            """
            SELECT \(ChatMessage.columns) FROM message WHERE conversation = ? AND note IN (?, ?, ?)
            ORDER BY id DESC LIMIT 1
            """, id, ChatMessage.Note.joinedLine, ChatMessage.Note.lineAgain, ChatMessage.Note.turn)
        return last?.kind == .note(.turn) ? last : nil
    }

    /// Whether the notice no longer holds: the item was unavailable just before, because another
    /// person has got it since. A recent notice that has not been read stays valid, however often
    /// the status changes back and forth; somebody who has read it may have seen that the item was
    /// gone.
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
