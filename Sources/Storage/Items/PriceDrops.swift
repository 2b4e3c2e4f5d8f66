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

/// What those with an interest in an item are told when it becomes cheaper.
extension Connection {
    /// Of an account, which is bound here: what is sold, hidden or deleted is told to nobody, and again when
    /// it is there again. `CROSS` keeps SQLite from beginning with the items.
    static let fromPriceDrops: SQL = """
        FROM interest CROSS JOIN item ON item.id = interest.item
        WHERE interest.account = ? AND is_dropped = 1 AND \(isToBeHad)
        """
    private static let isToBeHad: SQL =
        "item.position > 0 AND item.purpose = 0 AND item.status <> 2 AND item.stock > 0"

    /// What it costs now, as it is compared: an open price is 0, and nothing is below that.
    private static let presentPrice: SQL = """
        (SELECT coalesce(discounted_price, price, 0) FROM item WHERE item.id = interest.item)
        """

    /// What it costs is known from then on.
    static let dismissingPriceDrop: SQL = """
        UPDATE interest SET
            known_price = CASE WHEN is_dropped = 1 THEN \(presentPrice) ELSE known_price END,
            date_dropped = NULL, is_dropped = 0
        WHERE item = ? AND account = ?
        """

    /// What a page has shown is known from then on: it may have become cheaper meanwhile, which is news.
    static let seeingPrice: SQL = """
        UPDATE interest SET known_price = ?
        WHERE item = ? AND account = ? AND is_dropped = 1 AND known_price > ? AND EXISTS (
            SELECT 1 FROM item WHERE item.id = interest.item AND currency = ?)
        """
    static let endingPriceDrop: SQL = """
        UPDATE interest SET date_dropped = NULL, is_dropped = 0
        WHERE item = ? AND account = ? AND is_dropped = 1 AND known_price <= \(presentPrice)
        """

    /// Tells those with an interest in an item, but for whom its seller does not reach, that an edit has made
    /// it cheaper than they know; and those no more for whom that is so no more. What they have not seen
    /// yet is one notice, however often it is edited, and is news again after an hour at the earliest. It is
    /// called before the item is changed: then triggers over PostgreSQL, which are there for programs of
    /// before, find nothing to take back, and who was told is known.
    /// - Returns: those who are told something else than before.
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
        if !told.isEmpty {
            try run(Self.forgettingOldest, former.id, former.id, Limits.priceDrops)
        }
        return told
    }

    /// Amounts of two currencies, or of an offer and of what somebody would pay, say nothing of each other.
    /// - Returns: those who were told of one.
    private func forgetPrices(of item: Item.ID) throws(StorageError) -> [Account.ID] {
        let told: [Account.ID] = try all(Self.selectToldOf, item)
        try run(Self.forgettingPrices, item)
        return told
    }

    /// A guest's item tells everybody: who takes it over is told no more, nor is whom a block keeps from them.
    /// - Returns: those who were told.
    func forgetPriceDrop(
        of item: Item.ID, takenOverBy account: Account.ID
    ) throws(StorageError) -> [Account.ID] {
        try all(Self.forgettingAtTakeover, item, account, account, account)
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

    /// Whether one of the account and another, which is bound twice here, has blocked the other.
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
    /// Of those who are told of an item, what is past the limit of what is shown to each. The item itself
    /// will be.
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
    private static let toldOfOne: SQL = """
        SELECT told.account FROM interest AS told WHERE told.item = ? AND told.is_dropped = 1
        """
}
