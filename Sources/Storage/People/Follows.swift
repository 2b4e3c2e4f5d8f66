import Market

extension SQLStorage: FollowStorage {
    public func setFollowed(
        _ isFollowed: Bool, _ seller: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) -> Void in
            try connection.checkAccount(account)
            try connection.checkAccount(seller)
            guard seller != account else { throw .notFound }
            if isFollowed {
                try connection.follow(seller, by: account, at: now)
            } else {
                try connection.run(
                    "DELETE FROM follow WHERE account = ? AND seller = ?", account, seller)
            }
        }
    }

    public func isFollowed(
        _ seller: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.isFollowed(seller, by: account)
        }
    }

    public func followedSellers(
        of account: Account.ID
    ) async throws(StorageError) -> [FollowedSeller] {
        try await all(FollowedSeller.select, account)
    }

    /// Read off the event loop, because it walks through all open listings of the sellers, though only
    /// in an index.
    public func followedItems(
        of account: Account.ID, before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [FollowedItem] {
        try await readAside { connection throws(StorageError) in
            try connection.all(
                FollowedItem.select, account, account, position ?? .max, max(limit, 0))
        }
    }

    public func countUnseenFollowedItems(of account: Account.ID) async throws(StorageError) -> Int {
        try await read { connection throws(StorageError) in
            try connection.countUnseenFollowedItems(of: account)
        }
    }

    /// Read off the event loop, because each of these is matched with each of the searches.
    public func countUnseenFollowedMatches(
        of account: Account.ID
    ) async throws(StorageError) -> Int {
        try await readAside { [self] connection throws(StorageError) in
            let known = found.followedMatches(of: account, at: connection.keptSnapshot)
            if let known { return known }
            let searches: [SavedSearchRow] = try connection.all(SavedSearchRow.selectAll, account)
            let positions: [Item.Position] = try connection.all(
                Connection.selectUnseenFollowed, account, Limits.countedMatches)
            let count = try UnseenMatches(searches, columns.current, connection)
                .count(among: positions)
            found.keep(followedMatches: count, of: account, at: connection.keptSnapshot)
            return count
        }
    }

    public func seeFollowedItems(
        upTo item: Item.ID, by account: Account.ID
    ) async throws(StorageError) {
        let isUnseen = try await read { connection throws(StorageError) in
            try connection.exists(
                "SELECT 1 FROM follow WHERE account = ? AND seen < ?", account, item)
        }
        guard isUnseen else { return }
        try await write(.organiser(account)) { connection throws(StorageError) -> Void in
            try connection.run(
                "UPDATE follow SET seen = ? WHERE account = ? AND seen < ?", item, account, item)
        }
    }
}

// MARK: - Telling followers

extension SQLStorage {
    /// The most followers of a seller who are told at once. In the pause between two rounds, the push
    /// sender handles about as many.
    static let followersToldAtOnce = 500
    private static let pauseBetweenRounds: Duration = .seconds(1)

    /// Posts a change for each of the first followers of a seller, and for the others later, so that neither
    /// a post nor those who listen have to handle thousands of them at once.
    /// - Parameter first: the followers of the first round.
    func tellFollowers(_ first: [Account.ID], of seller: Account.ID) {
        feed.post(first.map(Change.organiser))
        guard first.count == SQLStorage.followersToldAtOnce else { return }
        Task { [weak self, feed] in
            var told = first
            while told.count == SQLStorage.followersToldAtOnce, let last = told.last {
                // Nobody cancels this task.
                try? await Task.sleep(for: SQLStorage.pauseBetweenRounds)
                // Once the storage is closed or released, the site is no longer served.
                guard let next = try? await self?.followers(of: seller, after: last) else { return }
                feed.post(next.map(Change.organiser))
                told = next
            }
        }
    }

    private func followers(
        of seller: Account.ID, after last: Account.ID
    ) async throws(StorageError) -> [Account.ID] {
        try await read { connection throws(StorageError) in
            try connection.followers(of: seller, after: last, limit: SQLStorage.followersToldAtOnce)
        }
    }
}

extension Connection {
    /// - Throws: `.dealing`, `.limitReached`.
    fileprivate func follow(
        _ seller: Account.ID, by account: Account.ID, at now: Timestamp
    ) throws(StorageError) {
        guard try !hasBlocked(seller, by: account) else { throw .dealing(.blocked) }
        guard try !hasBlocked(account, by: seller) else { throw .dealing(.unreachable) }
        guard try !isFollowed(seller, by: account) else { return }
        guard try !isSuspended(seller) else { throw .dealing(.unreachable) }
        let count = try count("SELECT count(*) FROM follow WHERE account = ?", account)
        try Limits.check(count + 1, atMost: Limits.followedSellers)
        // Listings that the seller has posted already are not new.
        try run(
            """
            INSERT INTO follow (account, seller, date_followed, seen)
            SELECT ?, ?, ?, coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'item'
            """, account, seller, now)
    }

    fileprivate func isFollowed(
        _ seller: Account.ID, by account: Account.ID
    ) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM follow WHERE account = ? AND seller = ?", account, seller)
    }

    /// The accounts that follow a seller, in the order of their ids.
    /// - Parameter last: the account after which to continue.
    func followers(
        of seller: Account.ID, after last: Account.ID = Account.ID(rawValue: 0), limit: Int
    ) throws(StorageError) -> [Account.ID] {
        try all(Self.selectFollowers, seller, last, limit)
    }

    static let selectFollowers: SQL = """
        SELECT account FROM follow WHERE seller = ? AND account > ? ORDER BY account LIMIT ?
        """

    func countUnseenFollowedItems(of account: Account.ID) throws(StorageError) -> Int {
        try count(Self.countUnseenFollowed, account, Limits.countedMatches)
    }

    private static let countUnseenFollowed: SQL =
        "SELECT count(*) FROM (SELECT 1 \(unseenFollowed)) AS items"
    fileprivate static let selectUnseenFollowed: SQL = "SELECT item.position \(unseenFollowed)"

    /// An item's position is never below its id, so only positions after what was seen are read.
    private static let unseenFollowed: SQL = """
        FROM follow CROSS JOIN item ON item.seller = follow.seller
        WHERE follow.account = ? AND item.status = 0 AND item.position > follow.seen
            AND item.id > follow.seen
        LIMIT ?
        """
}

extension FollowedSeller: RowValue {
    /// A hidden item, and one in the trash, has a negative position.
    fileprivate static let select: SQL = """
        SELECT \(Account.columns), date_followed,
            (SELECT count(*) FROM item
                WHERE item.seller = follow.seller AND item.status = 0
                    AND item.position > follow.seen AND item.id > follow.seen),
            (SELECT coalesce(max(item.position), 0) FROM item
                WHERE item.seller = follow.seller AND item.status = 0 AND item.position > 0)
                AS newest
        FROM follow CROSS JOIN account ON account.id = follow.seller
        WHERE follow.account = ? ORDER BY newest DESC, date_followed DESC, account.id DESC
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            account: try Account(&row), dateFollowed: try row.next(),
            unseenItems: try row.next())
    }
}

extension FollowedItem: RowValue {
    /// The positions are found in an index, and only the items shown are read.
    fileprivate static let select: SQL = """
        SELECT \(ItemSummary.columns),
            (SELECT nickname FROM account WHERE account.id = item.seller), item.id > follow.seen
        FROM item CROSS JOIN follow ON follow.account = ? AND follow.seller = item.seller
        WHERE item.position IN (
            SELECT item.position FROM follow CROSS JOIN item ON item.seller = follow.seller
            WHERE follow.account = ? AND item.status = 0 AND item.position < ?
                AND item.position > 0
            ORDER BY item.position DESC LIMIT ?)
        ORDER BY item.position DESC
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(item: try ItemSummary(&row), seller: try row.next(), isUnseen: try row.next())
    }
}
