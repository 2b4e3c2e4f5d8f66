import Market

extension SQLiteStorage {
    public func releaseLapsedReservations(at now: Timestamp) async throws(StorageError) -> Int {
        // Nearly always there is none.
        let isAny = try read { connection throws(StorageError) in
            try connection.exists("SELECT 1 FROM conversation WHERE lapses <= ?", now)
        }
        guard isAny else { return 0 }
        let count = try await writeConversations { connection throws(StorageError) in
            let ids: [Conversation.ID] = try connection.all(
                "SELECT id FROM conversation WHERE lapses <= ? ORDER BY lapses, id", now)
            return (ids.count, try connection.release(ids, at: now))
        }
        feed.post(.items)
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
            try updateStatus(of: item)
            changed.append(row)
            if let next = try tellFirstInLine(row, item, at: now) { changed.append(next) }
        }
        return changed
    }
}
