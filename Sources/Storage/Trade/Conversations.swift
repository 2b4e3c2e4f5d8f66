import Market

extension SQLStorage: ConversationStorage {
    public func ask(
        _ message: NewChatMessage, offering amount: Int64?, about item: Item.ID,
        by asker: Account.ID
    ) async throws(StorageError) -> Conversation.ID {
        let reader = Conversation.Reader.account(asker)
        return try await writeConversations { connection throws(StorageError) in
            try connection.checkAccount(asker)
            let id: Conversation.ID
            if let begun = try connection.conversation(about: item, by: asker) {
                id = begun
            } else {
                id = try connection.beginConversation(about: connection.item(item), by: asker)
            }
            var changed: [ConversationRow] = []
            if !message.text.isEmpty {
                let (_, row) = try connection.insert(message, in: id, by: reader)
                // Sent before, together with the price.
                guard let row else { return (id, []) }
                changed.append(row)
            }
            if let amount {
                changed += try connection.take(
                    .offerPrice(amount), in: id, by: reader, at: message.date)
            }
            return (id, changed)
        }
    }

    public func conversation(
        about item: Item.ID, by account: Account.ID
    ) async throws(StorageError) -> Conversation.ID? {
        try await first(
            """
            SELECT id FROM conversation WHERE item = ? AND asker = ?
            UNION ALL SELECT id FROM conversation WHERE trashed_item = ? AND +asker = ?
            UNION ALL SELECT id FROM (
                SELECT id FROM conversation
                WHERE former_item = ? AND (+asker = ? OR +seller = ?)
                ORDER BY last DESC LIMIT 1) AS former
            LIMIT 1
            """, item, account, item, account, item, account, account)
    }

    public func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> Conversation {
        try await read { connection throws(StorageError) in
            try connection.conversation(id, of: reader).conversation(connection)
        }
    }

    public func conversations(
        of reader: Conversation.Reader, about item: Item.ID?, before message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await read { connection throws(StorageError) in
            try connection.conversations(
                connection.conversationIDs(
                    of: reader, item, before: message ?? .max, max(limit, 0)),
                of: reader)
        }
    }

    public func countUnreadMessages(of account: Account.ID) async throws(StorageError) -> Int {
        try await read { connection throws(StorageError) in
            try connection.countUnreadMessages(of: account)
        }
    }

    public func hasUnreadMessages(of account: Account.ID) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.hasUnreadMessages(of: account)
        }
    }

    public func setRead(
        upTo message: ChatMessage.ID, in id: Conversation.ID, by reader: Conversation.Reader
    ) async throws(StorageError) {
        try await writeConversation { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            let message = min(message, row.last)
            guard message > row.read ?? .min else { return ((), nil) }
            let (read, unread): (SQL, SQL) =
                row.party == .seller
                ? ("seller_read", "seller_unread") : ("asker_read", "asker_unread")
            try connection.run(
                """
                UPDATE conversation SET revision = revision + 1, \(read) = ?, \(unread) = (
                    SELECT count(*) FROM message
                    WHERE conversation = conversation.id AND id > ? AND is_sellers = ?
                        AND is_taken_back = 0)
                WHERE id = ?
                """, message, message, row.party == .asker, id)
            return ((), row)
        }
    }

    /// Writes like `write(body:)`, and notifies both people of the changed conversation.
    /// - Parameter body: also returns the changed conversation, as it was before; nil if nothing
    ///   has changed.
    func writeConversation<Value: Sendable>(
        body:
            @escaping @Sendable (Connection) throws(StorageError) -> (Value, ConversationRow?)
    ) async throws(StorageError) -> Value {
        try await writeConversations { connection throws(StorageError) in
            let (value, changed) = try body(connection)
            return (value, changed.map { [$0] } ?? [])
        }
    }

    /// Writes like `write(body:)`, and notifies the people of all changed conversations, which
    /// `body` returns as they were before.
    func writeConversations<Value: Sendable>(
        body:
            @escaping @Sendable (Connection) throws(StorageError) -> (Value, [ConversationRow])
    ) async throws(StorageError) -> Value {
        let (value, changed) = try await write(body: body)
        for row in changed {
            let people = [row.seller, row.asker].compactMap { $0 }
            feed.post([.conversation(row.id)] + people.map(Change.organiser))
        }
        return value
    }
}

extension Connection {
    func countUnreadMessages(of account: Account.ID) throws(StorageError) -> Int {
        let sold = try count(
            """
            SELECT CAST(coalesce(sum(seller_unread), 0) AS bigint) FROM conversation
            WHERE seller = ? AND seller_muted = 0 AND seller_unread > 0
            """, account)
        let asked = try count(
            """
            SELECT CAST(coalesce(sum(asker_unread), 0) AS bigint) FROM conversation
            WHERE asker = ? AND asker_muted = 0 AND asker_unread > 0
            """, account)
        return sold + asked
    }

    fileprivate func hasUnreadMessages(of account: Account.ID) throws(StorageError) -> Bool {
        try exists(
            """
            SELECT 1 FROM conversation WHERE seller = ? AND seller_unread > 0
            UNION ALL SELECT 1 FROM conversation WHERE asker = ? AND asker_unread > 0
            LIMIT 1
            """, account, account)
    }

    fileprivate func conversation(
        about item: Item.ID, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID? {
        try first("SELECT id FROM conversation WHERE item = ? AND asker = ?", item, asker)
    }

    /// - Throws: as `Item.checkMayBeAsked`.
    fileprivate func beginConversation(
        about item: Item, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID {
        try item.checkMayBeAsked(by: asker)
        return try insert(
            """
            INSERT INTO conversation (item, seller, asker, is_guests, stage, purpose, item_title)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            item.id, item.seller, asker, item.seller == nil, Dealing.Stage.asked,
            item.content.purpose, item.content.title)
    }

    /// The only way to read a conversation: it finds none for anybody but its two people.
    /// - Throws: `.notFound`.
    func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) throws(StorageError) -> ConversationRow {
        switch reader {
        case .account(let account):
            var row: ConversationRow = try one(
                "\(ConversationRow.select) WHERE conversation.id = ? AND (seller = ? OR asker = ?)",
                id, account, account)
            row.party = row.seller == account ? .seller : .asker
            return row
        case .guest(let item):
            return try one(
                "\(ConversationRow.select) WHERE conversation.id = ? AND item = ? AND is_guests <> 0",
                id, item)
        }
    }

    /// The conversations of these ids, each as `conversation(_:of:)` finds it.
    func conversations(
        _ ids: [Conversation.ID], of reader: Conversation.Reader
    ) throws(StorageError) -> [Conversation] {
        try ids.map { id throws(StorageError) in
            try conversation(id, of: reader).conversation(self)
        }
    }

    /// Latest first: both sides of an account in the order of one index each, merged.
    func conversationIDs(
        of reader: Conversation.Reader, _ item: Item.ID?, before message: ChatMessage.ID,
        _ limit: Int
    ) throws(StorageError) -> [Conversation.ID] {
        switch reader {
        case .account(let account):
            if let item {
                return try all(
                    """
                    SELECT id FROM conversation WHERE item = ? AND +seller = ? AND last < ?
                    ORDER BY last DESC LIMIT ?
                    """, item, account, message, limit)
            }
            return try all(
                """
                SELECT id, last FROM conversation WHERE seller = ? AND last < ?
                UNION ALL SELECT id, last FROM conversation WHERE asker = ? AND last < ?
                ORDER BY last DESC LIMIT ?
                """, account, message, account, message, limit)
        case .guest(let item):
            return try all(
                """
                SELECT id FROM conversation WHERE item = ? AND is_guests <> 0 AND last < ?
                ORDER BY last DESC LIMIT ?
                """, item, message, limit)
        }
    }

    /// Gives the conversations about a guest's item to the account that takes it over, and deletes
    /// the account's own one as an asker.
    func takeOverConversations(about item: Item.ID, by account: Account.ID) throws(StorageError) {
        let own: Dealing.Stage? = try first(
            "SELECT stage FROM conversation WHERE item = ? AND asker = ?", item, account)
        try run("DELETE FROM conversation WHERE item = ? AND asker = ?", item, account)
        if own?.holdsStock == true { try updateStatus(of: item) }
        try run("UPDATE conversation SET seller = ?, is_guests = 0 WHERE item = ?", account, item)
        try run(
            """
            UPDATE conversation SET line = NULL WHERE item = ? AND asker IN (
                SELECT blocked FROM block WHERE account = ?
                UNION SELECT account FROM block WHERE blocked = ?)
            """, item, account, account)
        try takeOverReviews(of: item, by: account)
        try run(
            """
            UPDATE no_show SET account = ? WHERE is_sellers = 1
                AND conversation IN (SELECT id FROM conversation WHERE item = ?)
            """, account, item)
    }
}
