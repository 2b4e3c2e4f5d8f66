import Market

extension SQLStorage: DealStorage {
    public func deals(
        _ side: Deal.Side, of account: Account.ID, before id: Deal.ID?, limit: Int
    ) async throws(StorageError) -> [Deal] {
        try await read { connection throws(StorageError) in
            let rows: [DealRow] = try connection.all(
                DealRow.select(side), account, id ?? .max, account, id ?? .max, max(limit, 0))
            return try connection.deals(rows, of: .account(account))
        }
    }

    public func deals(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Deal] {
        try await read { connection throws(StorageError) in
            let rows: [DealRow] = try connection.all(
                DealRow.selectAboutItem, item, seller.storedSeller, max(limit, 0))
            return try connection.deals(rows, of: seller)
        }
    }

    public func pricesPaid(
        for items: [Item.ID], of seller: Account.ID
    ) async throws(StorageError) -> [Item.ID: Price] {
        guard !items.isEmpty else { return [:] }
        return try await read { connection throws(StorageError) in
            var prices: [Item.ID: Price] = [:]
            for start in stride(from: 0, to: items.count, by: SQL.groupSize) {
                var rows = try connection.prepare(Connection.selectPricesPaid)
                try rows.bind(seller)
                try rows.bindGroup(items, from: start)
                while try rows.step() {
                    let item: Item.ID = try rows.next()
                    let (amount, currency): (Int64?, Currency?) =
                        (try rows.next(), try rows.next())
                    guard let amount, let currency else { continue }
                    // The amount was validated as a price when the deal was closed.
                    prices[item] = try? Price(amount, currency: currency)
                }
            }
            return prices
        }
    }
}

extension Connection {
    fileprivate func deals(
        _ rows: [DealRow], of reader: Conversation.Reader
    ) throws(StorageError) -> [Deal] {
        try rows.map { row throws(StorageError) in
            Deal(dealing: try dealing(row.closing, in: conversation(row.conversation, of: reader)))
        }
    }

    /// A closing (8) without a number of pieces was of one piece. The plus sign keeps SQLite from reading all
    /// conversations of the seller.
    fileprivate static let selectPricesPaid: SQL = """
        SELECT conversation.item, min(message.price), min(message.currency)
        FROM conversation
        CROSS JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE +conversation.seller = ? AND conversation.item IN (\(SQL.group))
        GROUP BY conversation.item HAVING count(*) = 1 AND min(coalesce(message.pieces, 1)) = 1
        """
}

/// Where a closed deal is found.
private struct DealRow: Record {
    let closing: ChatMessage.ID
    let conversation: Conversation.ID

    static let columns: SQL = "message.id AS closed, conversation.id"

    static func select(_ side: Deal.Side) -> SQL {
        switch side {
        case .purchase: selectPurchases
        case .sale: selectSales
        }
    }

    // Built once.
    private static let selectPurchases: SQL = select(byAsker: "0", bySeller: "1")
    private static let selectSales: SQL = select(byAsker: "1", bySeller: "0")

    /// An account's own items may have thousands of askers, so an index finds the conversations
    /// with closings (8); of the items that it has asked about, each conversation is read, because
    /// those with guests are not in that index. Closings are few, and are sorted. `CROSS JOIN`
    /// keeps SQLite from starting with all closings, and the plus sign from scanning all messages
    /// by their ids.
    /// - Parameters:
    ///   - askers: the purpose of the items that the account has asked about.
    ///   - sellers: the purpose of the items that the account has posted.
    private static func select(byAsker askers: SQL, bySeller sellers: SQL) -> SQL {
        """
        SELECT \(columns) FROM conversation
        CROSS JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE conversation.asker = ? AND +message.id < ? AND conversation.purpose = \(askers)
        UNION ALL SELECT \(columns)
        FROM conversation INDEXED BY conversation_dealt_by_seller
        CROSS JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE conversation.seller = ? AND conversation.closings > 0 AND conversation.is_guests = 0
            AND +message.id < ? AND conversation.purpose = \(sellers)
        ORDER BY closed DESC LIMIT ?
        """
    }

    static let selectAboutItem: SQL = """
        SELECT \(columns) FROM conversation
        CROSS JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE conversation.item = ? AND coalesce(conversation.seller, 0) = ?
        ORDER BY closed DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        (closing, conversation) = (try row.next(), try row.next())
    }
}
