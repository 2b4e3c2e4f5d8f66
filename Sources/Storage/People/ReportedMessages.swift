import Market

extension SQLStorage {
    public func reportedMessages(
        _ ids: [ChatMessage.ID]
    ) async throws(StorageError) -> [ChatMessage.ID: ReportedMessage] {
        guard !ids.isEmpty else { return [:] }
        return try await read {
            connection throws(StorageError) -> [ChatMessage.ID: ReportedMessage] in
            var found: [ChatMessage.ID: ReportedMessage] = [:]
            for id in ids { found[id] = try connection.reportedMessage(id) }
            return found
        }
    }

    @discardableResult
    public func setRemoved(
        _ isRemoved: Bool, messageOf report: Report.ID, because reason: String,
        seeing seen: SeenReport?, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        try await setRemoved(
            isRemoved, messageOf: report, because: reason, seeing: seen, reopening: false,
            by: decider, at: now)
    }

    /// - Parameters:
    ///   - reopens: whether the operator's own measure is undone, so that the reports that it settled
    ///     become open again.
    ///   - undone: the decision that is undone, if it was not a measure.
    func setRemoved(
        _ isRemoved: Bool, messageOf report: Report.ID, because reason: String,
        seeing seen: SeenReport? = nil, reopening reopens: Bool,
        undoing undone: Decision.ID? = nil, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) -> DecisionOutcome {
        let (told, outcome): Connection.Told = try await writeConversation {
            connection throws(StorageError) in
            var reporters: [Account.ID] = []
            if let dismissal = try connection.unseenDismissal(
                of: seen, by: decider, telling: &reporters, at: now)
            {
                return (([], DecisionOutcome(earlier: dismissal)), nil)
            }
            let ((told, outcome), changed) = try connection.setRemoved(
                isRemoved, messageOf: report, because: reason, reopening: reopens,
                undoing: undone, by: decider, at: now)
            return ((told + reporters, outcome), changed)
        }
        feed.post([.reports] + told.map(Change.organiser))
        return outcome
    }
}

extension Connection {
    /// Adds the reasons why an operator has removed messages that their reader has written.
    func withRemovalReasons(
        _ messages: [ChatMessage], for party: Dealing.Party
    ) throws(StorageError) -> [ChatMessage] {
        var messages = messages
        for place in messages.indices
        where messages[place].isRemoved && messages[place].author == party {
            let reason: String? = try first(
                """
                SELECT reason FROM decision WHERE message = ? AND kind = ?
                ORDER BY id DESC LIMIT 1
                """, messages[place].id, Decision.Kind.removed)
            messages[place].removalReason = reason ?? ""
        }
        return messages
    }

    /// Returns nil if the conversation is gone.
    fileprivate func reportedMessage(
        _ id: ChatMessage.ID
    ) throws(StorageError) -> ReportedMessage? {
        let place: Conversation.ID? = try first("SELECT conversation FROM message WHERE id = ?", id)
        guard let place else { return nil }
        var row = try conversation(ofReportedIn: place)
        let title: String? = try first("SELECT title FROM item WHERE id = ?", row.item)
        row.party = .asker
        let seller = row.other
        row.party = .seller
        return ReportedMessage(
            id: id, item: row.item, itemTitle: title ?? row.itemTitle, seller: seller,
            asker: row.other, messages: try messages(around: id, in: place))
    }

    private func messages(
        around id: ChatMessage.ID, in place: Conversation.ID
    ) throws(StorageError) -> [ChatMessage] {
        let before: [ChatMessage] = try all(
            """
            SELECT \(ChatMessage.columns) FROM message
            WHERE conversation = ? AND id < ? AND note IS NULL ORDER BY id DESC LIMIT ?
            """, place, id, ReportedMessage.mostBefore)
        let after: [ChatMessage] = try all(
            """
            SELECT \(ChatMessage.columns) FROM message
            WHERE conversation = ? AND id > ? AND note IS NULL ORDER BY id LIMIT ?
            """, place, id, ReportedMessage.mostAfter)
        return before.reversed() + [try message(id, in: place)] + after
    }

    /// - Returns: the accounts to notify, and the changed conversation, as it was before; nil if
    ///   nothing has changed.
    /// - Throws: `.notFound`.
    fileprivate func setRemoved(
        _ isRemoved: Bool, messageOf id: Report.ID, because reason: String,
        reopening reopens: Bool, undoing undone: Decision.ID?, by decider: Account.ID?,
        at now: Timestamp
    ) throws(StorageError) -> (Told, ConversationRow?) {
        let report: Report = try one(Report.selectOne, id)
        guard case .message(let message) = report.subject else { throw .notFound }
        let place: Conversation.ID = try one(
            "SELECT conversation FROM message WHERE id = ?", message)
        var row = try conversation(ofReportedIn: place)
        let found = try self.message(message, in: place)
        row.party = found.author
        if reopens, found.isRemoved,
            let later = try earlier(.removed, of: report.subject, unlessBy: decider)
        {
            return (([], DecisionOutcome(earlier: later)), nil)
        }
        let changed = try run(
            "UPDATE message SET is_taken_back = ?, revision = ? WHERE id = ? AND is_taken_back = ?",
            isRemoved ? MessageWithdrawal.byOperator : .byNobody, row.revision.next, message,
            isRemoved ? MessageWithdrawal.byNobody : .byOperator)
        var decision: Decision.ID?
        var told: [Account.ID] = []
        if changed > 0 {
            let wasRead = row.readByOther ?? .min >= message
            try note(row, unread: wasRead ? 0 : isRemoved ? -1 : 1)
            decision = try note(
                isRemoved ? .removed : .returned, about: row.account ?? report.person?.id,
                of: report.subject, report.title, because: reason, undoing: undone, by: decider,
                at: now)
            if !isRemoved { try forgetNotices(ofReports: "message = ?", message) }
            if let writer = row.account {
                // A notice of an earlier decision no longer holds.
                try run(
                    """
                    DELETE FROM notice WHERE account = ? AND kind IN (?, ?)
                        AND report IN (SELECT id FROM report WHERE message = ?)
                    """, writer, Notice.Kind.removed, Notice.Kind.returned, message)
                let title: String? = try first("SELECT title FROM item WHERE id = ?", row.item)
                try tell(
                    writer, isRemoved ? .removed : .returned, report: id, title ?? row.itemTitle,
                    because: reason, at: now)
                told.append(writer)
            }
        }
        if reopens && changed > 0 {
            told += try reopenReports(settledBy: .removed, of: report.subject)
        }
        if isRemoved {
            told += try settleReports(
                where: "message = ?", message, by: decision, telling: .reportedMessageRemoved,
                at: now)
        }
        let earlier =
            try isRemoved && changed == 0
            ? self.earlier(.removed, of: report.subject, unlessBy: decider) : nil
        return ((told, DecisionOutcome(earlier: earlier)), changed > 0 ? row : nil)
    }

    /// The conversation of a reported message: operators may read a few messages around it.
    private func conversation(
        ofReportedIn id: Conversation.ID
    ) throws(StorageError) -> ConversationRow {
        try one("\(ConversationRow.select) WHERE conversation.id = ?", id)
    }
}
