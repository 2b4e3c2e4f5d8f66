import Market

extension SQLStorage {
    public func conversations(
        of account: Account.ID, matching search: SearchQuery, before message: ChatMessage.ID?,
        limit: Int, lookingAt most: Int
    ) async throws(StorageError) -> FoundConversations {
        try await readAside { connection throws(StorageError) in
            try connection.conversations(
                of: account, matching: search, before: message ?? .max, limit, lookingAt: most)
        }
    }
}

extension Connection {
    /// Reads all names in one query, and the messages of a conversation only if its names do not
    /// match all words.
    fileprivate func conversations(
        of account: Account.ID, matching search: SearchQuery, before key: ChatMessage.ID,
        _ limit: Int, lookingAt most: Int
    ) throws(StorageError) -> FoundConversations {
        let share = max(most / 10, 1)
        var rows = try statement(Self.selectOwnNames, account, key, account, key, share + 1)
        var result = FoundConversations()
        var (lookedAt, messages, last) = (0, 0, key)
        while result.found.count < limit, try rows.step() {
            guard lookedAt < share, messages < most else {
                result.end = last
                break
            }
            lookedAt += 1
            let id: Conversation.ID = try rows.next()
            last = try rows.next()
            let title = SearchText(rows.column().bytes)
            let nickname = SearchText(rows.column().bytes)
            guard let words = search.wordsMissing(in: [title, nickname]) else { continue }
            var message: ChatMessage.ID?
            if !words.isEmpty {
                message = try newestMessage(in: id, among: share, counting: &messages) {
                    search.isSaid(in: $0, words)
                }
                if message == nil { continue }
            }
            result.found.append(try found(id, of: account, message))
        }
        return result
    }

    private func newestMessage(
        in id: Conversation.ID, among most: Int, counting messages: inout Int,
        where isMeant: (SearchText) -> Bool
    ) throws(StorageError) -> ChatMessage.ID? {
        var rows = try statement(Self.selectSaid, id, most)
        while try rows.step() {
            messages += 1
            let message: ChatMessage.ID = try rows.next()
            if isMeant(SearchText(rows.column().bytes)) { return message }
        }
        return nil
    }

    private func found(
        _ id: Conversation.ID, of account: Account.ID, _ message: ChatMessage.ID?
    ) throws(StorageError) -> FoundConversation {
        let conversation = try conversation(id, of: .account(account)).conversation(self)
        guard let message else { return FoundConversation(conversation) }
        let pageKey: ChatMessage.ID? = try first(
            "SELECT id FROM message WHERE conversation = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ?",
            id, message, FoundConversation.shownBehind)
        return FoundConversation(
            conversation, message: try self.message(message, in: id), pageKey: pageKey)
    }

    /// Latest first: both sides of an account in the order of one index each, merged. Guests and
    /// people who have left have no name.
    private static let selectOwnNames: SQL = """
        SELECT id, last,
            coalesce((SELECT title FROM item WHERE item.id = conversation.item), item_title),
            (SELECT nickname FROM account WHERE account.id = conversation.asker)
        FROM conversation WHERE seller = ? AND last < ?
        UNION ALL SELECT id, last,
            coalesce((SELECT title FROM item WHERE item.id = conversation.item), item_title),
            (SELECT nickname FROM account WHERE account.id = conversation.seller)
        FROM conversation WHERE asker = ? AND last < ?
        ORDER BY last DESC LIMIT ?
        """

    /// Messages without text of their own are empty, but count towards the limit.
    private static let selectSaid: SQL = """
        SELECT id,
            CASE WHEN is_taken_back = 0 AND note IS NULL AND meets IS NULL THEN text ELSE '' END
        FROM message WHERE conversation = ? ORDER BY id DESC LIMIT ?
        """
}
