import Market

extension SQLStorage {
    public func hiddenItems(
        before id: Item.ID?, limit: Int
    ) async throws(StorageError) -> [HiddenItem] {
        try await all(HiddenItem.select, id ?? .max, max(limit, 0))
    }

    public func hiddenItems(
        of seller: Account.ID, limit: Int
    ) async throws(StorageError) -> [HiddenItem] {
        try await all(HiddenItem.selectOwn, seller, max(limit, 0))
    }

    public func countMendedItems() async throws(StorageError) -> Int {
        try await one(
            """
            SELECT count(*) FROM hiding WHERE date_mended IS NOT NULL AND \(HiddenItem.isThere)
            """)
    }
}

// MARK: - Hiding and showing

extension Connection {
    /// - Returns: the accounts to notify, and the changed conversations, as they were before.
    func setHidden(
        _ isHidden: Bool, _ id: Item.ID, because reason: String, reopening reopens: Bool,
        undoing undone: Decision.ID?, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> (Told, [ConversationRow]) {
        let trasher: Account.ID? = try first("SELECT account FROM deletion WHERE item = ?", id)
        let found: Item? = try trasher == nil ? self.item(id) : itemInTrash(id)
        guard let item = found else { throw .itemNotFound }
        let seller = trasher ?? item.seller
        let hiding: Bool? = try first("SELECT is_of_suspension FROM hiding WHERE item = ?", id)
        // An item hidden because of its seller's suspension was not hidden by a decision about the
        // item.
        let wasHidden = isHidden ? hiding == false : hiding != nil
        if reopens, let hiding,
            let later = try hidingDecision(
                of: id, of: seller, isOfSuspension: hiding, unlessBy: decider)
        {
            return (([], DecisionOutcome(earlier: later)), [])
        }
        var decision: Decision.ID?
        if wasHidden != isHidden {
            decision = try note(
                isHidden ? .hidden : .shown, about: seller, of: .item(id), item.content.title,
                because: reason, undoing: undone, by: decider, at: now)
        }
        if let seller, wasHidden != isHidden {
            // A notice of an earlier decision no longer holds.
            try run(
                "DELETE FROM notice WHERE account = ? AND item = ? AND kind = ?", seller, id,
                Notice.Kind.shown)
            if !isHidden, trasher == nil {
                try tell(seller, .shown, of: id, item.content.title, at: now)
            }
        }
        if trasher == nil { try move(id, outOfLists: isHidden) }
        guard isHidden else {
            let changed = try show(id, wasHidden: wasHidden, isInTrash: trasher != nil, at: now)
            let told =
                try reopens && wasHidden ? reopenReports(settledBy: .hidden, of: .item(id)) : []
            return (([seller].compactMap { $0 } + told, DecisionOutcome()), changed)
        }
        if wasHidden, try isMended(id) {
            _ = try note(
                .keptHidden, about: seller, of: .item(id), item.content.title, by: decider, at: now)
        }
        let earlier = try wasHidden ? self.earlier(.hidden, of: .item(id), unlessBy: decider) : nil
        try keepHidden(id, of: seller, because: reason, by: decider, at: now)
        let told = try settleReports(
            where: "item = ?", id, by: decision, telling: .reportedItemHidden, at: now)
        return (([seller].compactMap { $0 } + told, DecisionOutcome(earlier: earlier)), [])
    }

    /// The decision because of which an item is hidden; nil if the present operator has made it, or if
    /// it was not stored.
    private func hidingDecision(
        of id: Item.ID, of seller: Account.ID?, isOfSuspension: Bool,
        unlessBy decider: Account.ID?
    ) throws(StorageError) -> Decision? {
        if isOfSuspension, let seller {
            return try earlier(.suspended, of: .person(seller), unlessBy: decider)
        }
        return try earlier(.hidden, of: .item(id), unlessBy: decider)
    }

    /// Whether the item is hidden, and its seller has corrected it since operators looked at it.
    private func isMended(_ id: Item.ID) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM hiding WHERE item = ? AND date_mended IS NOT NULL", id)
    }

    /// The first reason stays, unless the item was only hidden because of its seller's suspension.
    private func keepHidden(
        _ id: Item.ID, of seller: Account.ID?, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) throws(StorageError) {
        try hidePhotos(of: id)
        try run("DELETE FROM hiding WHERE item = ? AND is_of_suspension = 1", id)
        try run(
            """
            INSERT INTO hiding (item, account, date, reason, decider) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (item) DO UPDATE SET date_mended = NULL
            """, id, seller, now, reason, decider)
    }

    /// Hides an item by negating its position, or shows it again.
    func move(_ id: Item.ID, outOfLists isHidden: Bool) throws(StorageError) {
        try run(
            """
            UPDATE item SET position = -position
            WHERE id = ? AND CASE WHEN position < 0 THEN 1 ELSE 0 END <> ?
            """, id, isHidden)
    }

    /// Shows an item again, and notifies people waiting for it. The photos of an item in the trash
    /// stay hidden until it is restored.
    func show(
        _ id: Item.ID, wasHidden: Bool, isInTrash: Bool, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard wasHidden else { return [] }
        try run("DELETE FROM hiding WHERE item = ?", id)
        try forgetNotices(ofReports: "item = ?", id)
        try showPhotos(of: id)
        guard !isInTrash else {
            try hidePhotos(ofTrashed: id)
            return []
        }
        let shown = try self.item(id)
        return try tellAvailable(shown, at: now) + tellFirstInLine(since: shown, at: now)
    }
}

// MARK: - Rows

extension HiddenItem: Record {
    static let columns: SQL = """
        hiding.item, item.title, hiding.reason, hiding.date, \
        CASE WHEN item.date_modified > hiding.date THEN item.date_modified END, \
        hiding.date_mended IS NOT NULL, \
        owner.id, owner.nickname, owner.date_suspended IS NOT NULL, \
        hider.id, hider.nickname, hider.date_suspended IS NOT NULL
        """
    /// A condition on the table `hiding`: false while a guest has deleted the item and may still restore it.
    static let isThere: SQL = """
        NOT EXISTS (SELECT 1 FROM guest_deletion WHERE guest_deletion.item = hiding.item)
        """
    fileprivate static let select: SQL = newest(where: "hiding.item < ? AND \(isThere)")
    fileprivate static let selectOwn: SQL = newest(
        where: "hiding.account = ? AND item.seller IS NOT NULL")

    private static func newest(where condition: SQL) -> SQL {
        """
        SELECT \(columns) FROM hiding JOIN item ON item.id = hiding.item
        LEFT JOIN account AS owner ON owner.id = hiding.account
        LEFT JOIN account AS hider ON hider.id = hiding.decider
        WHERE \(condition) ORDER BY hiding.item DESC LIMIT ?
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), title: try row.next(), reason: try row.next(),
            date: try row.next(), dateEdited: try row.next(), isMended: try row.next(),
            seller: try Report.Person.read(&row), decider: try Report.Person.read(&row))
    }
}
