import Market

extension Connection {
    /// The closings that the reader of the row may see, latest first.
    func closings(of row: ConversationRow) throws(StorageError) -> [Dealing.Closing] {
        guard row.closings > 0 else { return [] }
        return try all(
            "\(Dealing.Closing.select) ORDER BY message.date DESC, message.id DESC LIMIT ?",
            row.party == .seller, row.party == .asker, row.id, Conversation.mostClosings)
    }

    /// - Parameter id: nil for the latest closing.
    /// - Returns: nil if there is none, or it was taken back.
    func closing(
        _ id: ChatMessage.ID?, of row: ConversationRow
    ) throws(StorageError) -> Dealing.Closing? {
        guard let id else { return try closings(of: row).first }
        return try first(
            "\(Dealing.Closing.select) AND message.id = ?",
            row.party == .seller, row.party == .asker, row.id, id)
    }

    /// - Throws: `.notFound` if the closing was taken back.
    func dealing(
        _ closing: ChatMessage.ID, in row: ConversationRow
    ) throws(StorageError) -> ClosedDealing {
        guard let closing = try self.closing(closing, of: row) else { throw .notFound }
        return ClosedDealing(closing: closing, conversation: try row.conversation(self))
    }

    /// Takes the pieces that change hands off the item's stock.
    /// - Throws: `.dealing` if not that many are left for the asker.
    func takeStock(
        _ pieces: Int64, of item: Item.ID, for row: ConversationRow
    ) throws(StorageError) {
        let most = row.stage.mostToClose(free: try freeStock(of: item))
        try Dealing.Closing.check(pieces, outOf: most)
        // More may be reserved than there are, if the seller has lowered the stock.
        try run(
            "UPDATE item SET stock = stock - ? WHERE id = ? AND stock >= ?", pieces, item, pieces)
    }

    /// Stores with a closing's message the stage before it, the number of pieces and the price
    /// paid. Storing its own id as `closing` marks it as one whose consequences refer to it: older
    /// versions leave that out.
    func note(
        _ row: ConversationRow, closedBy told: ChatMessage.ID, of pieces: Int64,
        at price: Int64?, in currency: Currency
    ) throws(StorageError) {
        try run(
            """
            UPDATE message SET answer = ?, pieces = ?, price = ?, currency = ?, closing = id
            WHERE id = ?
            """, row.stage, pieces, price, currency, told)
    }

    /// Notes that the seller has put pieces on sale again that closings had taken, the latest
    /// first, so that taking back such a closing does not add them to the stock a second time.
    func offerAgain(_ pieces: Int64, of item: Item.ID, at now: Timestamp) throws(StorageError) {
        var left = pieces
        let closings: [OfferedClosing] = try all(
            OfferedClosing.select, item, now + -Dealing.Closing.reopeningTime)
        for closing in closings where left > 0 && closing.offered < closing.pieces {
            let offered = min(closing.offered + left, closing.pieces)
            try run(
                "UPDATE message SET answer = NULL, offered_again = ? WHERE id = ?", offered,
                closing.id)
            left -= offered - closing.offered
        }
    }

    /// How many pieces of a closing the seller has put on sale again.
    /// - Parameter former: the stage before the closing; nil if some are on sale again.
    func piecesOfferedAgain(
        _ closing: ChatMessage.ID, closedAt former: Dealing.Stage?
    ) throws(StorageError) -> Int64 {
        guard former == nil else { return 0 }
        let offered: Int64? = try first(
            "SELECT offered_again FROM message WHERE id = ? AND offered_again IS NOT NULL", closing)
        // Older versions on the same database do not store how many; they offer one.
        return offered ?? 1
    }

    /// Completes the to-dos that the asker has pinned to the item, and the seller's if none is
    /// left.
    func completeTodos(
        of row: ConversationRow, _ item: Item.ID, by closing: ChatMessage.ID, at now: Timestamp
    ) throws(StorageError) {
        let isSold = try self.item(item).status == .sold
        for account in [row.asker, isSold ? row.seller : nil].compactMap(\.self) {
            try run(
                """
                UPDATE todo SET date_completed = ?, closing = ?
                WHERE item = ? AND account = ? AND deletion IS NULL AND date_completed IS NULL
                """, now, closing, item, account)
        }
    }
}

// MARK: - Rows

/// A closing that can be taken back, with the number of its pieces on sale again.
private struct OfferedClosing: RowValue {
    let id: ChatMessage.ID
    let pieces: Int64
    let offered: Int64

    /// Older versions on the same database do not store how many are on sale again; they offer one.
    static let select: SQL = """
        SELECT message.id, coalesce(message.pieces, 1),
            coalesce(message.offered_again, CASE WHEN message.answer IS NULL THEN 1 ELSE 0 END)
        FROM conversation
        JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE conversation.item = ? AND message.date >= ?
        ORDER BY message.id DESC
        """

    init(_ row: inout Statement) throws(StorageError) {
        (id, pieces, offered) = (try row.next(), try row.next(), try row.next())
    }
}

extension Dealing.Closing: Record {
    /// Takes two parameters: whether the reader is the seller, and whether the other is.
    static let columns: SQL = """
        message.id, message.date, message.pieces, message.price, message.currency, \(opens), \
        \(opens)
        """
    private static let opens: SQL = """
        (SELECT opens FROM review WHERE review.conversation = message.conversation \
            AND review.is_sellers = ? AND review.closing = message.id)
        """
    fileprivate static let select: SQL =
        "SELECT \(columns) FROM message WHERE message.conversation = ? AND message.note = 8"

    init(_ row: inout Statement) throws(StorageError) {
        let (id, date): (ChatMessage.ID, Timestamp) = (try row.next(), try row.next())
        let pieces: Int64? = try row.next()
        let (amount, currency): (Int64?, Currency?) = (try row.next(), try row.next())
        let ownOpens: Timestamp? = try row.next()
        var price: Price?
        if let amount, let currency {
            // The amount was validated as a price when the deal was closed.
            price = try? Price(amount, currency: currency)
        }
        self.init(
            id: id, date: date, pieces: pieces ?? 1, price: price, isReviewed: ownOpens != nil,
            otherReviewOpens: try row.next())
    }
}
