import Market

extension SQLStorage: PurchaseStorage {
    public func purchases(
        of account: Account.ID, before id: Purchase.ID?, limit: Int
    ) async throws(StorageError) -> [Purchase] {
        try await read { connection throws(StorageError) in
            let rows: [PurchaseRow] = try connection.all(
                PurchaseRow.select, account, id ?? .max, account, id ?? .max, max(limit, 0))
            return try rows.map { row throws(StorageError) in
                let conversation = try connection.conversation(
                    row.conversation, of: .account(account))
                return Purchase(
                    amount: row.price, currency: row.currency,
                    dealing: try connection.dealing(row.closing, in: conversation))
            }
        }
    }
}

/// Where a purchase stands.
private struct PurchaseRow: Record {
    let closing: ChatMessage.ID
    let conversation: Conversation.ID
    let price: Int64?
    let currency: Currency?

    static let columns: SQL =
        "message.id AS closed, conversation.id, message.price, message.currency"
    /// Of an account's conversations nothing but two indexes is read until a closing (8) is found;
    /// these are few, and put in order. `CROSS` keeps SQLite from beginning with all closings, and
    /// the plus from going through all messages by their numbers.
    static let select: SQL = """
        SELECT \(columns) FROM conversation
        CROSS JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE conversation.asker = ? AND +message.id < ? AND conversation.purpose = 0
        UNION ALL SELECT \(columns) FROM conversation
        CROSS JOIN message ON message.conversation = conversation.id AND message.note = 8
        WHERE conversation.seller = ? AND +message.id < ? AND conversation.purpose = 1
        ORDER BY closed DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        (closing, conversation) = (try row.next(), try row.next())
        (price, currency) = (try row.next(), try row.next())
    }
}
