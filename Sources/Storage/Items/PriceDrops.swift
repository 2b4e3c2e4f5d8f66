import Market

extension SQLStorage {
    public func seePriceDrop(
        of item: Item.ID, to price: Price, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        let isTold = try await read { connection throws(StorageError) in
            try connection.exists(Self.selectTold, account, item)
        }
        guard isTold else { return false }
        return try await write(.organiser(account)) { connection throws(StorageError) -> Bool in
            let amount = price.amountToPay
            let count = try connection.run(
                Connection.seeingPrice, amount, item, account, amount, price.currency)
            guard count > 0 else { return false }
            try connection.run(Connection.endingPriceDrop, item, account)
            return true
        }
    }

    private static let selectTold: SQL =
        "SELECT 1 \(Connection.fromPriceDrops) AND interest.item = ?"
}

/// Notices about items that have become cheaper, for the people interested in them.
extension Connection {
    /// The price drops of an account, which is bound here. A sold, hidden or deleted item is shown
    /// to nobody, until it is available again. `CROSS JOIN` keeps SQLite from starting with the
    /// items.
    static let fromPriceDrops: SQL = """
        FROM interest CROSS JOIN item ON item.id = interest.item
        WHERE interest.account = ? AND is_dropped = 1 AND \(isToBeHad)
        """
    private static let isToBeHad: SQL =
        "item.position > 0 AND item.purpose = 0 AND item.status <> 2 AND item.stock > 0"

    /// The present price for comparison: an open price counts as 0, below which there is nothing.
    private static let presentPrice: SQL =
        "(SELECT coalesce(discounted_price, price, 0) FROM item WHERE item.id = interest.item)"

    /// Dismisses a price drop; the present price is known from then on.
    static let dismissingPriceDrop: SQL = """
        UPDATE interest SET
            known_price = CASE WHEN is_dropped = 1 THEN \(presentPrice) ELSE known_price END,
            date_dropped = NULL, is_dropped = 0
        WHERE item = ? AND account = ?
        """

    /// The price that a page has shown is known from then on; if the item has become cheaper
    /// meanwhile, that is news.
    static let seeingPrice: SQL = """
        UPDATE interest SET known_price = ?
        WHERE item = ? AND account = ? AND is_dropped = 1 AND known_price > ? AND EXISTS (
            SELECT 1 FROM item WHERE item.id = interest.item AND currency = ?)
        """
    static let endingPriceDrop: SQL = """
        UPDATE interest SET date_dropped = NULL, is_dropped = 0
        WHERE item = ? AND account = ? AND is_dropped = 1 AND known_price <= \(presentPrice)
        """

    /// Notifies the people interested in an item, except those who are blocked by its seller or
    /// block them, that an edit has made it cheaper than the price they know; and withdraws the
    /// notice where that no longer holds. Edits before they have seen the notice do not make
    /// another one; it becomes news again after an hour at the earliest.
    ///
    /// Must be called before the item is changed: then PostgreSQL's triggers for older versions
    /// find nothing to withdraw, and it is known who had been notified.
    /// - Returns: the accounts for which something has changed.
    func tellPriceDrop(
        ofEdit former: Item, to content: ItemContent, at now: Timestamp
    ) throws(StorageError) -> [Account.ID] {
        let (old, new) = (former.content.price, content.price)
        guard new.currency == old.currency, content.purpose == former.content.purpose else {
            return try forgetPrices(of: former.id)
        }
        if new.amountToPay > old.amountToPay {
            return try all(Self.takingBackPriceDrop, former.id, new.amountToPay)
        }
        guard new.amountToPay < old.amountToPay, content.purpose == .offer, content.stock > 0,
            former.status != .sold, !former.isHidden
        else { return [] }
        // No account has this number: of a guest's item nobody is left out.
        let seller = former.seller ?? Account.ID(rawValue: 0)
        let told: [Account.ID] = try all(
            Self.tellingPriceDrop, old.amountToPay, now + -Conversation.tellingTime, now, former.id,
            old.amountToPay, new.amountToPay, seller, seller, seller)
        if !told.isEmpty { try run(Self.forgettingOldest, former.id, former.id, Limits.priceDrops) }
        return told
    }

    /// Forgets known prices, because amounts in two currencies, or of an offer and a wanted item,
    /// cannot be compared.
    /// - Returns: the accounts that had a notice.
    private func forgetPrices(of item: Item.ID) throws(StorageError) -> [Account.ID] {
        let told: [Account.ID] = try all(Self.selectToldOf, item)
        try run(Self.forgettingPrices, item)
        return told
    }

    /// Withdraws notices of a guest's item from the account that takes it over, and from accounts
    /// that one of the two has blocked: a guest's item notifies everybody.
    /// - Returns: the accounts that had a notice.
    func forgetPriceDrop(
        of item: Item.ID, takenOverBy account: Account.ID
    ) throws(StorageError) -> [Account.ID] {
        try all(Self.forgettingAtTakeover, item, account, account, account)
    }

    /// Withdraws one person's notices of another's items.
    func forgetPriceDrops(of seller: Account.ID, toldTo account: Account.ID) throws(StorageError) {
        try run(
            """
            UPDATE interest SET is_dropped = 0
            WHERE account = ? AND is_dropped = 1 AND EXISTS (
                SELECT 1 FROM item WHERE item.id = interest.item AND item.seller = ?)
            """, account, seller)
    }

    /// Whether the interested account and another one, which is bound twice here, have blocked each
    /// other.
    private static let isBlocked: SQL = """
        EXISTS (SELECT 1 FROM block WHERE block.account = interest.account AND blocked = ?
            OR block.account = ? AND blocked = interest.account)
        """
    static let tellingPriceDrop: SQL = """
        UPDATE interest SET known_price = coalesce(known_price, ?), is_dropped = 1,
            date_dropped = CASE WHEN date_dropped > ? THEN date_dropped ELSE ? END
        WHERE item = ? AND coalesce(known_price, ?) > ? AND account <> ? AND NOT \(isBlocked)
        RETURNING account
        """
    static let takingBackPriceDrop: SQL = """
        UPDATE interest SET is_dropped = 0
        WHERE item = ? AND is_dropped = 1 AND known_price <= ?
        RETURNING account
        """
    static let selectToldOf: SQL = "SELECT account FROM interest WHERE item = ? AND is_dropped = 1"
    static let forgettingPrices: SQL = """
        UPDATE interest SET first_price = NULL, known_price = NULL, is_dropped = 0
        WHERE item = ? AND (first_price IS NOT NULL OR known_price IS NOT NULL)
        """
    static let forgettingAtTakeover: SQL = """
        UPDATE interest SET is_dropped = 0
        WHERE item = ? AND is_dropped = 1 AND (account = ? OR \(isBlocked))
        RETURNING account
        """
    /// Withdraws the oldest notices beyond the limit for each account that has one of this item,
    /// which is about to count itself.
    static let forgettingOldest: SQL = """
        UPDATE interest SET is_dropped = 0
        WHERE number IN (
            SELECT number FROM (
                SELECT interest.number, row_number() OVER (
                    PARTITION BY interest.account
                    ORDER BY date_dropped DESC, interest.number DESC) AS place
                FROM interest CROSS JOIN item ON item.id = interest.item
                WHERE is_dropped = 1 AND (item.id = ? OR \(isToBeHad))
                    AND interest.account IN (\(toldOfOne))
            ) AS ranked
            WHERE place > ?)
        """
    private static let toldOfOne: SQL =
        "SELECT told.account FROM interest AS told WHERE told.item = ? AND told.is_dropped = 1"
}
