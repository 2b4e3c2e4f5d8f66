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

    /// The same of an item that is about to be deleted, for which nobody stands in line any more
    /// either. If it is brought back, neither is as it was: whoever was told that it is gone may have
    /// found another since, and nobody is to wait for them. They ask again.
    func letGo(of item: Item, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        // First: whoever loses something is told so, and is one who only asks after that.
        let told = try tellAskers(of: item, at: now)
        return try told + releaseAll(of: item, at: now)
            + sendAwayFromLine(for: item, telling: .lineLost, at: now)
    }

    /// Whoever stood in line for an item that is sold stands there no more.
    /// - Parameter closing: the message of what sold it; nil for another way.
    /// - Returns: their conversations as they were before; none while it is not sold.
    func endLine(
        of id: Item.ID, by closing: ChatMessage.ID? = nil, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let item = try item(id)
        guard item.status == .sold else { return [] }
        return try sendAwayFromLine(for: item, telling: .lineEnded, by: closing, at: now)
    }

    /// The same of all that an account offers, before it is gone.
    func sendAwayFromLines(
        ofSeller id: Account.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let items: [Item.ID] = try all(
            "SELECT DISTINCT item FROM conversation WHERE seller = ? AND line IS NOT NULL", id)
        var told: [ConversationRow] = []
        for id in items {
            told += try sendAwayFromLine(for: item(id), telling: .lineLost, at: now)
        }
        return told
    }

    /// Where each stood, and what has sent them away, is kept with what tells them.
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

    /// Whoever a closing sent away stands where they stood, if it is taken back and the item is not
    /// sold otherwise, but for those with whom one of the two has done since. A note tells each.
    /// - Returns: their conversations as they were before.
    func standInLineAgain(
        for id: Item.ID, sentAwayBy closing: ChatMessage.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let item = try item(id)
        guard item.status != .sold else { return [] }
        // What told them of it names the closing, whatever it tells by now.
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
            """,
            id, closing, ChatMessage.Note.leftLine)
        return try sentAway.map { id throws(StorageError) in
            let row = try conversation(id, of: item.sellingReader)
            // First: where they stood is kept with what is told anew.
            try run(
                """
                UPDATE conversation SET line = (
                    SELECT max(answer) FROM message
                    WHERE conversation = conversation.id AND closing = ? AND id <> closing)
                WHERE id = ?
                """,
                closing, id)
            try tell(.lineAgain, at: now, in: row)
            return row
        }
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
