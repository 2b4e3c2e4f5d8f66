import Market

extension SQLStorage: SavedSearchStorage {
    public func insert(
        _ filter: ItemFilter, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkAccount(account)
            if let kept = try connection.savedSearch(filter, of: account) { return kept }
            try Limits.check(
                connection.countSavedSearches(of: account) + 1, atMost: Limits.savedSearches)
            return try connection.insert(
                """
                INSERT INTO saved_search (account, wanted, date_created, first, seen)
                SELECT ?, ?, ?, number, number FROM (
                    SELECT max(number, \(Connection.lastPosting)) AS number
                    FROM news WHERE id = 1) AS last
                """,
                account, try connection.savedFilter(for: filter), now)
        }
    }

    public func savedSearches(
        of account: Account.ID
    ) async throws(StorageError) -> [SavedSearch] {
        if let known = unseenCounts.counts(of: account) {
            let kept: [SavedSearchRow] = try await all(SavedSearchRow.selectAll, account)
            // What was read may be older or newer than the counts.
            if kept.allSatisfy({ known[$0.id] != nil }) {
                return kept.reversed().map { SavedSearch($0, known[$0.id]) }
            }
        }
        return try await readAside { [self] connection throws(StorageError) in
            let kept: [SavedSearchRow] = try connection.all(SavedSearchRow.selectAll, account)
            let unseen = try UnseenMatches(kept, columns.current, connection)
            var counts: [SavedSearch.ID: UnseenCount] = [:]
            for search in kept { counts[search.id] = try unseen.count(of: search) }
            unseenCounts.keep(counts, of: account, readOver: connection)
            return kept.reversed().map { SavedSearch($0, counts[$0.id]) }
        }
    }

    public func savedSearch(
        _ id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) -> SavedSearch {
        let found = try await savedSearches(of: account).first { $0.id == id }
        guard let found else { throw .notFound }
        return found
    }

    public func savedSearch(
        for filter: ItemFilter, of account: Account.ID
    ) async throws(StorageError) -> SavedSearch.ID? {
        try await read { connection throws(StorageError) in
            guard let filterID = try connection.existingSavedFilter(filter) else { return nil }
            return try connection.first(
                """
                SELECT id FROM saved_search
                WHERE wanted = ? AND account = ? AND post IS NULL AND deletion IS NULL
                """,
                filterID, account)
        }
    }

    public func update(
        _ id: SavedSearch.ID, of account: Account.ID, _ edit: SavedSearch.Edit,
        at now: Timestamp
    ) async throws(StorageError) -> SavedSearch.ID? {
        try await write(.organiser(account)) {
            connection throws(StorageError) -> SavedSearch.ID? in
            let kept: SavedSearchRow = try connection.one(Self.selectOne, id, account)
            if let filter = edit.filter, kept.post == nil {
                let same = try connection.savedSearch(filter, of: account)
                if let same, same != id { return same }
                if same == nil { try connection.begin(id, anew: filter, at: now) }
            }
            try connection.run(
                "UPDATE saved_search SET name = ? WHERE id = ?", edit.name ?? "", id)
            if edit.isQuiet != kept.isQuiet {
                try connection.run(
                    "UPDATE saved_search SET is_quiet = ? WHERE id = ?", edit.isQuiet, id)
            }
            return nil
        }
    }

    public func deleteSavedSearch(
        _ id: SavedSearch.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await delete(.searches, id, in: "saved_search", of: account, at: now)
    }

    public func matches(
        of id: SavedSearch.ID, of account: Account.ID, before key: SavedSearch.Match.ID?,
        limit: Int
    ) async throws(StorageError) -> [SavedSearch.Match] {
        try await readAside { [self] connection throws(StorageError) in
            let kept: SavedSearchRow = try connection.one(Self.selectOne, id, account)
            let columns = columns.current
            return try connection.matches(
                of: kept, columns, before: key ?? .max, limit: max(limit, 0))
        }
    }

    private static let selectOne: SQL = """
        SELECT \(SavedSearchRow.columns) FROM \(SavedSearchRow.table)
        WHERE search.id = ? AND account = ? AND deletion IS NULL
        """

    public func setSeen(
        upTo match: SavedSearch.Match.ID, of id: SavedSearch.ID, of account: Account.ID
    ) async throws(StorageError) {
        let seen: SavedSearch.Match.ID = try await one(
            "SELECT seen FROM saved_search WHERE id = ? AND account = ? AND deletion IS NULL", id,
            account)
        // Usually the account looks again at what it has seen already.
        guard seen < match else { return }
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.runOnce(
                """
                UPDATE saved_search SET seen = max(seen, ?)
                WHERE id = ? AND account = ? AND deletion IS NULL
                """,
                match, id, account)
        }
    }

    public func counterparts(
        of item: Item, for viewer: Account.ID?, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        guard item.status != .sold else { return [] }
        if let filter = item.content.soughtItems {
            return try await read { [self] connection throws(StorageError) in
                try connection.offers(
                    answering: filter, of: item.seller, for: viewer, columns.current,
                    limit: max(limit, 0))
            }
        }
        // Most things are wanted by nobody; then nothing is read.
        let wanted = wantedItems.answered(by: item.content)
        guard !wanted.isEmpty else { return [] }
        return try await read { connection throws(StorageError) in
            try connection.wantedItems(
                wanted, answeredBy: item.seller, for: viewer, limit: max(limit, 0))
        }
    }

    public func countUnseenMatches(of account: Account.ID) async throws(StorageError) -> Int {
        if let known = unseenCounts.count(of: account) { return known }
        // Most accounts have no saved searches.
        let keepsNone = try await read { [self] connection throws(StorageError) in
            let exists = try connection.exists(
                "SELECT 1 FROM saved_search WHERE account = ? AND deletion IS NULL", account)
            if !exists { unseenCounts.keep(0, of: account, readOver: connection) }
            return !exists
        }
        guard !keepsNone else { return 0 }
        return try await readAside { [self] connection throws(StorageError) in
            let kept: [SavedSearchRow] = try connection.all(SavedSearchRow.selectAll, account)
            let count = try UnseenMatches(kept, columns.current, connection).count()
            unseenCounts.keep(count, of: account, readOver: connection)
            return count
        }
    }

    @discardableResult
    public func purgeMatches(before moment: Timestamp) async throws(StorageError) -> Int {
        try await write { connection throws(StorageError) in
            let forgotten: SavedSearch.Match.ID = try connection.one(
                "SELECT forgotten FROM news WHERE id = 1")
            let last = try connection.lastPost(before: moment, after: forgotten.item)
            let posts = try connection.count(
                "SELECT count(*) FROM item WHERE id > ? AND id <= ?", forgotten.item, last)
            // Matches that ended with an edit are counted with their posts.
            let edits = try connection.count(
                """
                SELECT count(*) FROM edited_match
                WHERE date < ? AND number <> item << \(SavedSearch.Match.ID.shift)
                """,
                moment)
            try connection.run("DELETE FROM edited_match WHERE date < ?", moment)
            guard posts + edits > 0 else { return 0 }
            try connection.run(
                "UPDATE news SET forgotten = ? WHERE id = 1",
                SavedSearch.Match.ID(posting: last))
            connection.savedSearches.noteNewsOfEverybody()
            return posts + edits
        }
    }
}

extension SavedSearch {
    /// - Parameter count: nil if there is nothing that its account has not seen.
    init(_ kept: SavedSearchRow, _ count: UnseenCount?) {
        self.init(
            id: kept.id, name: kept.name.isEmpty ? nil : kept.name, filter: kept.filter,
            post: kept.post, isQuiet: kept.isQuiet, dateCreated: kept.dateCreated,
            unseenMatches: count?.all ?? 0, toldMatches: count?.told ?? 0)
    }
}

extension Connection {
    /// The account's search for this filter. If it was in the trash, it is deleted for good.
    fileprivate func savedSearch(
        _ filter: ItemFilter, of account: Account.ID
    ) throws(StorageError) -> SavedSearch.ID? {
        guard let filterID = try existingSavedFilter(filter) else { return nil }
        try run(
            """
            DELETE FROM deletion WHERE id = (
                SELECT deletion FROM saved_search
                WHERE wanted = ? AND account = ? AND post IS NULL)
            """,
            filterID, account)
        return try first(
            "SELECT id FROM saved_search WHERE wanted = ? AND account = ? AND post IS NULL",
            filterID, account)
    }

    fileprivate func begin(
        _ id: SavedSearch.ID, anew filter: ItemFilter, at now: Timestamp
    ) throws(StorageError) {
        let last: SavedSearch.Match.ID = try one(
            "SELECT max(number, \(Self.lastPosting)) FROM news WHERE id = 1")
        try run(
            """
            UPDATE saved_search SET wanted = ?, date_created = ?, first = ?, seen = ?
            WHERE id = ?
            """,
            try savedFilter(for: filter), now, last, last, id)
    }

    func countSavedSearches(of account: Account.ID) throws(StorageError) -> Int {
        try count(
            """
            SELECT count(*) FROM saved_search
            WHERE account = ? AND deletion IS NULL AND post IS NULL
            """,
            account)
    }

    /// By binary search, since items are numbered in the order in which they are posted.
    fileprivate func lastPost(
        before moment: Timestamp, after item: Item.ID
    ) throws(StorageError) -> Item.ID {
        var low = item.rawValue
        var high: Int64 = try first("SELECT coalesce(max(id), 0) FROM item") ?? 0
        while low < high {
            let middle = low + (high - low + 1) / 2
            var row = try statement(
                """
                SELECT id, date_posted FROM item WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT 1
                """,
                low, middle)
            guard try row.step() else {
                low = middle
                continue
            }
            let (id, date): (Int64, Timestamp) = (try row.next(), try row.next())
            if date < moment { low = middle } else { high = id - 1 }
        }
        return Item.ID(rawValue: low)
    }
}
