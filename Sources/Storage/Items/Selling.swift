import Market

extension SQLStorage: SellingStorage {
    public func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) {
        try await writeConversations { connection throws(StorageError) in
            let item = try connection.item(id)
            try condition?.check(item)
            if status != .sold, let seller = item.seller { try connection.checkMayPost(seller) }
            return ((), try connection.setStatus(status, of: id, at: now))
        }
        feed.post([.items, .item(id)])
    }

    public func sell(
        _ id: Item.ID, leaving left: Int64, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) -> Conversation.ID? {
        let reserved: Conversation.ID? = try await writeConversations {
            connection throws(StorageError) in
            let former = try connection.item(id)
            try condition?.check(former)
            let reserved = try connection.reservations(of: id)
            guard reserved.count <= left else { return (reserved.first, []) }
            guard left > 0 else { return (nil, try connection.setStatus(.sold, of: id, at: now)) }
            guard former.status != .sold, left < former.content.stock else { return (nil, []) }
            try connection.run("UPDATE item SET stock = ? WHERE id = ?", left, id)
            return (nil, try connection.followStock(from: former, at: now))
        }
        feed.post([.items, .item(id)])
        return reserved
    }

    public func pullUp(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            let item = try connection.item(id)
            try condition?.check(item)
            if let seller = item.seller { try connection.checkMayPost(seller) }
            try item.checkPullUp(at: now)
            // The sequence holds the highest position ever given.
            try connection.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'item'")
            try connection.run(
                """
                UPDATE item SET date_pulled_up = ?,
                    position = (SELECT seq FROM sqlite_sequence WHERE name = 'item')
                WHERE id = ?
                """, now, id)
        }
    }

    public func takeOver(_ id: Item.ID, by account: Account.ID) async throws(StorageError) {
        let told = try await write(.items, .item(id), .organiser(account)) {
            connection throws(StorageError) -> [Account.ID] in
            let item = try connection.item(id)
            try connection.checkAccount(account)
            try connection.checkMayPost(account)
            try item.checkTakeOver()
            try connection.run(
                "UPDATE item SET seller = ?, password_hash = NULL WHERE id = ?", account, id)
            try connection.run("UPDATE hiding SET account = ? WHERE item = ?", account, id)
            let told = try connection.forgetPriceDrop(of: id, takenOverBy: account)
            try connection.takeOverConversations(about: id, by: account)
            try connection.keepSearch(of: connection.item(id), seen: nil)
            return told
        }
        feed.post(told.map(Change.organiser))
    }

    public func deleteItem(
        _ id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        let deletion: Deletion? = try await writeConversations {
            connection throws(StorageError) in
            let item = try connection.item(id)
            guard item.seller == account else { throw .changedMeanwhile }
            let released = try connection.letGo(of: item, at: now)
            guard !item.isHidden else {
                try connection.run("DELETE FROM item WHERE id = ?", id)
                return (nil, released)
            }
            if released.contains(where: { $0.stage.holdsStock || $0.line != nil }) {
                try connection.updateStatus(of: id)
            }
            return (try connection.trash(item, of: account, at: now), released)
        }
        feed.post([.items, .item(id), .organiser(account)])
        return deletion
    }

    public func deleteGuestItem(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        try await writeConversations { connection throws(StorageError) in
            let item = try connection.item(id)
            guard item.seller == nil else { throw .changedMeanwhile }
            let released = try connection.letGo(of: item, at: now)
            try connection.keepReports(ofGuests: id)
            if released.contains(where: { $0.stage.holdsStock || $0.line != nil }) {
                try connection.updateStatus(of: id)
            }
            try connection.putAside(item, at: now)
            return ((), released)
        }
        feed.post([.items, .item(id)])
    }

    public func restoreGuestItem(_ id: Item.ID, at now: Timestamp) async throws(StorageError) {
        let changes = try await write(.items) {
            connection throws(StorageError) -> [Change] in
            let count = try connection.run("DELETE FROM guest_deletion WHERE item = ?", id)
            guard count > 0 else { throw .itemNotFound }
            try connection.returnReports(ofGuests: id)
            return try connection.bringBack(id, at: now)
        }
        feed.post(changes)
    }
}

extension Connection {
    /// - Returns: the changed conversations, as they were before.
    fileprivate func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let former = try item(id)
        var changed: [ConversationRow] = []
        if status == .selling, try isKeptInFull(former) {
            changed = try releaseAll(of: former, at: now)
        }
        // If the last piece was sold, putting the item on sale again means that there is another
        // one.
        let isAnother = status == .selling && former.isGone
        try run(
            "UPDATE item SET status = ?, stock = ? WHERE id = ?", status,
            isAnother ? 1 : former.content.stock, id)
        if isAnother { try offerAgain(1, of: id, at: now) }
        try wantAgain(former)
        // A reserved status set by hand does not say for whom.
        if status != .reserved { changed += try tellStanding(of: former, at: now) }
        changed += try endLine(of: id, at: now)
        return changed + (try tellFirstInLine(since: former, at: now))
    }

    /// Whether the item is sold or all its pieces are reserved, so that putting it on sale ends the
    /// reservations. Otherwise only a mark set by hand is taken off, and the reservations stay.
    private func isKeptInFull(_ item: Item) throws(StorageError) -> Bool {
        let held = Int64(try heldStock(of: item.id))
        return item.status == .sold || held >= item.content.stock
    }

    /// The search of a wanted item goes to the trash with it; if its seller had deleted the search,
    /// it is now deleted for good.
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
        try detachConversations(from: item)
        try run("UPDATE report SET person = ? WHERE item = ?", account, item.id)
        try run(
            """
            UPDATE item SET position = -position, seller = NULL, submission_key = NULL
            WHERE id = ?
            """, item.id)
        try hidePhotos(ofTrashed: item.id)
        return deletion
    }

    /// Takes a guest's item out of all lists. It keeps its password, which restores it.
    fileprivate func putAside(_ item: Item, at now: Timestamp) throws(StorageError) {
        try run("INSERT INTO guest_deletion (item, date) VALUES (?, ?)", item.id, now)
        try detachConversations(from: item)
        try run("UPDATE item SET submission_key = NULL WHERE id = ?", item.id)
        try move(item.id, outOfLists: true)
        try hidePhotos(ofTrashed: item.id)
    }

    private func detachConversations(from item: Item) throws(StorageError) {
        try run(
            """
            UPDATE conversation SET item_title = ?, trashed_item = item, item = NULL
            WHERE item = ?
            """, item.content.title, item.id)
    }
}
