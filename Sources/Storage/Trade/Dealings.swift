import Market

extension SQLStorage: DealingStorage {
    public func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) {
        let item: Item.ID? = try await writeConversations { connection throws(StorageError) in
            let changed = try connection.take(move, in: id, by: reader, at: now)
            return (changed.first?.item, changed)
        }
        if move.changesItem { feed.post(.items) }
        if let item, move.isSeenByOthers { feed.post(.item(item)) }
    }

    public func isTurnTold(
        byReleaseOf item: Item.ID, at now: Timestamp
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.nextToTell(since: connection.item(item), freeing: 1, at: now) != nil
        }
    }
}

extension Connection {
    /// - Returns: the changed conversations, as they were before.
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let row = try conversation(id, of: reader)
        var stage = try Dealing.stage(
            after: move.step, by: row.party, at: move.stage(in: row.stage))
        try Conversation.checkMayWrite(to: row.other, about: row.item, by: row.party, at: row.stage)
        if !move.step.givesBack { try checkMayReach(by: row) }
        guard let itemID = row.item else { throw .dealing(.itemDeleted) }
        var item = try self.item(itemID)
        guard item.status != .sold || !move.step.needsOffer else { throw .dealing(.itemSold) }
        guard !item.isHidden || !move.step.needsShownItem else { throw .dealing(.itemHidden) }
        guard move.step.fits(item.content.price, of: item.content.purpose) else {
            throw .dealing(.givenAway)
        }
        try row.meeting(self).check(move.step, by: row.party, at: row.stage, at: now)
        if case .proposeAppointment(let appointment) = move,
            try isProposed(appointment, in: row)
        {
            return []
        }
        if case .offerPrice(let amount) = move,
            try isOffered(amount, in: item.content.price.currency, row)
        {
            return []
        }
        var changed = [row]
        if move.step == .reserve {
            changed += try release(lapsedReservations(of: itemID, at: now), at: now)
            if changed.count > 1 { item = try self.item(itemID) }
        }
        if move.step == .reopen {
            let reopened = try reopen(move, row, item, at: now)
            stage = reopened.stage
            changed += reopened.inLine
        }
        let told = try append(try carryOut(move, row, item, at: now), at: now, to: row)
        if case .proposeAppointment = move {
            try run("UPDATE conversation SET proposal = ? WHERE id = ?", told, id)
        }
        if case .callOffAppointment(let word) = move, !word.isEmpty {
            try checkMayReach(by: row)
            try append(.text, word, at: now, to: row)
        }
        try run("UPDATE conversation SET stage = ? WHERE id = ?", stage, id)
        if move.changesItem {
            try updateStatus(of: itemID)
            changed += try tellStanding(of: item, at: now)
        }
        if case .close(let price, let pieces) = move {
            try note(row, closedBy: told, of: pieces, at: price, in: item.content.price.currency)
            try completeTodos(of: row, itemID, by: told, at: now)
            changed += try endLine(of: itemID, by: told, at: now)
        }
        return changed + (try tellFirstInLine(since: item, at: now))
    }

    /// Carries out a step, apart from the stage.
    /// - Returns: the message that tells of it.
    private func carryOut(
        _ move: Dealing.Move, _ row: ConversationRow, _ item: Item, at now: Timestamp
    ) throws(StorageError) -> ChatMessage.Kind {
        switch move {
        case .offerPrice(let amount):
            try replaceOffer(in: row)
            return .offer(PriceOffer(amount: amount, currency: item.content.price.currency))
        case .acceptOffer(let offer):
            try answer(offer, .accepted, in: row)
            return .note(.offerAccepted)
        case .declineOffer(let offer):
            try answer(offer, .declined, in: row)
            return .note(.offerDeclined)
        case .joinLine:
            guard row.line == nil else { throw .dealing(.isAt(row.stage)) }
            try run(
                """
                UPDATE conversation SET line = (
                    SELECT coalesce(max(line), 0) + 1 FROM conversation
                    WHERE item = ? AND line IS NOT NULL)
                WHERE id = ?
                """, item.id, row.id)
            return .note(.joinedLine)
        case .leaveLine:
            guard row.line != nil else { throw .dealing(.isAt(row.stage)) }
            try leaveLine(row)
            return .note(.leftLine)
        case .reserve: return try reserve(row, item, at: now)
        case .reserveFor(let term): return try reserve(row, item, for: term.seconds, at: now)
        case .release:
            try callOffAppointment(in: row)
            return .note(.released)
        case .proposeAppointment, .acceptAppointment, .declineAppointment, .callOffAppointment,
            .sayMet, .sayNotCome:
            return try arrange(move, row, at: now)
        case .close(_, let pieces):
            try takeStock(pieces, of: item.id, for: row)
            try leaveLine(row)
            try endMeeting(in: row)
            return .note(.closed)
        case .reopen, .reopenClosing: return .note(.reopened)
        case .dealAgain:
            try replaceOffer(in: row)
            return .note(.begunAgain)
        }
    }

    /// - Parameter term: in seconds; nil reserves until somebody gives it back.
    private func reserve(
        _ row: ConversationRow, _ item: Item, for term: Int64? = nil, at now: Timestamp
    ) throws(StorageError) -> ChatMessage.Kind {
        guard try freeStock(of: item.id) > 0 else { throw .dealing(.noneLeft) }
        try leaveLine(row)
        try run(
            "UPDATE conversation SET term = ?, lapses = ? WHERE id = ?",
            term, term.map { now + $0 }, row.id)
        return .note(.reserved)
    }

    private func leaveLine(_ row: ConversationRow) throws(StorageError) {
        try run("UPDATE conversation SET line = NULL WHERE id = ?", row.id)
    }

    /// Whether this price is already waiting for an answer.
    private func isOffered(
        _ amount: Int64, in currency: Currency, _ row: ConversationRow
    ) throws(StorageError) -> Bool {
        try exists(
            """
            SELECT 1 FROM message
            WHERE conversation = ? AND amount IS NOT NULL AND answer IS NULL
                AND amount = ? AND currency = ?
            """, row.id, amount, currency)
    }

    /// Only one price is offered at a time: the previous offer no longer waits for an answer.
    private func replaceOffer(in row: ConversationRow) throws(StorageError) {
        try run(
            """
            UPDATE message SET answer = ?, revision = ?
            WHERE conversation = ? AND amount IS NOT NULL AND answer IS NULL
            """, PriceOffer.Answer.replaced, row.revision.next, row.id)
    }

    /// - Throws: `.notFound` if the message is no offer; `.dealing` if it was answered or taken
    ///   back.
    private func answer(
        _ id: ChatMessage.ID, _ answer: PriceOffer.Answer, in row: ConversationRow
    ) throws(StorageError) {
        let message = try message(id, in: row.id)
        guard !message.isTakenBack else { throw .dealing(.takenBack) }
        guard case .offer(let offer) = message.kind else { throw .notFound }
        guard offer.answer == nil else { throw .dealing(.offerAnswered) }
        try run(
            "UPDATE message SET answer = ?, revision = ? WHERE id = ?",
            answer, row.revision.next, id)
    }

    /// How many pieces are not reserved; a seller may have lowered the stock below the
    /// reservations.
    func freeStock(of item: Item.ID) throws(StorageError) -> Int64 {
        let stock: Int64 = try first("SELECT stock FROM item WHERE id = ?", item) ?? 0
        return max(stock - Int64(try heldStock(of: item)), 0)
    }

    /// The conversations with a reservation of the item, oldest first.
    func reservations(of item: Item.ID) throws(StorageError) -> [Conversation.ID] {
        try all(
            "SELECT id FROM conversation WHERE item = ? AND stage IN (1, 2, 3, 4) ORDER BY id", item
        )
    }

    /// The conversations with a reservation by the account or for it.
    func reservations(withAccount id: Account.ID) throws(StorageError) -> [Conversation.ID] {
        try all(
            """
            SELECT id FROM conversation WHERE seller = ? AND stage IN (1, 2, 3, 4)
            UNION ALL SELECT id FROM conversation WHERE asker = ? AND stage IN (1, 2, 3, 4)
            """, id, id)
    }

    /// Selects a column of the conversations in which one of two people has reserved something for
    /// the other; binds the one, the other, the other, the one.
    static func selectReservations(_ column: SQL) -> SQL {
        """
        SELECT \(column) FROM conversation
        WHERE seller = ? AND asker = ? AND stage IN (1, 2, 3, 4)
        UNION ALL SELECT \(column) FROM conversation
        WHERE seller = ? AND asker = ? AND stage IN (1, 2, 3, 4)
        """
    }

    func heldStock(of item: Item.ID) throws(StorageError) -> Int {
        try count(
            "SELECT count(*) FROM conversation WHERE item = ? AND stage IN (1, 2, 3, 4)", item)
    }

    /// An edit may not lower the stock below what is reserved.
    /// - Throws: `.stockIsKept`.
    func checkStock(_ stock: Int64, of item: Item) throws(StorageError) {
        let kept = Int64(try heldStock(of: item.id))
        guard stock >= min(kept, item.content.stock) else { throw .stockIsKept(least: kept) }
    }

    /// After an edit of the stock, updates the item's status and notifies the line and the people
    /// who have agreed on a price.
    /// - Returns: the changed conversations, as they were before.
    func followStock(
        from former: Item, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let stock: Int64? = try first("SELECT stock FROM item WHERE id = ?", former.id)
        guard stock != former.content.stock else { return [] }
        let isHeld = try heldStock(of: former.id) > 0
        if isHeld { try updateStatus(of: former.id) }
        let told = try tellStanding(of: former, at: now)
        guard isHeld else { return told }
        return told + (try tellFirstInLine(since: former, at: now))
    }

    /// After a reservation of an item has ended, updates its status and notifies everybody waiting
    /// for it.
    /// - Returns: the changed conversations, as they were before.
    func offerFreed(_ id: Item.ID, at now: Timestamp) throws(StorageError) -> [ConversationRow] {
        let former = try item(id)
        try updateStatus(of: id)
        return try tellStanding(of: former, at: now)
            + tellFirstInLine(since: former, at: now)
    }

    func updateStatus(of id: Item.ID) throws(StorageError) {
        let item = try self.item(id)
        let status = item.status(keeping: Int64(try heldStock(of: id)))
        guard status != item.status else { return }
        try run("UPDATE item SET status = ? WHERE id = ?", status, id)
        try wantAgain(item)
    }
}

extension Dealing.Move {
    /// Whether the step shows in other people's conversations about the item.
    fileprivate var isSeenByOthers: Bool {
        changesItem || step == .joinLine || step == .leaveLine
    }

    /// Whether the step shows on the item itself.
    fileprivate var changesItem: Bool {
        switch self {
        case .reserve, .reserveFor, .release, .close, .reopen, .reopenClosing: true
        case .offerPrice, .acceptOffer, .declineOffer, .joinLine, .leaveLine,
            .proposeAppointment, .acceptAppointment, .declineAppointment, .callOffAppointment,
            .sayMet, .sayNotCome, .dealAgain:
            false
        }
    }

    /// The stage of the dealing that the step is about, in a conversation at the stage `present`.
    fileprivate func stage(in present: Dealing.Stage) -> Dealing.Stage {
        if case .reopenClosing = self { .closed } else { present }
    }
}
