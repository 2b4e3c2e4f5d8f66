import Market

extension SQLStorage {
    public func fixedPurpose(of id: Item.ID) async throws(StorageError) -> Item.Purpose? {
        try await read { connection throws(StorageError) in
            let item = try connection.item(id)
            return try connection.isPurposeFixed(of: item) ? item.content.purpose : nil
        }
    }
}

extension Connection {
    /// The items that were made by submissions of the same form. Their keys begin with the form's
    /// key and a full stop; `/` is the next character after that.
    func earlier(of submission: Submission) throws(StorageError) -> [Submission.Earlier] {
        try all(Self.selectEarlier, submission.form + ".", submission.form + "/")
    }

    private static let selectEarlier: SQL = """
        SELECT \(Submission.Earlier.columns) FROM item
        WHERE submission_key >= ? AND submission_key < ?
        """

    /// See `Item.isPurposeFixed`.
    func isPurposeFixed(of item: Item) throws(StorageError) -> Bool {
        item.isPurposeFixed(
            hasDealings: try exists(Self.selectDealings, item.id, ChatMessage.Note.offerDeclined))
    }

    // Every step leaves a note, except a price offer, which counts unless it was declined or
    // replaced (1 is accepted). Notes by the market are not steps.
    private static let selectDealings: SQL = """
        SELECT 1 FROM conversation JOIN message ON message.conversation = conversation.id
        WHERE item = ?
            AND (note <> ? AND note NOT IN (\(ChatMessage.Note.markets))
                OR amount IS NOT NULL AND coalesce(answer, 1) = 1)
        """

    /// The counts and the search index follow a change of purpose as they follow a hidden item: by
    /// a change of position, there and back. Whoever has asked about the item becomes buyer or
    /// seller according to its new purpose.
    func setPurpose(_ purpose: Item.Purpose, of item: Item) throws(StorageError) {
        try run("UPDATE conversation SET purpose = ? WHERE item = ?", purpose, item.id)
        guard !item.isHidden else {
            try run("UPDATE item SET purpose = ? WHERE id = ?", purpose, item.id)
            return
        }
        try run("UPDATE item SET position = -position WHERE id = ?", item.id)
        try run("UPDATE item SET purpose = ?, position = -position WHERE id = ?", purpose, item.id)
    }
}

extension Submission.Earlier: Record {
    static let columns: SQL = "id, submission_key, seller"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(item: try row.next(), key: try row.next(), seller: try row.next())
    }
}
