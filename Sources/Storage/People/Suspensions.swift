import Market

extension SQLStorage {
    @discardableResult
    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, until end: Timestamp?,
        hidingItems: Bool, seeing seen: SeenReport?, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setSuspended(
            isSuspended, account, because: reason, until: end, hidingItems: hidingItems,
            seeing: seen, reopening: false, by: decider, at: now)
    }

    /// - Parameters:
    ///   - reopens: whether the operator's own measure is undone, so that the reports that it settled
    ///     become open again.
    ///   - undone: the decision that is undone, if it was not a measure.
    func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, until end: Timestamp?,
        hidingItems: Bool, seeing seen: SeenReport? = nil, reopening reopens: Bool,
        undoing undone: Decision.ID? = nil, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (changes, outcome): ([Change], DecisionOutcome) = try await writeConversations {
            connection throws(StorageError) in
            var reporters: [Account.ID] = []
            if let dismissal = try connection.unseenDismissal(
                of: seen, by: decider, telling: &reporters, at: now)
            {
                return (([], DecisionOutcome(earlier: dismissal)), [])
            }
            var changed = try connection.setSuspended(
                isSuspended, account, because: reason, until: end, hidingItems: hidingItems,
                reopening: reopens, undoing: undone, by: decider, at: now)
            changed.told += reporters
            let count = changed.items.count
            let outcome = DecisionOutcome(
                earlier: changed.earlier, hiddenItems: isSuspended ? count : 0,
                shownItems: isSuspended ? 0 : count, isOver: changed.isOver)
            return (
                (try connection.changes(changed, of: account), outcome), changed.conversations
            )
        }
        feed.post([.items, .reports] + changes)
        return outcome
    }

    /// Suspends somebody again whose suspension the operator has just lifted, for the former reason
    /// and until the former end. A later decision by another operator stands.
    /// - Throws: `.notFound`.
    func suspendAgain(
        _ account: Account.ID, hidingItems: Bool, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        // Only another decision could change what is read here, and that one stands.
        let (lifting, former, end): (Decision?, Decision?, Timestamp?) = try await read {
            connection throws(StorageError) in
            try connection.checkAccount(account)
            return (
                try connection.last(.lifted, of: .person(account)),
                try connection.last(.suspended, of: .person(account)),
                try connection.lastOfSuspension(of: account)?.ends
            )
        }
        guard let lifting else { return DecisionOutcome() }
        if let later = lifting.unless(by: decider) { return DecisionOutcome(earlier: later) }
        return try await setSuspended(
            true, account, because: former?.reason ?? "", until: end, hidingItems: hidingItems,
            reopening: false, undoing: lifting.id, by: decider, at: now)
    }

    public func isSuspended(_ account: Account.ID) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in try connection.isSuspended(account) }
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
    /// - Throws: `.suspended` if the account may neither write nor post.
    func checkMayPost(_ account: Account.ID) throws(StorageError) {
        guard try !isSuspended(account) else { throw .suspended }
    }

    /// - Throws: `.suspended` if the reader of the conversation may neither write nor post.
    func checkMayPost(as row: ConversationRow) throws(StorageError) {
        if let account = row.account { try checkMayPost(account) }
    }

    func isSuspended(_ account: Account.ID) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM account WHERE id = ? AND date_suspended IS NOT NULL", account)
    }

    /// What a suspension, or its end, has changed.
    struct SuspensionChanges {
        var items: [Item.ID] = []
        /// The accounts to notify, besides the suspended one.
        var told: [Account.ID] = []
        /// The conversations as they were before.
        var conversations: [ConversationRow] = []
        /// Another operator's decision, if the person was suspended already.
        var earlier: Decision?
        /// Whether there was no suspension left to lift.
        var isOver = false
    }

    /// The changes to announce to open pages.
    func changes(
        _ changed: SuspensionChanges, of account: Account.ID
    ) throws(StorageError) -> [Change] {
        let conversations = try conversationIDs(
            of: .account(account), nil, before: .max, Conversation.mostTold)
        return conversations.map(Change.conversation) + changed.items.map(Change.item)
            + ([account] + changed.told).map(Change.organiser)
    }

    /// - Throws: `.notFound`.
    fileprivate func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String, until end: Timestamp?,
        hidingItems: Bool, reopening reopens: Bool, undoing undone: Decision.ID?,
        by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> SuspensionChanges {
        try checkAccount(account)
        let isSo = try self.isSuspended(account) == isSuspended
        if reopens, !isSo,
            let later = try lastOfSuspension(of: account)?.unless(by: decider)
        {
            return SuspensionChanges(earlier: later)
        }
        var decision: Decision.ID?
        if !isSo {
            decision = try note(
                isSuspended ? .suspended : .lifted, about: account, because: reason,
                until: isSuspended ? end : nil, undoing: undone, by: decider, at: now)
        }
        guard isSuspended else {
            var changes = try letWrite(account, because: reason, at: now)
            changes.isOver = isSo
            if reopens && !isSo {
                changes.told += try reopenReports(settledBy: .suspended, of: .person(account))
            }
            return changes
        }
        var changes = SuspensionChanges()
        if isSo {
            changes.earlier = try earlier(.suspended, of: .person(account), unlessBy: decider)
        } else {
            try setDateSuspended(now, of: account, because: reason, at: now)
        }
        changes.told = try settleReports(
            where: "item IS NULL AND person = ?", account, by: decision, telling: .reportActedOn,
            at: now)
        // If another operator has suspended them before, that decision stands.
        if hidingItems && changes.earlier == nil {
            try hideItems(
                of: account, because: reason, by: decider, settling: decision, &changes, at: now)
        }
        return changes
    }

    /// - Throws: `.notFound`.
    func letWrite(
        _ account: Account.ID, because reason: String = "", at now: Timestamp
    ) throws(StorageError) -> SuspensionChanges {
        var changes = SuspensionChanges()
        if try isSuspended(account) {
            try setDateSuspended(nil, of: account, because: reason, at: now)
        }
        try showItems(hiddenWith: account, &changes, at: now)
        return changes
    }

    /// Sets or clears the suspension, and sends the person a notice.
    /// - Parameter date: the start of the suspension; nil to end it.
    /// - Throws: `.notFound`.
    private func setDateSuspended(
        _ date: Timestamp?, of account: Account.ID, because reason: String, at now: Timestamp
    ) throws(StorageError) {
        try run("UPDATE account SET date_suspended = ? WHERE id = ?", date, account)
        try tellOfSuspension(
            date == nil ? .lifted : .suspended, account, because: reason, at: now)
    }

    /// - Throws: `.notFound`.
    func tellOfSuspension(
        _ kind: Notice.Kind, _ account: Account.ID, because reason: String, at now: Timestamp
    ) throws(StorageError) {
        let nickname: String = try one("SELECT nickname FROM account WHERE id = ?", account)
        // Notices of the earlier state no longer hold.
        try run(
            "DELETE FROM notice WHERE account = ? AND kind IN (?, ?)", account,
            Notice.Kind.suspended, Notice.Kind.lifted)
        try tell(account, kind, nickname, because: reason, at: now)
    }

    /// Hides the items that are not sold; those hidden before stay hidden for their own reason.
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
            // The seller gets one notice only, of the suspension.
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
    static let columns: SQL = """
        account.id, account.nickname, coalesce(stop.reason, ''), account.date_suspended, \
        \(selectEnd(about: "account.id")), \
        (SELECT count(*) FROM hiding WHERE hiding.account = account.id AND is_of_suspension = 1), \
        decider.id, decider.nickname, decider.date_suspended IS NOT NULL
        """
    /// The reason for the suspension of the person in the table `account`: that of the last
    /// decision to suspend. Empty for people suspended before decisions were stored.
    static let selectReason: SQL =
        "coalesce((\(selectLast("reason", of: suspending, about: "account.id"))), '')"

    /// The end of an account's suspension, as it was last changed; NULL for no end.
    static func selectEnd(about account: SQL) -> SQL {
        "(\(selectLast("ends", of: timing, about: account)))"
    }

    /// - Parameter kinds: the decisions' kinds, separated by commas.
    private static func selectLast(_ column: SQL, of kinds: SQL, about account: SQL) -> SQL {
        """
        SELECT \(column) FROM decision \
        WHERE person = \(account) AND decision.kind IN (\(kinds)) \
        ORDER BY decision.id DESC LIMIT 1
        """
    }

    private static let suspending = SQL(stringLiteral: "\(Decision.Kind.suspended.rawValue)")
    private static let changing = SQL(stringLiteral: "\(Decision.Kind.termChanged.rawValue)")
    /// The kinds of decisions that say when a suspension ends.
    static let timing: SQL = "\(suspending), \(changing)"
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM account
        LEFT JOIN decision AS stop ON stop.id = (\(selectLast("id", of: suspending, about: "account.id")))
        LEFT JOIN account AS decider ON decider.id = stop.decider
        WHERE account.date_suspended IS NOT NULL AND (account.date_suspended, account.id) < (?, ?)
        ORDER BY account.date_suspended DESC, account.id DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), nickname: try row.next(), reason: try row.next(),
            date: try row.next(), ends: try row.next(), hiddenItems: try row.next(),
            decider: try Report.Person.read(&row))
    }
}
