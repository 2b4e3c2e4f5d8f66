import Market

/// Ends reservations and waiting lines without a step by either person in the conversation: a note
/// in each tells them, and counts as unread.
extension Connection {
    /// Ends the reservations in conversations, in the name of one of the two people, and calls off
    /// their appointments.
    /// - Returns: the conversations as they were before.
    func giveBack(
        _ ids: [Conversation.ID], by reader: Conversation.Reader, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        try ids.map { id throws(StorageError) in
            let row = try conversation(id, of: reader)
            try callOffAppointment(in: row)
            try append(.note(.released), at: now, to: row)
            try run("UPDATE conversation SET stage = 0, term = NULL WHERE id = ?", id)
            return row
        }
    }

    /// Ends all reservations of an item, in the name of its seller.
    func releaseAll(of item: Item, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        try giveBack(reservations(of: item.id), by: item.sellingReader, at: now)
    }

    /// Ends the reservations and the waiting line of an item that is about to be deleted. Restoring
    /// the item does not bring these back: people told that it is gone may have found another, and
    /// nobody should have to wait for them. They can ask again.
    func letGo(of item: Item, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        // First, so that people who lose a reservation are told of that, and not as mere askers as
        // well.
        let told = try tellAskers(of: item, at: now)
        return try told + releaseAll(of: item, at: now)
            + sendAwayFromLine(for: item, telling: .lineLost, at: now)
    }

    /// Ends the waiting line of an item that is sold.
    /// - Parameter closing: the message of the closing that sold it; nil if it was sold in another
    ///   way.
    /// - Returns: the changed conversations as they were before; empty if the item is not sold.
    func endLine(
        of id: Item.ID, by closing: ChatMessage.ID? = nil, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let item = try item(id)
        guard item.status == .sold else { return [] }
        return try sendAwayFromLine(for: item, telling: .lineEnded, by: closing, at: now)
    }

    /// Ends the waiting lines of all items of an account that is about to be deleted.
    func sendAwayFromLines(
        ofSeller id: Account.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let items: [Item.ID] = try all(
            "SELECT DISTINCT item FROM conversation WHERE seller = ? AND line IS NOT NULL", id)
        var told: [ConversationRow] = []
        for id in items { told += try sendAwayFromLine(for: item(id), telling: .lineLost, at: now) }
        return told
    }

    /// The message keeps each person's number in line, and the closing that has ended it.
    private func sendAwayFromLine(
        for item: Item, telling note: ChatMessage.Note, by closing: ChatMessage.ID? = nil,
        at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let waiting: [Conversation.ID] = try all(
            "SELECT id FROM conversation WHERE item = ? AND line IS NOT NULL ORDER BY line",
            item.id)
        return try waiting.map { waiting throws(StorageError) in
            let row = try conversation(waiting, of: item.sellingReader)
            let told = try tell(note, at: now, in: row) ?? row.last
            try run(
                "UPDATE message SET answer = ?, closing = ? WHERE id = ?", row.line, closing, told)
            try run("UPDATE conversation SET line = NULL WHERE id = ?", waiting)
            return row
        }
    }

    /// Puts the people whom a closing sent away back into their places in line, if it is taken back
    /// and the item is not sold otherwise; not those who have left the line since, and not where
    /// one of the two has blocked the other. A note tells each.
    /// - Returns: their conversations as they were before.
    func standInLineAgain(
        for id: Item.ID, sentAwayBy closing: ChatMessage.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let item = try item(id)
        guard item.status != .sold else { return [] }
        // The message that sent them away still refers to the closing, even if its note was
        // changed.
        let sentAway: [Conversation.ID] = try all(
            """
            SELECT id FROM conversation
            WHERE item = ? AND line IS NULL AND stage = 0
                AND EXISTS (SELECT 1 FROM message AS told
                    WHERE told.conversation = conversation.id AND told.closing = ?
                        AND told.id <> told.closing
                        AND NOT EXISTS (SELECT 1 FROM message AS said
                            WHERE said.conversation = told.conversation AND said.id > told.id
                                AND said.note = ?))
                AND NOT EXISTS (SELECT 1 FROM block WHERE account = seller AND blocked = asker
                    OR account = asker AND blocked = seller)
            ORDER BY id
            """, id, closing, ChatMessage.Note.leftLine)
        return try sentAway.map { id throws(StorageError) in
            let row = try conversation(id, of: item.sellingReader)
            // First, because the place in line is stored with the message that is changed next.
            try run(
                """
                UPDATE conversation SET line = (
                    SELECT max(answer) FROM message
                    WHERE conversation = conversation.id AND closing = ? AND id <> closing)
                WHERE id = ?
                """, closing, id)
            try tell(.lineAgain, at: now, in: row)
            return row
        }
    }

    /// Notifies the people with a reservation that the item's price was edited.
    /// - Returns: their conversations as they were before.
    func tellPrice(
        ofEdit former: Item, to content: ItemContent, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard content.price != former.content.price else { return [] }
        var told: [ConversationRow] = []
        for id in try reservations(of: former.id) {
            let row = try conversation(id, of: former.sellingReader)
            // Once is enough, however often the price changes.
            guard try message(row.last, in: id).kind != .note(.priceChanged) else { continue }
            try append(.note(.priceChanged), at: now, to: row)
            told.append(row)
        }
        return told
    }
}
