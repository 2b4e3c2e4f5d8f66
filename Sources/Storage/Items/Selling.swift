import Market

extension SQLStorage: SellingStorage {
    public func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await writeConversations { connection throws(StorageError) in
            ((), try connection.setStatus(status, of: id, at: now))
        }
        feed.post(.items)
    }

    public func sell(
        _ id: Item.ID, at now: Timestamp
    ) async throws(StorageError) -> Conversation.ID? {
        let reserved: Conversation.ID? = try await writeConversations {
            connection throws(StorageError) in
            if let reserved = try connection.reservations(of: id).first { return (reserved, []) }
            return (nil, try connection.setStatus(.sold, of: id, at: now))
        }
        feed.post(.items)
        return reserved
    }

    public func pullUp(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            let item = try connection.item(id)
            if let seller = item.seller { try connection.checkMayPost(seller) }
            try item.checkPullUp(at: now)
            // The sequence keeps the largest position that ever was.
            try connection.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'item'")
            try connection.run(
                """
                UPDATE item SET date_pulled_up = ?,
                    position = (SELECT seq FROM sqlite_sequence WHERE name = 'item')
                WHERE id = ?
                """,
                now, id)
        }
    }

    public func takeOver(
        _ id: Item.ID, by account: Account.ID
    ) async throws(StorageError) {
        try await write(.items, .organiser(account)) { connection throws(StorageError) in
            let item = try connection.item(id)
            try connection.checkAccount(account)
            try connection.checkMayPost(account)
            try item.checkTakeOver()
            try connection.run(
                "UPDATE item SET seller = ?, password_hash = NULL WHERE id = ?", account, id)
            try connection.takeOverConversations(about: id, by: account)
            try connection.keepSearch(of: connection.item(id), seen: nil)
        }
    }

    public func deleteItem(
        _ id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        let deletion: Deletion? = try await writeConversations {
            connection throws(StorageError) in
            let item = try connection.item(id)
            guard item.seller == account else { throw .changedMeanwhile }
            let released = try connection.releaseAll(of: item, at: now)
            guard !item.isHidden else {
                try connection.run("DELETE FROM item WHERE id = ?", id)
                return (nil, released)
            }
            if !released.isEmpty { try connection.updateStatus(of: id) }
            return (try connection.trash(item, of: account, at: now), released)
        }
        feed.post([.items, .organiser(account)])
        return deletion
    }

    public func items(
        of seller: Account.ID, _ status: Item.Status, before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await all(
            """
            SELECT \(ItemSummary.columns) FROM item
            WHERE seller = ? AND status = ? AND position < ? ORDER BY position DESC LIMIT ?
            """,
            seller, status, position ?? .max, max(limit, 0))
    }

    public func itemsOnSale(
        of seller: Account.ID, before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await read { [summaries] connection throws(StorageError) in
            try connection.itemsOnSale(
                of: seller, before: position, limit: max(limit, 0), summaries)
        }
    }

    public func itemCounts(of seller: Account.ID) async throws(StorageError) -> [Item.Status: Int] {
        try await read { connection throws(StorageError) in
            var rows = try connection.statement(
                "SELECT status, count(*) FROM item WHERE seller = ? GROUP BY status", seller)
            var counts: [Item.Status: Int] = [:]
            while try rows.step() {
                let status: Item.Status = try rows.next()
                counts[status] = try rows.next()
            }
            return counts
        }
    }
}

extension Connection {
    /// - Returns: the conversations that it has changed, as they were before.
    fileprivate func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let former = try item(id)
        var changed: [ConversationRow] = []
        if status == .selling, try isKeptInFull(former) {
            changed = try releaseAll(of: former, at: now)
        }
        // What is on sale once more is there: the last one went with its dealing.
        let isBack = former.status == .sold && status == .selling
        try run(
            "UPDATE item SET status = ?, stock = ? WHERE id = ?", status,
            isBack ? max(former.content.stock, 1) : former.content.stock, id)
        if isBack, former.content.stock == 0 { try forgetLastClosing(of: id) }
        try wantAgain(former)
        changed += try endLine(of: id, at: now)
        return changed + (try tellFirstInLine(of: id, isNews: !changed.isEmpty, at: now))
    }

    /// What its seller has marked as promised is not, where some are left: those for whom the others
    /// are kept have nothing to do with it.
    private func isKeptInFull(_ item: Item) throws(StorageError) -> Bool {
        let held = Int64(try heldStock(of: item.id))
        return item.status == .sold || held >= item.content.stock
    }

    /// A wanted one has its search go along, unless that was given up: then it is gone for good.
    fileprivate func trash(
        _ item: Item, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        let deletion = try delete(
            .items, of: account, at: now,
            "UPDATE deletion SET item = item.id FROM item WHERE deletion.id = ? AND item.id = ?",
            item.id)
        guard let deletion else { throw .itemNotFound }
        try run("DELETE FROM saved_search WHERE post = ? AND deletion IS NOT NULL", item.id)
        try run("UPDATE saved_search SET deletion = ? WHERE post = ?", deletion.id, item.id)
        try run(
            """
            UPDATE conversation SET item_title = ?, trashed_item = item, item = NULL
            WHERE item = ?
            """,
            item.content.title, item.id)
        try run(
            """
            UPDATE item SET position = -position, seller = NULL, submission_key = NULL
            WHERE id = ?
            """,
            item.id)
        return deletion
    }

    /// As `SellingStorage.itemsOnSale`.
    func itemsOnSale(
        of seller: Account.ID, before position: Item.Position?, limit: Int,
        _ summaries: KeptSummaries
    ) throws(StorageError) -> [ItemSummary] {
        // A few, as they stand beside each of the seller's items; whole pages are rare.
        let isKept = position == nil && limit <= Self.mostKeptOnSale
        if isKept, let known = summaries.itemsOnSale(of: seller, limit: limit, at: snapshot) {
            return known
        }
        let items: [ItemSummary] = try all(
            Self.selectOnSale, seller, Item.Status.selling, position ?? .max, limit)
        if isKept { summaries.keep(items, onSaleOf: seller, limit: limit, at: snapshot) }
        return items
    }

    private static let mostKeptOnSale = 16
    private static let selectOnSale: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE seller = ? AND status = ? AND position < ? AND position > 0
        ORDER BY position DESC LIMIT ?
        """
}
