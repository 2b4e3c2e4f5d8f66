import Market

extension SQLStorage {
    @discardableResult
    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, hidingItems: Bool,
        by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (changes, outcome): ([Change], DecisionOutcome) = try await writeConversations {
            connection throws(StorageError) in
            let changed = try connection.setSuspended(
                isSuspended, account, because: reason, hidingItems: hidingItems, by: decider,
                at: now)
            let conversations = try connection.conversationIDs(
                of: .account(account), nil, before: .max, Conversation.mostTold)
            let changes =
                conversations.map(Change.conversation) + changed.items.map(Change.item)
                + changed.told.map(Change.organiser)
            return ((changes, DecisionOutcome(earlier: changed.earlier)), changed.conversations)
        }
        feed.post([.items, .organiser(account), .reports] + changes)
        return outcome
    }

    public func suspendedPeople(
        before key: SuspendedPerson.Key?, limit: Int
    ) async throws(StorageError) -> [SuspendedPerson] {
        try await all(
            SuspendedPerson.select, key?.date ?? Timestamp(seconds: .max), key?.id ?? .max,
            max(limit, 0))
    }
}

extension Connection {
    /// What a suspension, or its end, has changed.
    fileprivate struct SuspensionChanges {
        var items: [Item.ID] = []
        /// Who is told of it, but for who is suspended.
        var told: [Account.ID] = []
        /// As they were before.
        var conversations: [ConversationRow] = []
        /// What another operator had decided before, where they were suspended already.
        var earlier: Decision?
    }

    /// - Throws: `.notFound`.
    fileprivate func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, hidingItems: Bool,
        by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> SuspensionChanges {
        let nickname: String = try one("SELECT nickname FROM account WHERE id = ?", account)
        var changes = SuspensionChanges()
        var decision: Decision.ID?
        if try self.isSuspended(account) != isSuspended {
            try run(
                "UPDATE account SET date_suspended = ? WHERE id = ?", isSuspended ? now : nil,
                account)
            decision = try note(
                isSuspended ? .suspended : .lifted, about: account, because: reason,
                by: decider, at: now)
            // What was so before is told no more.
            try run(
                "DELETE FROM notice WHERE account = ? AND kind IN (?, ?)", account,
                Notice.Kind.suspended, Notice.Kind.lifted)
            try tell(
                account, isSuspended ? .suspended : .lifted, nickname, because: reason, at: now)
        } else if isSuspended {
            changes.earlier = try earlier(.suspended, of: .person(account), unlessBy: decider)
        }
        guard isSuspended else {
            try showItems(hiddenWith: account, &changes, at: now)
            return changes
        }
        changes.told = try settleReports(
            where: "item IS NULL AND person = ?", account, by: decision, telling: .reportActedOn,
            at: now)
        if hidingItems {
            try hideItems(
                of: account, because: reason, by: decider, settling: decision, &changes, at: now)
        }
        return changes
    }

    /// What is not sold: what was hidden before stays so for its own reason.
    private func hideItems(
        of account: Account.ID, because reason: String, by decider: Account.ID?,
        settling decision: Decision.ID?, _ changes: inout SuspensionChanges, at now: Timestamp
    ) throws(StorageError) {
        changes.items = try all(
            """
            SELECT id FROM item WHERE seller = ? AND status IN (?, ?) AND position > 0
            ORDER BY position DESC LIMIT ?
            """,
            account, Item.Status.selling, Item.Status.reserved, Limits.hiddenWithSeller)
        for item in changes.items {
            try move(item, outOfLists: true)
            try hidePhotos(of: item)
            // They are told once, of the suspension.
            try run(
                """
                INSERT INTO hiding (item, account, date, is_seen, is_of_suspension, reason, decider)
                VALUES (?, ?, ?, 1, 1, ?, ?)
                """,
                item, account, now, reason, decider)
            changes.told += try settleReports(
                where: "item = ?", item, by: decision, telling: .reportedItemHidden, at: now)
        }
    }

    private func showItems(
        hiddenWith account: Account.ID, _ changes: inout SuspensionChanges, at now: Timestamp
    ) throws(StorageError) {
        changes.items = try all(
            """
            SELECT hiding.item FROM hiding WHERE account = ? AND is_of_suspension = 1
            ORDER BY hiding.item
            """,
            account)
        for item in changes.items {
            try move(item, outOfLists: false)
            changes.conversations += try show(item, wasHidden: true, isInTrash: false, at: now)
        }
    }
}

// MARK: - Rows

extension SuspendedPerson: Record {
    static let columns: SQL = "id, nickname, \(selectReason), date_suspended"
    /// Of the one in the table account, who is suspended: what was decided last is that. Empty for who was
    /// before decisions were kept.
    static let selectReason: SQL = """
        coalesce((
            SELECT reason FROM decision WHERE person = account.id AND kind = \(suspending)
            ORDER BY decision.id DESC LIMIT 1), '')
        """
    private static let suspending = SQL(stringLiteral: "\(Decision.Kind.suspended.rawValue)")
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM account
        WHERE date_suspended IS NOT NULL AND (date_suspended, id) < (?, ?)
        ORDER BY date_suspended DESC, id DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), nickname: try row.next(), reason: try row.next(),
            date: try row.next())
    }
}
