import Market

extension Connection {
    /// Takes back a closing, apart from its stage and the item's status, which follow.
    /// - Returns: the stage at which the two go on, and the conversations of people who are back in
    ///   line, as they were before.
    /// - Throws: `.dealing` with the reason why the closing stands.
    func reopen(
        _ move: Dealing.Move, _ row: ConversationRow, _ item: Item, at now: Timestamp
    ) throws(StorageError) -> (stage: Dealing.Stage, inLine: [ConversationRow]) {
        let last = try closings(of: row).first
        var taken = last
        if case .reopenClosing(let id) = move { taken = try closing(id, of: row) }
        guard let taken else { throw .dealing(.isAt(row.stage)) }
        try taken.checkMayReopen(at: now)
        let former: Dealing.Stage? = try first(
            "SELECT answer FROM message WHERE id = ? AND answer IS NOT NULL", taken.id)
        let offered = try piecesOfferedAgain(taken.id, closedAt: former)
        // Queries for closings (8) no longer find it, so it is neither a deal nor something to
        // review.
        try run(
            """
            UPDATE message SET note = ?, price = NULL, pieces = NULL, offered_again = NULL,
                revision = ?
            WHERE id = ?
            """, ChatMessage.Note.closingTakenBack, row.revision.next, taken.id)
        try nameWhatFollows(from: taken, in: row, item.id)
        try reopenTodos(of: row, item.id, completedBy: taken.id)
        // What the seller has put on sale again is in the stock already.
        try putBack(taken.pieces - offered, of: item)
        let inLine = try standInLineAgain(for: item.id, sentAwayBy: taken.id, at: now)
        // Whatever has begun, or was closed, since then stays as it is.
        let isPresent = row.stage == .closed && taken == last
        let idle = isPresent ? Dealing.Stage.asked : row.stage
        guard let former, isPresent, try mayBeKept(item, for: row) else { return (idle, inLine) }
        return (try keepAgain(for: row, closedAt: former, at: now), inLine)
    }

    /// Whether the item may be reserved again: not if the seller has marked it as sold meanwhile,
    /// or if either person is suspended or has blocked the other.
    private func mayBeKept(_ item: Item, for row: ConversationRow) throws(StorageError) -> Bool {
        guard item.content.stock == 0 || item.status != .sold else { return false }
        guard let account = row.account, let other = row.otherAccount else { return true }
        for (one, another) in [(account, other), (other, account)] {
            if try hasBlocked(one, by: another) { return false }
            if try isSuspended(one) { return false }
        }
        return true
    }

    /// Closings by older versions on the same database have no references to them: what followed
    /// from such a closing is recognised by having the same time.
    private func nameWhatFollows(
        from closing: Dealing.Closing, in row: ConversationRow, _ item: Item.ID
    ) throws(StorageError) {
        guard try exists("SELECT 1 FROM message WHERE id = ? AND closing IS NULL", closing.id)
        else { return }
        for account in [row.asker, row.seller].compactMap(\.self) {
            try run(
                """
                UPDATE todo SET closing = ?
                WHERE item = ? AND account = ? AND closing IS NULL AND date_completed = ?
                """, closing.id, item, account, closing.date)
        }
        try run(
            """
            UPDATE message SET closing = ?
            WHERE note = 17 AND closing IS NULL AND date = ?
                AND conversation IN (SELECT id FROM conversation WHERE item = ?)
            """, closing.id, closing.date, item)
    }

    /// Reopens the to-dos that the closing completed, unless somebody has changed that since.
    private func reopenTodos(
        of row: ConversationRow, _ item: Item.ID, completedBy closing: ChatMessage.ID
    ) throws(StorageError) {
        for account in [row.asker, row.seller].compactMap(\.self) {
            try run(
                """
                UPDATE todo SET date_completed = NULL, closing = NULL
                WHERE item = ? AND account = ? AND deletion IS NULL AND closing = ?
                """, item, account, closing)
        }
    }

    /// If the last piece had been sold, the item is on sale again. An item that the seller has
    /// marked as sold with some left stays so.
    private func putBack(_ pieces: Int64, of item: Item) throws(StorageError) {
        guard pieces > 0 else { return }
        let status: Item.Status = item.content.stock == 0 ? .selling : item.status
        try run(
            "UPDATE item SET stock = stock + ?, status = ? WHERE id = ?", pieces, status, item.id)
        try wantAgain(item)
    }

    /// Restores the reservation, with the appointment that was agreed on last.
    private func keepAgain(
        for row: ConversationRow, closedAt former: Dealing.Stage, at now: Timestamp
    ) throws(StorageError) -> Dealing.Stage {
        let stage = former.afterReopening
        guard stage.holdsStock else { return stage }
        if stage == .appointed, let agreed = try lastAgreed(in: row.id) {
            try run(
                "UPDATE conversation SET appointment = ?, meets = ? WHERE id = ?",
                agreed.id, agreed.date, row.id)
            return stage
        }
        try run(
            "UPDATE conversation SET lapses = ? WHERE id = ?", row.term.map { now + $0 }, row.id)
        return .reserved
    }

    /// The message of the appointment that both agreed on last, and its time.
    private func lastAgreed(
        in id: Conversation.ID
    ) throws(StorageError) -> (id: ChatMessage.ID, date: Timestamp)? {
        let message: ChatMessage? = try first(
            """
            SELECT \(ChatMessage.columns) FROM message
            WHERE conversation = ? AND meets IS NOT NULL AND answer = ?
            ORDER BY id DESC LIMIT 1
            """, id, Appointment.Outcome.accepted)
        guard let message, case .appointment(let agreed) = message.kind else { return nil }
        return (message.id, agreed.date)
    }
}
