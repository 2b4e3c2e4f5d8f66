import Market

extension SQLStorage {
    public func conversationsToClose(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await read { connection throws(StorageError) in
            try connection.conversations(
                connection.conversationsToClose(about: item, by: seller, limit: max(limit, 0)),
                of: seller)
        }
    }

    public func conversationsToReserve(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await read { connection throws(StorageError) in
            try connection.conversations(
                connection.conversationsToReserve(about: item, by: seller, limit: max(limit, 0)),
                of: seller)
        }
    }
}

extension Connection {
    fileprivate func conversationsToClose(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) throws(StorageError) -> [Conversation.ID] {
        // Those with a reservation first, until it is given back.
        let kept: [Conversation.ID] = try all(
            """
            SELECT id FROM conversation
            WHERE item = ? AND coalesce(seller, 0) = ? AND stage IN (1, 2, 3, 4)
                AND asker IS NOT NULL
            ORDER BY last DESC LIMIT ?
            """, item, seller.storedSeller, limit)
        return try kept + conversationsToReserve(about: item, by: seller, limit: limit - kept.count)
    }

    fileprivate func conversationsToReserve(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) throws(StorageError) -> [Conversation.ID] {
        try all(
            """
            SELECT id FROM conversation
            WHERE item = ? AND coalesce(seller, 0) = ? AND stage = 0 AND asker IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM block WHERE account = seller AND blocked = asker)
                AND NOT EXISTS (SELECT 1 FROM block WHERE account = asker AND blocked = seller)
                AND NOT EXISTS (
                    SELECT 1 FROM account
                    WHERE account.id IN (seller, asker) AND date_suspended IS NOT NULL)
            ORDER BY last DESC LIMIT ?
            """, item, seller.storedSeller, limit)
    }
}
