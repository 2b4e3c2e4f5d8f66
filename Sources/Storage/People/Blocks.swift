import Market

extension SQLStorage: BlockStorage {
    public func setBlocked(
        _ isBlocked: Bool, _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.checkAccount(account)
            try connection.checkAccount(person)
            guard person != account else { throw .notFound }
            guard isBlocked else {
                try connection.run(
                    "DELETE FROM block WHERE account = ? AND blocked = ?", account, person)
                return
            }
            try connection.block(person, by: account, at: now)
        }
    }

    public func hasBlocked(
        _ person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.hasBlocked(person, by: account)
        }
    }

    public func blockedPeople(by account: Account.ID) async throws(StorageError) -> [Account] {
        try await all(
            """
            SELECT \(Account.columns) FROM block
            JOIN account ON account.id = blocked WHERE block.account = ? ORDER BY blocked
            """,
            account)
    }
}

extension Connection {
    fileprivate func hasBlocked(
        _ person: Account.ID, by account: Account.ID
    ) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM block WHERE account = ? AND blocked = ?", account, person)
    }

    /// Whether who reads the row has blocked the other.
    func hasBlocked(by row: ConversationRow) throws(StorageError) -> Bool {
        guard let account = row.account, let other = row.otherAccount else { return false }
        return try hasBlocked(other, by: account)
    }

    fileprivate func block(
        _ person: Account.ID, by account: Account.ID, at now: Timestamp
    ) throws(StorageError) {
        guard try !hasBlocked(person, by: account) else { return }
        let count = try count("SELECT count(*) FROM block WHERE account = ?", account)
        try Limits.check(count + 1, atMost: Limits.blocks)
        try run(
            "INSERT INTO block (account, blocked, date) VALUES (?, ?, ?)", account, person, now)
        for (seller, asker) in [(account, person), (person, account)] {
            try run(
                "UPDATE conversation SET line = NULL WHERE seller = ? AND asker = ?",
                seller, asker)
        }
    }

    /// - Throws: `.suspended` for who may not write; `.dealing` when one of the two has blocked
    ///   the other, which who is blocked cannot tell from another reason.
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
