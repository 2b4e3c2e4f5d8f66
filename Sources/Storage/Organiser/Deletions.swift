import Market

extension SQLStorage: DeletionStorage {
    public func deletions(of account: Account.ID) async throws(StorageError) -> [Deletion] {
        try await all(
            "SELECT \(Deletion.columns) FROM deletion WHERE account = ? ORDER BY id DESC",
            account)
    }

    public func item(
        in id: Deletion.ID, of account: Account.ID
    ) async throws(StorageError) -> Item {
        try await read { connection throws(StorageError) in
            let item: Item.ID?? = try connection.first(
                "SELECT item FROM deletion WHERE id = ? AND account = ?", id, account)
            guard let found = item ?? nil, let deleted = try connection.itemInTrash(found) else {
                throw .notFound
            }
            return deleted
        }
    }

    public func restore(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        let changes = try await write(.organiser(account), .items) {
            connection throws(StorageError) -> [Change] in
            let item: Item.ID?? = try connection.first(
                "SELECT item FROM deletion WHERE id = ? AND account = ?", id, account)
            guard let item else { throw .notFound }
            let changes = try item.map { item throws(StorageError) in
                try connection.restore(item, of: account, at: now)
            }
            let lists: [TodoList.ID] = try connection.all(
                "SELECT DISTINCT list FROM todo WHERE deletion = ?", id)
            for list in lists { try connection.restore(list) }
            for table: SQL in ["task_list", "todo", "memo", "saved_search"] {
                try connection.run("UPDATE \(table) SET deletion = NULL WHERE deletion = ?", id)
            }
            try connection.deleteEmptyDeletions(of: account)
            try connection.checkLimits(of: account, lists)
            return changes ?? []
        }
        feed.post(changes)
    }

    public func purge(_ id: Deletion.ID, of account: Account.ID) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let isTheirs = try connection.exists(
                "SELECT 1 FROM deletion WHERE id = ? AND account = ?", id, account)
            guard isTheirs else { throw .notFound }
            try connection.purgeItems("id = ?", id)
            try connection.run("DELETE FROM deletion WHERE id = ?", id)
            try connection.deleteEmptyDeletions(of: account)
        }
    }

    @discardableResult
    public func purgeDeletions(before moment: Timestamp) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            let accounts: [Account.ID] = try connection.all(
                "SELECT DISTINCT account FROM deletion WHERE date < ?", moment)
            let items = try connection.purgeItems("date < ?", moment)
            let count = items + (try connection.run("DELETE FROM deletion WHERE date < ?", moment))
            for account in accounts { try connection.deleteEmptyDeletions(of: account) }
            let ofGuests = try connection.run(
                "DELETE FROM item WHERE id IN (SELECT item FROM guest_deletion WHERE date < ?)",
                moment + (Deletion.lifetime - Deletion.lifetimeOfGuests))
            try connection.purgeReportsOfGuests(settledBefore: moment)
            try connection.purgeNotices(before: moment)
            try connection.purgeAnnouncements(before: moment)
            try connection.purgeDepartures(before: moment)
            try connection.purgeDecisionsOfGuests(
                before: moment + (Deletion.lifetime - Decision.timeKeptOfGuests))
            return count + ofGuests
        }
    }

    /// Moves one of an account's rows in a table to the trash.
    /// - Throws: `.notFound`.
    func delete(
        _ kind: Deletion.Kind, _ id: some Bindable & Sendable, in table: SQL,
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let deletion = try connection.delete(
                kind, of: account, at: now,
                """
                UPDATE \(table) SET deletion = ?
                WHERE id = ? AND account = ? AND deletion IS NULL
                """, id, account)
            guard let deletion else { throw .notFound }
            return deletion
        }
    }
}

extension Connection {
    /// Makes a deletion of the rows that `update` points to it, and purges the oldest deletions
    /// beyond `Limits.deletions`.
    /// - Parameters:
    ///   - update: sets `deletion` to the first question mark.
    ///   - values: the values of the other question marks.
    /// - Returns: the deletion; nil if there are no such rows.
    func delete<each Value: Bindable>(
        _ kind: Deletion.Kind, of account: Account.ID, at now: Timestamp,
        _ update: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Deletion? {
        // If the account is gone, the INSERT below would fail on its foreign key.
        guard try exists("SELECT 1 FROM account WHERE id = ?", account) else { return nil }
        let id: Deletion.ID = try insert(
            "INSERT INTO deletion (account, kind, date) VALUES (?, ?, ?)", account, kind, now)
        guard try run(update, id, repeat each values) > 0 else {
            try run("DELETE FROM deletion WHERE id = ?", id)
            return nil
        }
        if kind == .lists { try deleteTodos(withListsOf: id) }
        let oldest: Deletion.ID? = try first(
            "SELECT id FROM deletion WHERE account = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
            account, Limits.deletions)
        if let oldest {
            try purgeItems("account = ? AND id <= ?", account, oldest)
            try run("DELETE FROM deletion WHERE account = ? AND id <= ?", account, oldest)
            try deleteEmptyDeletions(of: account)
        }
        let deletion: Deletion = try one(
            "SELECT \(Deletion.columns) FROM deletion WHERE id = ?", id)
        return deletion
    }

    /// Deletes items in the trash, before their deletions are deleted: older versions, which do not
    /// know that items can be in the trash, delete only the deletions, and the items must survive
    /// that.
    /// - Returns: how many items there were.
    @discardableResult
    fileprivate func purgeItems<each Value: Bindable>(
        _ condition: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Int {
        try run(
            "DELETE FROM item WHERE id IN (SELECT item FROM deletion WHERE \(condition))",
            repeat each values)
    }

    private func deleteTodos(withListsOf deletion: Deletion.ID) throws(StorageError) {
        try run(
            """
            UPDATE todo SET deletion = ?
            WHERE list IN (SELECT id FROM task_list WHERE deletion = ?) AND deletion IS NULL
            """, deletion, deletion)
    }

    /// Deletes empty deletions: purging a list also removes its to-dos that had been deleted
    /// before.
    fileprivate func deleteEmptyDeletions(of account: Account.ID) throws(StorageError) {
        try run(
            """
            DELETE FROM deletion WHERE account = ?
                AND item IS NULL
                AND NOT EXISTS (SELECT 1 FROM task_list WHERE deletion = deletion.id)
                AND NOT EXISTS (SELECT 1 FROM todo WHERE deletion = deletion.id)
                AND NOT EXISTS (SELECT 1 FROM memo WHERE deletion = deletion.id)
                AND NOT EXISTS (SELECT 1 FROM saved_search WHERE deletion = deletion.id)
            """, account)
    }

    /// Restores an item to its place in the list, with the conversations about it, but without
    /// reservations.
    /// - Returns: the changes to announce to open pages.
    /// - Throws: `.suspended`.
    fileprivate func restore(
        _ item: Item.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> [Change] {
        try checkMayPost(account)
        try run("UPDATE item SET seller = ? WHERE id = ?", account, item)
        try run("UPDATE deletion SET item = NULL WHERE item = ?", item)
        // The item itself tells its seller again, so that the report is about the item.
        try run("UPDATE report SET person = NULL WHERE item = ?", item)
        return try bringBack(item, at: now)
    }

    /// Restores an item that nothing keeps in the trash any more to its place in the list, with the
    /// conversations about it.
    /// - Returns: the changes to announce to open pages.
    func bringBack(_ item: Item.ID, at now: Timestamp) throws(StorageError) -> [Change] {
        let conversations: [Conversation.ID] = try all(
            "SELECT id FROM conversation WHERE trashed_item = ?", item)
        // If the operator has hidden the item meanwhile, it stays hidden.
        try run(
            """
            UPDATE item SET position = -position
            WHERE id = ? AND NOT EXISTS (SELECT 1 FROM hiding WHERE hiding.item = item.id)
            """, item)
        try run(
            """
            UPDATE conversation SET item = trashed_item, trashed_item = NULL
            WHERE trashed_item = ?
            """, item)
        try showPhotos(ofTrashed: item)
        let told = try tellAvailable(self.item(item), at: now)
        return [.item(item)] + conversations.map(Change.conversation)
            + told.compactMap(\.asker).map(Change.organiser)
    }

    /// Restores a list with the to-dos deleted along with it.
    fileprivate func restore(_ list: TodoList.ID) throws(StorageError) {
        try run(
            """
            UPDATE todo SET deletion = NULL
            WHERE list = ? AND deletion = (SELECT deletion FROM task_list WHERE id = ?)
            """, list, list)
        try run("UPDATE task_list SET deletion = NULL WHERE id = ?", list)
    }

    /// - Throws: `.limitReached`.
    fileprivate func checkLimits(
        of account: Account.ID, _ lists: [TodoList.ID]
    ) throws(StorageError) {
        try Limits.check(countLists(of: account), atMost: Limits.lists)
        try Limits.check(countMemos(of: account), atMost: Limits.memos)
        try Limits.check(countSavedSearches(of: account), atMost: Limits.savedSearches)
        for list in lists { try Limits.check(makeRoom(in: list), atMost: Limits.todos) }
    }
}

extension Deletion: Record {
    /// `kind` is a `Deletion.Kind`: 0 for lists, 1 for to-dos, 2 for memos, 3 for searches, 4 for
    /// an item.
    static let columns: SQL = """
        id, kind,
            CASE kind
            WHEN 0 THEN (SELECT title FROM task_list WHERE deletion = deletion.id
                ORDER BY id DESC LIMIT 1)
            WHEN 1 THEN (SELECT title FROM todo WHERE deletion = deletion.id
                ORDER BY id DESC LIMIT 1)
            WHEN 2 THEN (SELECT text FROM memo WHERE deletion = deletion.id
                ORDER BY id DESC LIMIT 1)
            WHEN 3 THEN (
                SELECT CASE name WHEN '' THEN text ELSE name END
                FROM saved_search JOIN wanted ON wanted.id = saved_search.wanted
                WHERE deletion = deletion.id)
            ELSE (SELECT title FROM item WHERE id = deletion.item) END,
            CASE kind
            WHEN 0 THEN (SELECT count(*) FROM task_list WHERE deletion = deletion.id)
            WHEN 1 THEN (SELECT count(*) FROM todo WHERE deletion = deletion.id)
            WHEN 2 THEN (SELECT count(*) FROM memo WHERE deletion = deletion.id)
            ELSE 1 END,
            date, item
        """

    init(_ row: inout Statement) throws(StorageError) {
        let (id, kind): (Deletion.ID, Kind) = (try row.next(), try row.next())
        let title: String = try row.next()
        self.init(
            id: id, kind: kind, title: kind == .memos ? MemoContent(text: title).title : title,
            count: try row.next(), date: try row.next(), item: try row.next())
    }
}
