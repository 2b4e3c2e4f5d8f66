import Market

extension SQLStorage {
    public func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits, at now: Timestamp
    ) async throws(StorageError) -> DetailedItem {
        try await read { [summaries] connection throws(StorageError) in
            try connection.detailedItem(id, for: viewer, limits, summaries, at: now)
        }
    }

    public func detailedItemInTrash(
        _ id: Item.ID, for viewer: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> DetailedItem {
        try await read { connection throws(StorageError) in
            try connection.detailedItemInTrash(id, for: viewer, at: now)
        }
    }
}

extension Connection {
    /// - Throws: `.itemNotFound`.
    fileprivate func detailedItem(
        _ id: Item.ID, for viewer: Account.ID?, _ limits: DetailedItem.Limits,
        _ summaries: ItemSummaryCache, at now: Timestamp
    ) throws(StorageError) -> DetailedItem {
        let item = try item(id)
        var seller: DetailedItem.Seller?
        var others: [ItemSummary] = []
        let most = min(max(limits.others, 0), Int(Int32.max))
        if let account = item.seller {
            seller = try self.seller(account, at: now)
            // One more than asked for, as the item itself may be among them.
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

    /// - Throws: `.itemNotFound`.
    fileprivate func detailedItemInTrash(
        _ id: Item.ID, for viewer: Account.ID, at now: Timestamp
    ) throws(StorageError) -> DetailedItem {
        let account: Account.ID? = try first(
            "SELECT account FROM deletion WHERE item = ? AND account <> ?", id, viewer)
        guard let account, var item = try itemInTrash(id) else { throw .itemNotFound }
        item.seller = account
        item.isHidden = try exists("SELECT 1 FROM hiding WHERE item = ?", id)
        return DetailedItem(
            item: item, seller: try seller(account, at: now), others: [], interests: 0,
            conversations: ItemConversations(),
            viewer: try self.viewer(viewer, of: item, notes: 0), isInTrash: true)
    }

    private func seller(
        _ account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> DetailedItem.Seller {
        let said = PersonFacts.lastCounting(at: now)
        return try one(DetailedItem.Seller.select, said, said, account)
    }

    private func viewer(
        _ account: Account.ID, of item: Item, notes limit: Int
    ) throws(StorageError) -> DetailedItem.Viewer {
        var row = try statement(
            Self.selectViewer, account, item.id, account, item.id, item.id, account, account,
            item.seller, item.seller, account, account, item.seller)
        guard try row.step() else { throw .notFound }
        let isInterested: Bool = try row.next()
        let (conversation, hasReported): (Conversation.ID?, Bool) =
            (try row.next(), try row.next())
        let (hasBlockedSeller, isBlocked): (Bool, Bool) = (try row.next(), try row.next())
        let followsSeller: Bool = try row.next()
        return DetailedItem.Viewer(
            isInterested: isInterested, conversation: conversation,
            todos: try todos(pinnedTo: item.id, of: account, limit: limit),
            memos: try all(Self.selectPinnedMemos, item.id, account, limit),
            hasReported: hasReported, hasBlockedSeller: hasBlockedSeller, isBlocked: isBlocked,
            followsSeller: followsSeller)
    }

    // Built once, since item pages are requested often.
    private static let selectConversations: SQL =
        "SELECT \(ItemConversations.columns) FROM conversation WHERE item = ?"
    private static let selectViewer: SQL = """
        SELECT EXISTS (SELECT 1 FROM interest WHERE account = ? AND item = ?),
            (SELECT id FROM conversation WHERE asker = ? AND item = ?),
            EXISTS (SELECT 1 FROM report
                WHERE item = ? AND reporter = ? AND date_settled IS NULL),
            EXISTS (SELECT 1 FROM block WHERE account = ? AND blocked = ?),
            EXISTS (SELECT 1 FROM block WHERE account = ? AND blocked = ?),
            EXISTS (SELECT 1 FROM follow WHERE account = ? AND seller = ?)
        """
    private static let selectPinnedMemos: SQL = """
        SELECT \(Memo.columns) FROM memo
        WHERE item = ? AND account = ? AND deletion IS NULL ORDER BY id DESC LIMIT ?
        """
}

extension DetailedItem.Seller: RowValue {
    // Built once, since item pages are requested often.
    fileprivate static let select: SQL = """
        SELECT \(Profile.columns), date_joined, \(PersonFacts.columns), date_suspended IS NOT NULL
        FROM account WHERE id = ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            profile: try Profile(&row), dateJoined: try row.next(), facts: try PersonFacts(&row),
            isSuspended: try row.next())
    }
}
