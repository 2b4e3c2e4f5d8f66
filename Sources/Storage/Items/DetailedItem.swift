import Market

extension SQLStorage {
    public func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits
    ) async throws(StorageError) -> DetailedItem {
        try await read { [summaries] connection throws(StorageError) in
            try connection.detailedItem(id, for: viewer, limits, summaries)
        }
    }
}

extension Connection {
    /// - Throws: `.itemNotFound`.
    fileprivate func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits,
        _ summaries: KeptSummaries
    ) throws(StorageError) -> DetailedItem {
        let item = try item(id)
        var seller: Profile?
        var others: [ItemSummary] = []
        let most = min(max(limits.others, 0), Int(Int32.max))
        if let account = item.seller {
            seller = try one(Self.selectProfile, account)
            // The item may be among the first ones.
            others = try openItems(of: account, limit: most + 1, summaries)
            others = Array(others.filter { $0.id != id }.prefix(most))
        }
        return DetailedItem(
            item: item, seller: seller, others: others,
            interests: try count("SELECT count(*) FROM interest WHERE item = ?", id),
            conversations: try one(Self.selectConversations, id),
            viewer: try viewer.map { account throws(StorageError) in
                try self.viewer(account, of: item, notes: max(limits.notes, 0))
            })
    }

    private func viewer(
        _ account: Account.ID, of item: Item, notes limit: Int
    ) throws(StorageError) -> DetailedItem.Viewer {
        var row = try statement(
            Self.selectViewer, account, item.id, account, item.id, account, item.seller)
        guard try row.step() else { throw .notFound }
        let isInterested: Bool = try row.next()
        let (conversation, hasBlockedSeller): (Conversation.ID?, Bool) =
            (try row.next(), try row.next())
        return DetailedItem.Viewer(
            isInterested: isInterested, conversation: conversation,
            todos: try todos(pinnedTo: item.id, of: account, limit: limit),
            memos: try all(Self.selectPinnedMemos, item.id, account, limit),
            hasBlockedSeller: hasBlockedSeller)
    }

    // Put together once: pages of items are asked for often.
    private static let selectProfile: SQL = "SELECT \(Profile.columns) FROM account WHERE id = ?"
    private static let selectConversations: SQL =
        "SELECT \(ItemConversations.columns) FROM conversation WHERE item = ?"
    private static let selectViewer: SQL = """
        SELECT EXISTS (SELECT 1 FROM interest WHERE account = ? AND item = ?),
            (SELECT id FROM conversation WHERE asker = ? AND item = ?),
            EXISTS (SELECT 1 FROM block WHERE account = ? AND blocked = ?)
        """
    private static let selectPinnedMemos: SQL = """
        SELECT \(Memo.columns) FROM memo
        WHERE item = ? AND account = ? AND deletion IS NULL ORDER BY id DESC LIMIT ?
        """
}
