import Market

extension SQLStorage {
    @discardableResult
    public func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (told, outcome): Connection.Told = try await write(.reports) {
            connection throws(StorageError) in
            try connection.settleReport(id, by: decider, at: now)
        }
        feed.post(told.map(Change.organiser))
        return outcome
    }

    public func reopenReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) {
        _ = try await reopenReport(id, undoing: false, by: decider, at: now)
    }

    /// - Parameter undoes: whether the operator's own dismissal is undone, so that a later decision by
    ///   another operator stands.
    private func reopenReport(
        _ id: Report.ID, undoing undoes: Bool, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (told, outcome): Connection.Told = try await write(.reports) {
            connection throws(StorageError) in
            let report: Report = try connection.one(Report.selectOne, id)
            if undoes, let later = report.decision?.unless(by: decider) {
                return ([], DecisionOutcome(earlier: later))
            }
            return (try connection.reopenReport(id, by: decider, at: now), DecisionOutcome())
        }
        feed.post(told.map(Change.organiser))
        return outcome
    }

    @discardableResult
    public func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, seeing seen: SeenReport?,
        by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setHidden(
            isHidden, item, because: reason, seeing: seen, reopening: false, by: decider, at: now)
    }

    /// - Parameters:
    ///   - reopens: whether the operator's own measure is undone, so that the reports that it settled
    ///     become open again.
    ///   - undone: the decision that is undone, if it was not a measure.
    private func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, seeing seen: SeenReport? = nil,
        reopening reopens: Bool, undoing undone: Decision.ID? = nil, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (told, outcome): Connection.Told = try await writeConversations {
            connection throws(StorageError) in
            var reporters: [Account.ID] = []
            if let dismissal = try connection.unseenDismissal(
                of: seen, by: decider, telling: &reporters, at: now)
            {
                return (([], DecisionOutcome(earlier: dismissal)), [])
            }
            let ((told, outcome), changed) = try connection.setHidden(
                isHidden, item, because: reason, reopening: reopens, undoing: undone, by: decider,
                at: now)
            return ((told + reporters, outcome), changed)
        }
        feed.post([.items, .item(item), .reports] + told.map(Change.organiser))
        return outcome
    }

    @discardableResult
    public func undo(
        _ measure: Decision.Measure, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let wasTaken = try await read { connection throws(StorageError) in
            try connection.wasTaken(measure)
        }
        guard wasTaken else { return DecisionOutcome(wasNeverTaken: true) }
        return switch measure {
        case .hiding(let id):
            try await setHidden(false, id, because: "", reopening: true, by: decider, at: now)
        case .removal(let id):
            try await setRemoved(
                false, messageOf: id, because: "", reopening: true, by: decider, at: now)
        case .showing(let id): try await hideAgain(id, by: decider, at: now)
        case .returning(let id): try await removeAgain(id, by: decider, at: now)
        case .suspension(let id):
            try await setSuspended(
                false, id, because: "", until: nil, hidingItems: false, reopening: true,
                by: decider, at: now)
        case .dismissal(let id):
            try await reopenReport(id, undoing: true, by: decider, at: now)
        case .lifting(let id, hidingItems: let hidesItems):
            try await suspendAgain(id, hidingItems: hidesItems, by: decider, at: now)
        case .termChange(let id, until: let end):
            try await setSuspensionEnd(end, of: id, undoing: true, by: decider, at: now)
        }
    }

    /// Hides a listing again that the operator has just shown, for the former reason. A later decision
    /// by another operator stands.
    private func hideAgain(
        _ item: Item.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        // Only another decision could change what is read here, and that one stands.
        let (showing, reason): (Decision?, String) = try await read {
            connection throws(StorageError) in
            try connection.ending(.hidden, by: .shown, of: .item(item))
        }
        guard let showing else { return DecisionOutcome() }
        if let later = showing.unless(by: decider) { return DecisionOutcome(earlier: later) }
        return try await setHidden(
            true, item, because: reason, reopening: false, undoing: showing.id, by: decider,
            at: now)
    }

    /// Removes a message again that the operator has just brought back, for the former reason. A later
    /// decision by another operator stands.
    /// - Throws: `.notFound`.
    private func removeAgain(
        _ report: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (returning, reason): (Decision?, String) = try await read {
            connection throws(StorageError) in
            let found: Report = try connection.one(Report.selectOne, report)
            return try connection.ending(.removed, by: .returned, of: found.subject)
        }
        guard let returning else { return DecisionOutcome() }
        if let later = returning.unless(by: decider) { return DecisionOutcome(earlier: later) }
        return try await setRemoved(
            true, messageOf: report, because: reason, reopening: false, undoing: returning.id,
            by: decider, at: now)
    }

    public func decisions(
        about person: Account.ID, limit: Int
    ) async throws(StorageError) -> [Decision] {
        try await read { connection throws(StorageError) -> [Decision] in
            let decisions: [Decision] = try connection.all(
                Decision.selectAbout, person, max(limit, 0))
            guard decisions.isEmpty else { return decisions }
            return try connection.all(Decision.selectAboutFormer, person, max(limit, 0))
        }
    }
}

extension Connection {
    /// The accounts to notify of a decision, and its outcome.
    typealias Told = ([Account.ID], DecisionOutcome)

    /// - Throws: `.notFound`.
    fileprivate func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> Told {
        let report: Report = try one(Report.selectOne, id)
        let isOfDeparted = report.isOfDeparted
        guard report.dateSettled == nil else {
            return (
                [],
                DecisionOutcome(
                    earlier: report.decision?.unless(by: decider), isOfDeparted: isOfDeparted)
            )
        }
        let decision = try note(.dismissed, of: report, by: decider, at: now)
        let told = try settleReports(
            where: Report.isOfSameThing, id, upTo: id, by: decision,
            telling: isOfDeparted ? .reportedHasLeft : .reportDismissed, at: now)
        return (told, DecisionOutcome(isOfDeparted: isOfDeparted))
    }

    /// The dismissal by another operator that the present one has not seen; nil if they may decide.
    /// A dismissal that they overrule is taken back.
    /// - Parameter told: gets the accounts whose notice of that dismissal is withdrawn.
    func unseenDismissal(
        of seen: SeenReport?, by decider: Account.ID?, telling told: inout [Account.ID],
        at now: Timestamp
    ) throws(StorageError) -> Decision? {
        guard let seen else { return nil }
        let report: Report? = try first(Report.selectOne, seen.id)
        guard let dismissal = report?.decision?.unless(by: decider), dismissal.kind == .dismissed
        else { return nil }
        guard dismissal.id == seen.dismissal else { return dismissal }
        told += try reopenReport(seen.id, by: decider, at: now)
        return nil
    }

    /// The last decision of this kind about the subject, if another operator has made it; nil
    /// otherwise, or if it was not stored.
    func earlier(
        _ kind: Decision.Kind, of subject: Report.Subject, unlessBy decider: Account.ID?
    ) throws(StorageError) -> Decision? {
        try last(kind, of: subject)?.unless(by: decider)
    }

    func last(
        _ kind: Decision.Kind, of subject: Report.Subject
    ) throws(StorageError) -> Decision? {
        switch subject {
        case .item(let id): try first(Decision.selectLastOfItem, id, kind)
        case .message(let id): try first(Decision.selectLastOfMessage, id, kind)
        case .person(let id): try first(Decision.selectLastOfPerson, id, kind)
        }
    }

    /// Whether any operator has ever taken this measure.
    /// - Throws: `.notFound` if the person or the report that it is about is gone.
    fileprivate func wasTaken(_ measure: Decision.Measure) throws(StorageError) -> Bool {
        switch measure {
        case .hiding(let id): return try last(.hidden, of: .item(id)) != nil
        case .showing(let id): return try last(.shown, of: .item(id)) != nil
        case .removal(let id): return try last(.removed, of: subject(of: id)) != nil
        case .returning(let id): return try last(.returned, of: subject(of: id)) != nil
        case .suspension(let id): return try wasTaken(.suspended, about: id)
        case .lifting(let id, hidingItems: _): return try wasTaken(.lifted, about: id)
        case .termChange(let id, until: _): return try wasTaken(.termChanged, about: id)
        // A report that is open is reopened without any effect.
        case .dismissal: return true
        }
    }

    /// - Throws: `.notFound`.
    private func wasTaken(
        _ kind: Decision.Kind, about person: Account.ID
    ) throws(StorageError) -> Bool {
        try checkAccount(person)
        return try last(kind, of: .person(person)) != nil
    }

    /// - Throws: `.notFound`.
    private func subject(of report: Report.ID) throws(StorageError) -> Report.Subject {
        let found: Report = try one(Report.selectOne, report)
        return found.subject
    }

    /// The last decision that ended a measure about the subject, and the measure's reason; empty if
    /// that decision ended another one, as showing a listing that was hidden with its seller does.
    fileprivate func ending(
        _ measure: Decision.Kind, by kind: Decision.Kind, of subject: Report.Subject
    ) throws(StorageError) -> (Decision?, String) {
        let ending = try last(kind, of: subject)
        guard let ending, let taken = try last(measure, of: subject) else { return (ending, "") }
        let undoing = taken.undoing(among: try decisions(after: taken))
        return (ending, undoing?.id == ending.id ? taken.reason : "")
    }

    /// Reopens the reports settled by the last decision of a kind about the subject.
    /// - Returns: the accounts whose notice of the outcome is withdrawn.
    func reopenReports(
        settledBy kind: Decision.Kind, of subject: Report.Subject
    ) throws(StorageError) -> [Account.ID] {
        guard let decision = try last(kind, of: subject) else { return [] }
        return try reopenReports(
            where: "decision = ?", decision.id, settledAt: decision.date, by: decision.id)
    }

    /// - Returns: the accounts whose notice of the outcome is withdrawn.
    /// - Throws: `.notFound`.
    fileprivate func reopenReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> [Account.ID] {
        let report: Report = try one(Report.selectOne, id)
        guard let date = report.dateSettled, try !isSettledByUnknown(report) else { return [] }
        if let decision = report.decision {
            let later = try decisions(after: decision)
            guard decision.mayBeReopened(after: later) else { return [] }
        }
        _ = try note(.reopened, of: report, by: decider, at: now)
        return try reopenReports(
            where: "\(Report.isOfSameThing)", id, settledAt: date, by: report.decision?.id)
    }

    /// Whether a newer version has settled the report in a way that this one does not know.
    private func isSettledByUnknown(_ report: Report) throws(StorageError) -> Bool {
        guard report.decision == nil else { return false }
        return try exists(
            "SELECT 1 FROM report WHERE id = ? AND decision IS NOT NULL", report.id)
    }

    private func note(
        _ kind: Decision.Kind, of report: Report, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> Decision.ID {
        try note(
            kind, about: report.person?.id, of: report.subject, report.title, by: decider, at: now)
    }

    /// - Parameters:
    ///   - person: the person whom the decision is about; nil for a guest.
    ///   - thing: the person's item or message that it is about; nil for the person.
    ///   - end: when the decision ends by itself; nil if it does not.
    ///   - undone: the decision that is undone by this one; nil if none is.
    func note(
        _ kind: Decision.Kind, about person: Account.ID?, of thing: Report.Subject? = nil,
        _ title: String = "", because reason: String = "", until end: Timestamp? = nil,
        undoing undone: Decision.ID? = nil, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> Decision.ID {
        let isThere = try exists("SELECT 1 FROM account WHERE id = ?", person)
        return try insert(
            """
            INSERT INTO decision (
                person, former_person, decider, item, message, undone, kind, date, ends, title,
                reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            isThere ? person : nil, isThere ? nil : person, decider, thing?.item, thing?.message,
            undone, kind, now, end, title, reason)
    }
}

extension Decision {
    /// Returns nil if the decision was made by the present operator.
    func unless(by decider: Account.ID?) -> Decision? {
        self.decider?.id == decider ? nil : self
    }
}

extension Report {
    /// Whether the person, or the item, that the report is about is gone, so that nothing can be
    /// decided any more; a message may still exist.
    fileprivate var isOfDeparted: Bool { person?.hasLeft == true && subject.message == nil }

    /// The title of a decision about the reported thing; empty for a person.
    var title: String {
        switch subject {
        case .item: excerpt
        case .message: String(excerpt.prefix(Limits.title))
        case .person: ""
        }
    }
}
