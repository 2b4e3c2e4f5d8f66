import Market

extension SQLStorage: BlockStorage {
    public func setBlocked(
        _ isBlocked: Bool, _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        let changes = try await writeConversations {
            connection throws(StorageError) -> ([Change], [ConversationRow]) in
            try connection.checkAccount(account)
            try connection.checkAccount(person)
            guard person != account else { throw .notFound }
            // Counts of unseen matches now leave out the person's items, or include them again.
            connection.savedSearches.noteChanged(of: account)
            let talks = try connection.conversations(between: account, person)
                .map(Change.conversation)
            guard isBlocked else {
                try connection.run(
                    "DELETE FROM block WHERE account = ? AND blocked = ?", account, person)
                return (talks, [])
            }
            let changed = try connection.block(person, by: account, at: now)
            return (talks + changed.compactMap(\.item).map(Change.item), changed)
        }
        feed.post([.items, .organiser(account)] + changes)
    }

    public func hasBlocked(
        _ person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.hasBlocked(person, by: account)
        }
    }

    public func keptStages(
        between account: Account.ID, _ person: Account.ID
    ) async throws(StorageError) -> [Dealing.Stage] {
        try await all(Connection.selectReservations("stage"), account, person, person, account)
    }

    public func blockedPeople(by account: Account.ID) async throws(StorageError) -> [Account] {
        try await all(
            """
            SELECT \(Account.columns) FROM block
            JOIN account ON account.id = blocked WHERE block.account = ? ORDER BY blocked
            """, account)
    }
}

extension Connection {
    func hasBlocked(_ person: Account.ID, by account: Account.ID) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM block WHERE account = ? AND blocked = ?", account, person)
    }

    /// The conversations between two people, whichever of them is the seller.
    fileprivate func conversations(
        between one: Account.ID, _ other: Account.ID
    ) throws(StorageError) -> [Conversation.ID] {
        try all(
            """
            SELECT id FROM conversation WHERE seller = ? AND asker = ?
            UNION ALL SELECT id FROM conversation WHERE seller = ? AND asker = ?
            """, one, other, other, one)
    }

    /// Ends what the two had agreed on, since the blocked person would wait in vain.
    /// - Returns: the changed conversations, as they were before.
    fileprivate func block(
        _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard try !hasBlocked(person, by: account) else { return [] }
        let count = try count("SELECT count(*) FROM block WHERE account = ?", account)
        try Limits.check(count + 1, atMost: Limits.blocks)
        // A trigger ends the follows between the two.
        try run("INSERT INTO block (account, blocked, date) VALUES (?, ?, ?)", account, person, now)
        for (seller, asker) in [(account, person), (person, account)] {
            try forgetPriceDrops(of: seller, toldTo: asker)
            try run(
                "UPDATE conversation SET line = NULL WHERE seller = ? AND asker = ?",
                seller, asker)
        }
        var changed = try giveBack(
            all(Self.selectReservations("id"), account, person, person, account),
            by: .account(account), at: now)
        for item in changed.compactMap(\.item) { changed += try offerFreed(item, at: now) }
        return changed
    }

    /// - Throws: `.suspended` if the writer is suspended; `.dealing` if one of the two has blocked
    ///   the other, which the blocked person cannot tell from other reasons.
    func checkMayReach(by row: ConversationRow) throws(StorageError) {
        guard let writer = row.account else { return }
        try checkMayPost(writer)
        guard let other = row.otherAccount else { return }
        guard try !hasBlocked(other, by: writer) else { throw .dealing(.blocked) }
        guard try !hasBlocked(writer, by: other), try !isSuspended(other) else {
            throw .dealing(.unreachable)
        }
    }
}

// MARK: - Without items of blocked people

extension Connection {
    /// The accounts that have blocked a person.
    func blockers(of person: Account.ID) throws(StorageError) -> [Account.ID] {
        try all("SELECT account FROM block WHERE blocked = ?", person)
    }

    /// A condition that the item's seller is not blocked by an account, which is bound here.
    static let isOfNobodyBlocked: SQL =
        "NOT EXISTS (SELECT 1 FROM block WHERE block.account = ? AND blocked = item.seller)"

    /// The positions among these keys whose items are by people whom the account has blocked.
    func positions(
        among keys: [ItemKey], ofPeopleBlockedBy account: Account.ID
    ) throws(StorageError) -> Set<Item.Position> {
        let all = keys.map(\.position)
        var positions: Set<Item.Position> = []
        for start in stride(from: 0, to: all.count, by: SQL.groupSize) {
            var rows = try prepare(Self.selectOfBlocked)
            try rows.bind(account)
            try rows.bindGroup(all, from: start)
            while try rows.step() { positions.insert(try rows.next()) }
        }
        return positions
    }

    private static let selectOfBlocked: SQL = """
        SELECT item.position FROM item
        CROSS JOIN block ON block.account = ? AND block.blocked = item.seller
        WHERE item.position IN (\(SQL.group))
        """
}
