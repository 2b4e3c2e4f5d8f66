import Market

extension SQLiteStorage: DealingStorage {
    public func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) {
        try await writeConversations { connection throws(StorageError) in
            ((), try connection.take(move, in: id, by: reader, at: now))
        }
        if move.changesItem { feed.post(.items) }
    }
}

extension Connection {
    /// - Returns: the conversations that it has changed, as they were before.
    fileprivate func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let row = try conversation(id, of: reader)
        let stage = try Dealing.stage(after: move.step, by: row.party, at: row.stage)
        try Conversation.checkMayWrite(
            to: row.other, about: row.item, by: row.party, at: row.stage)
        if !move.step.givesBack { try checkMayReach(by: row) }
        guard let itemID = row.item else { throw .dealing(.itemDeleted) }
        let item = try self.item(itemID)
        guard item.status != .sold else { throw .dealing(.itemSold) }
        let kind = try carryOut(move, row, item)
        try append(kind, at: now, to: row)
        try run("UPDATE conversation SET stage = ? WHERE id = ?", stage, id)
        guard move.changesItem else { return [row] }
        try updateStatus(of: itemID)
        guard move == .release, let next = try tellFirstInLine(row, itemID, at: now) else {
            return [row]
        }
        return [row, next]
    }

    /// What a step does beside its stage.
    /// - Returns: what tells of it.
    private func carryOut(
        _ move: Dealing.Move, _ row: ConversationRow, _ item: Item
    ) throws(StorageError) -> ChatMessage.Kind {
        switch move {
        case .offerPrice(let amount):
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
                """,
                item.id, row.id)
            return .note(.joinedLine)
        case .leaveLine:
            guard row.line != nil else { throw .dealing(.isAt(row.stage)) }
            try leaveLine(row)
            return .note(.leftLine)
        case .reserve:
            guard try freeStock(of: item.id) > 0 else { throw .dealing(.noneLeft) }
            try leaveLine(row)
            return .note(.reserved)
        case .release: return .note(.released)
        case .close(let price):
            let isFree = try freeStock(of: item.id) > 0
            guard row.stage.holdsStock || isFree else { throw .dealing(.noneLeft) }
            try run("UPDATE item SET stock = stock - 1 WHERE id = ? AND stock > 0", item.id)
            try run("UPDATE conversation SET price = ? WHERE id = ?", price, row.id)
            try leaveLine(row)
            return .note(.closed)
        }
    }

    private func leaveLine(_ row: ConversationRow) throws(StorageError) {
        try run("UPDATE conversation SET line = NULL WHERE id = ?", row.id)
    }

    /// - Throws: `.notFound` for what is no offer; `.dealing(.offerAnswered)`.
    private func answer(
        _ id: ChatMessage.ID, _ answer: PriceOffer.Answer, in row: ConversationRow
    ) throws(StorageError) {
        guard case .offer(let offer) = try message(id, in: row.id).kind else { throw .notFound }
        guard offer.answer == nil else { throw .dealing(.offerAnswered) }
        try run(
            "UPDATE message SET answer = ?, revision = ? WHERE id = ?",
            answer, row.revision.next, id)
    }

    /// How many are kept for nobody; a seller may have lowered the stock below what is kept.
    func freeStock(of item: Item.ID) throws(StorageError) -> Int64 {
        let stock: Int64 = try first("SELECT stock FROM item WHERE id = ?", item) ?? 0
        return max(stock - Int64(try heldStock(of: item)), 0)
    }

    private func heldStock(of item: Item.ID) throws(StorageError) -> Int {
        try count(
            "SELECT count(*) FROM conversation WHERE item = ? AND stage IN (1, 2, 3, 4)", item)
    }

    private func updateStatus(of id: Item.ID) throws(StorageError) {
        let item = try self.item(id)
        let status = item.status(keeping: Int64(try heldStock(of: id)))
        guard status != item.status else { return }
        try run("UPDATE item SET status = ? WHERE id = ?", status, id)
    }

    /// - Returns: whose turn it is; nil when nobody waits.
    private func tellFirstInLine(
        _ row: ConversationRow, _ item: Item.ID, at now: Timestamp
    ) throws(StorageError) -> ConversationRow? {
        let first: Conversation.ID? = try self.first(
            """
            SELECT id FROM conversation WHERE item = ? AND line IS NOT NULL AND id <> ?
            ORDER BY line LIMIT 1
            """,
            item, row.id)
        guard let first else { return nil }
        let next = try conversation(
            first, of: row.seller.map { .account($0) } ?? .guest(item))
        try append(.note(.turn), at: now, to: next)
        return next
    }

    /// What was kept for somebody is not any more, when the seller offers the item anew.
    /// - Returns: the conversations as they were before.
    func releaseAll(of item: Item.ID) throws(StorageError) -> [ConversationRow] {
        let ids: [Conversation.ID] = try all(
            "SELECT id FROM conversation WHERE item = ? AND stage IN (1, 2, 4)", item)
        let seller: Account.ID?? = try first("SELECT seller FROM item WHERE id = ?", item)
        let reader = (seller ?? nil).map { Conversation.Reader.account($0) } ?? .guest(item)
        return try ids.map { id throws(StorageError) in
            let row = try conversation(id, of: reader)
            try run(
                "UPDATE conversation SET stage = 0, revision = ? WHERE id = ?",
                row.revision.next, id)
            return row
        }
    }
}

extension Dealing.Move {
    /// Whether others see it on the item.
    fileprivate var changesItem: Bool {
        switch self {
        case .reserve, .release, .close: true
        case .offerPrice, .acceptOffer, .declineOffer, .joinLine, .leaveLine: false
        }
    }
}
