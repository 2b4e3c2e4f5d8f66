import Market

extension SQLStorage {
    @discardableResult
    public func setSuspensionEnd(
        _ end: Timestamp?, of account: Account.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setSuspensionEnd(end, of: account, undoing: false, by: decider, at: now)
    }

    /// - Parameter undoes: whether the operator's own change is undone, so that a later decision by
    ///   another operator stands.
    func setSuspensionEnd(
        _ end: Timestamp?, of account: Account.ID, undoing undoes: Bool, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (changes, outcome): ([Change], DecisionOutcome) = try await write {
            connection throws(StorageError) in
            let outcome = try connection.setSuspensionEnd(
                end, of: account, undoing: undoes, by: decider, at: now)
            guard !outcome.isOver, outcome.earlier == nil else { return ([], outcome) }
            let nothingElse = Connection.SuspensionChanges()
            return (try connection.changes(nothingElse, of: account), outcome)
        }
        feed.post([.reports] + changes)
        return outcome
    }

    @discardableResult
    public func endSuspensions(at now: Timestamp) async throws(StorageError) -> Int {
        // Nearly always none has ended.
        let due: [Account.ID] = try await all(SuspendedPerson.selectEnded, now)
        guard !due.isEmpty else { return 0 }
        let (count, changes): (Int, [Change]) = try await writeConversations {
            connection throws(StorageError) in
            let people: [Account.ID] = try connection.all(SuspendedPerson.selectEnded, now)
            var (told, conversations): ([Change], [ConversationRow]) = ([], [])
            for account in people {
                let changed = try connection.letWrite(account, at: now)
                told += try connection.changes(changed, of: account)
                conversations += changed.conversations
            }
            return ((people.count, told), conversations)
        }
        feed.post([.items, .reports] + changes)
        return count
    }
}

extension Connection {
    /// - Throws: `.notFound`.
    fileprivate func setSuspensionEnd(
        _ end: Timestamp?, of account: Account.ID, undoing undoes: Bool, by decider: Account.ID?,
        at now: Timestamp
    ) throws(StorageError) -> DecisionOutcome {
        try checkAccount(account)
        guard try isSuspended(account) else { return DecisionOutcome(isOver: true) }
        let former = try lastOfSuspension(of: account)
        if undoes, let later = former?.unless(by: decider) {
            return DecisionOutcome(earlier: later)
        }
        // A suspension that began after the change has an end of its own.
        guard !undoes || former?.kind == .termChanged else {
            return DecisionOutcome(wasNeverTaken: true)
        }
        guard former?.ends != end else { return DecisionOutcome(formerEnd: end) }
        _ = try note(
            .termChanged, about: account, until: end, undoing: undoes ? former?.id : nil,
            by: decider, at: now)
        let stop = try last(.suspended, of: .person(account))
        try tellOfSuspension(.suspended, account, because: stop?.reason ?? "", at: now)
        return DecisionOutcome(formerEnd: former?.ends)
    }

    /// The last decision to suspend a person, or to change when that ends.
    func lastOfSuspension(of account: Account.ID) throws(StorageError) -> Decision? {
        let stop = try last(.suspended, of: .person(account))
        guard let change = try last(.termChanged, of: .person(account)) else { return stop }
        guard let stop, stop.id > change.id else { return change }
        return stop
    }
}

// MARK: - Rows

extension SuspendedPerson {
    /// Selects people whose suspension has ended by a given moment.
    fileprivate static let selectEnded: SQL = """
        SELECT decision.person FROM decision CROSS JOIN account ON account.id = decision.person
        WHERE decision.ends <= ? AND account.date_suspended IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM decision AS later
            WHERE later.person = decision.person AND later.kind IN (\(timing))
                AND later.id > decision.id)
        ORDER BY decision.ends
        """
}
