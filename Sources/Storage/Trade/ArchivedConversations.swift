import Market

/// What each of the two keeps to themselves about a conversation: that it is muted, or archived.
extension SQLStorage {
    public func conversations(
        of account: Account.ID, areArchived: Bool, before message: ChatMessage.ID?, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await read { connection throws(StorageError) in
            try connection.conversations(
                connection.all(
                    areArchived ? Connection.selectArchived : Connection.selectListed, account,
                    message ?? .max, account, message ?? .max, max(limit, 0)),
                of: .account(account))
        }
    }

    public func hasArchivedConversations(
        of account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.exists(Connection.selectAnyArchived, account, account)
        }
    }

    public func setMuted(
        _ isMuted: Bool, _ id: Conversation.ID, by account: Account.ID
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let row = try connection.conversation(id, of: .account(account))
            guard row.isMuted != isMuted else { return }
            let column: SQL = row.party == .seller ? "seller_muted" : "asker_muted"
            try connection.run("UPDATE conversation SET \(column) = ? WHERE id = ?", isMuted, id)
        }
    }

    public func setArchived(
        _ isArchived: Bool, _ id: Conversation.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await write(.organiser(account)) { connection throws(StorageError) in
            let row = try connection.conversation(id, of: .account(account))
            guard !isArchived || row.unread == 0 else { return false }
            guard row.isArchived != isArchived else { return true }
            let column: SQL = row.party == .seller ? "seller_archived" : "asker_archived"
            try connection.run("UPDATE conversation SET \(column) = ? WHERE id = ?", isArchived, id)
            return true
        }
    }
}

extension Connection {
    fileprivate static let selectListed: SQL = select(whoseArchivedIs: "0")
    fileprivate static let selectArchived: SQL = select(whoseArchivedIs: "1")
    fileprivate static let selectAnyArchived: SQL = """
        SELECT 1 FROM conversation WHERE seller = ? AND seller_archived = 1
        UNION ALL SELECT 1 FROM conversation WHERE asker = ? AND asker_archived = 1
        LIMIT 1
        """

    /// Latest first: both sides of an account in the order of one index each, merged.
    /// - Parameter value: a literal, as in the index of archived conversations, which a bound value
    ///   would not match.
    private static func select(whoseArchivedIs value: SQL) -> SQL {
        """
        SELECT id, last FROM conversation
        WHERE seller = ? AND last < ? AND seller_archived = \(value)
        UNION ALL SELECT id, last FROM conversation
        WHERE asker = ? AND last < ? AND asker_archived = \(value)
        ORDER BY last DESC LIMIT ?
        """
    }
}
