import Market

extension SQLStorage {
    public func seePriceDrop(
        of item: Item.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        let isTold = try await read { connection throws(StorageError) in
            try connection.exists(Self.selectTold, account, item)
        }
        guard isTold else { return false }
        try await write(.organiser(account)) { connection throws(StorageError) -> Void in
            _ = try connection.run(Connection.seeingPriceDrop, item, account)
        }
        return true
    }

    private static let selectTold: SQL =
        "SELECT 1 \(Connection.fromPriceDrops) AND interest.item = ?"
}

/// What those with an interest in an item are told when it becomes cheaper.
extension Connection {
    /// Of an account, which is bound here: what is sold, hidden or deleted is told to nobody, and again when
    /// it is there again. `CROSS` keeps SQLite from beginning with the items.
    static let fromPriceDrops: SQL = """
        FROM interest CROSS JOIN item ON item.id = interest.item
        WHERE interest.account = ? AND is_dropped = 1 AND item.position > 0
            AND item.purpose = 0 AND item.status <> 2 AND item.stock > 0
        """

    /// What it costs is known from then on.
    static let seeingPriceDrop: SQL = """
        UPDATE interest SET
            known_price = CASE WHEN is_dropped = 1 THEN (
                SELECT coalesce(discounted_price, price) FROM item WHERE item.id = interest.item)
                ELSE known_price END,
            date_dropped = NULL, is_dropped = 0
        WHERE item = ? AND account = ?
        """

    /// Tells those with an interest in an item, but for whom its seller does not reach, that an edit has made
    /// it cheaper than they know; and those no more for whom that is so no more. What they have not seen
    /// yet is one notice, however often it is edited, and is news again after an hour at the earliest.
    /// - Returns: those who are told something else than before.
    func tellPriceDrop(
        ofEdit former: Item, to content: ItemContent, at now: Timestamp
    ) throws(StorageError) -> [Account.ID] {
        let (old, new) = (former.content.price, content.price)
        guard new != old else { return [] }
        guard new.currency == old.currency else { return try all(Self.forgettingPrices, former.id) }
        if new.amountToPay > old.amountToPay {
            return try all(Self.takingBackPriceDrop, former.id, new.amountToPay)
        }
        // An open price is no amount, and so it is less than any but none.
        guard new.amountToPay < old.amountToPay, content.purpose == .offer, content.stock > 0,
            former.status != .sold, !former.isHidden
        else { return [] }
        // No account has this number: of a guest's item nobody is left out.
        let seller = former.seller ?? Account.ID(rawValue: 0)
        let told: [Account.ID] = try all(
            Self.tellingPriceDrop, old.amountToPay, now + -Conversation.tellingTime, now, former.id,
            old.amountToPay, new.amountToPay, seller, seller, seller)
        for account in told {
            try run(Self.forgettingOldest, account, account, Limits.priceDrops)
        }
        return told
    }

    /// What one of two offers is told to the other no more.
    func forgetPriceDrops(
        of seller: Account.ID, toldTo account: Account.ID
    ) throws(StorageError) {
        try run(
            """
            UPDATE interest SET is_dropped = 0
            WHERE account = ? AND is_dropped = 1 AND EXISTS (
                SELECT 1 FROM item WHERE item.id = interest.item AND item.seller = ?)
            """,
            account, seller)
    }

    private static let tellingPriceDrop: SQL = """
        UPDATE interest SET known_price = coalesce(known_price, ?), is_dropped = 1,
            date_dropped = CASE WHEN date_dropped > ? THEN date_dropped ELSE ? END
        WHERE item = ? AND coalesce(known_price, ?) > ? AND account <> ?
            AND NOT EXISTS (
                SELECT 1 FROM block WHERE block.account = interest.account AND blocked = ?
                    OR block.account = ? AND blocked = interest.account)
        RETURNING account
        """
    private static let takingBackPriceDrop: SQL = """
        UPDATE interest SET is_dropped = 0
        WHERE item = ? AND is_dropped = 1 AND known_price <= ?
        RETURNING account
        """
    /// Amounts of two currencies say nothing of each other.
    private static let forgettingPrices: SQL = """
        UPDATE interest SET first_price = NULL, known_price = NULL, is_dropped = 0
        WHERE item = ? AND (first_price IS NOT NULL OR known_price IS NOT NULL)
        RETURNING account
        """
    private static let forgettingOldest: SQL = """
        UPDATE interest SET is_dropped = 0
        WHERE account = ? AND is_dropped = 1 AND number NOT IN (
            SELECT number FROM interest WHERE account = ? AND is_dropped = 1
            ORDER BY date_dropped DESC, number DESC LIMIT ?)
        """
}
