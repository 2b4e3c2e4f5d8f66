import Market

/// What ends for people though neither of the two takes a step in their conversation: a note tells
/// each of it, and they have it to read.
extension Connection {
    /// Gives back what is kept in conversations, in the name of one of the two, and calls off where
    /// they would meet.
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

    /// The same of all that is kept of an item.
    func releaseAll(of item: Item, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        try giveBack(reservations(of: item.id), by: item.sellingReader, at: now)
    }

    /// Whoever stood in line for an item that is sold stands there no more.
    /// - Returns: their conversations as they were before; none while it is not sold.
    func endLine(of id: Item.ID, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        let item = try item(id)
        guard item.status == .sold else { return [] }
        let waiting: [Conversation.ID] = try all(
            "SELECT id FROM conversation WHERE item = ? AND line IS NOT NULL ORDER BY line", id)
        return try waiting.map { waiting throws(StorageError) in
            let row = try conversation(waiting, of: item.sellingReader)
            let told = try append(.note(.lineEnded), at: now, to: row)
            try run("UPDATE message SET answer = ? WHERE id = ?", row.line, told)
            try run("UPDATE conversation SET line = NULL WHERE id = ?", waiting)
            return row
        }
    }

    /// Whoever a closing sent away (17) stands where they stood, if it is taken back, but for those
    /// with whom one of the two has done since.
    func standInLineAgain(
        for item: Item.ID, sentAwayAt date: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE conversation SET line = (
                SELECT max(answer) FROM message
                WHERE conversation = conversation.id AND note = 17 AND date = ?)
            WHERE item = ? AND line IS NULL AND stage = 0 AND NOT EXISTS (
                SELECT 1 FROM block WHERE account = seller AND blocked = asker
                    OR account = asker AND blocked = seller)
            """,
            date, item)
    }

    /// Tells those for whom an item is kept that its price was edited.
    /// - Returns: their conversations as they were before.
    func tellPrice(
        ofEdit former: Item, to content: ItemContent, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard content.price != former.content.price else { return [] }
        var told: [ConversationRow] = []
        for id in try reservations(of: former.id) {
            let row = try conversation(id, of: former.sellingReader)
            // Once is enough, however often it is changed.
            guard try message(row.last, in: id).kind != .note(.priceChanged) else { continue }
            try append(.note(.priceChanged), at: now, to: row)
            told.append(row)
        }
        return told
    }
}
