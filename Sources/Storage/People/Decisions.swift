import Market

extension SQLStorage {
    public func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.settleReport(id, by: decider, at: now)
        }
    }

    public func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) {
        let seller: Account.ID? = try await writeConversations { connection throws(StorageError) in
            try connection.setHidden(isHidden, item, because: reason, by: decider, at: now)
        }
        feed.post([.items, .item(item)])
        if let seller { feed.post(.organiser(seller)) }
    }

    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String,
        by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) {
        let conversations: [Conversation.ID] = try await write(.organiser(account)) {
            connection throws(StorageError) in
            try connection.setSuspended(
                isSuspended, account, because: reason, by: decider, at: now)
            return try connection.conversationIDs(
                of: .account(account), nil, before: .max, Conversation.mostTold)
        }
        feed.post(conversations.map(Change.conversation))
    }

    public func suspendedPeople(
        before key: SuspendedPerson.Key?, limit: Int
    ) async throws(StorageError) -> [SuspendedPerson] {
        try await all(
            SuspendedPerson.select, key?.date ?? Timestamp(seconds: .max), key?.id ?? .max,
            max(limit, 0))
    }

    public func decisions(
        about person: Account.ID, limit: Int
    ) async throws(StorageError) -> [Decision] {
        try await all(Decision.selectAbout, person, max(limit, 0))
    }
}

extension Connection {
    /// - Throws: `.notFound`.
    fileprivate func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) {
        let report: Report = try one(Report.selectOne, id)
        guard report.dateSettled == nil else { return }
        let decision = try note(
            .dismissed, about: report.person?.id, of: report.subject, report.title, by: decider,
            at: now)
        try run(
            "UPDATE report SET date_settled = ?, decision = ? WHERE id = ?", now, decision, id)
    }

    /// - Returns: whose it is, nil for nobody's; and the conversations that it has changed, as they
    ///   were before.
    fileprivate func setHidden(
        _ isHidden: Bool, _ id: Item.ID, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) throws(StorageError) -> (Account.ID?, [ConversationRow]) {
        let trasher: Account.ID? = try first("SELECT account FROM deletion WHERE item = ?", id)
        let found: Item? = try trasher == nil ? self.item(id) : itemInTrash(id)
        guard let item = found else { throw .itemNotFound }
        let seller = trasher ?? item.seller
        let wasHidden = try exists("SELECT 1 FROM hiding WHERE item = ?", id)
        var decision: Decision.ID?
        if wasHidden != isHidden {
            decision = try note(
                isHidden ? .hidden : .shown, about: seller, of: .item(id), item.content.title,
                because: reason, by: decider, at: now)
        }
        if trasher == nil {
            try run(
                """
                UPDATE item SET position = -position
                WHERE id = ? AND CASE WHEN position < 0 THEN 1 ELSE 0 END <> ?
                """,
                id, isHidden)
        }
        guard isHidden else {
            return (seller, try show(id, wasHidden: wasHidden, isInTrash: trasher != nil, at: now))
        }
        try hidePhotos(of: id)
        try run(
            """
            INSERT INTO hiding (item, account, date, reason) VALUES (?, ?, ?, ?)
            ON CONFLICT (item) DO NOTHING
            """,
            id, seller, now, reason)
        try run(
            """
            UPDATE report SET date_settled = ?, decision = ?
            WHERE item = ? AND date_settled IS NULL
            """,
            now, decision, id)
        return (seller, [])
    }

    /// The photos of what lies in the trash come back with it; what is there again is told to those who
    /// wait for it.
    private func show(
        _ id: Item.ID, wasHidden: Bool, isInTrash: Bool, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        guard wasHidden else { return [] }
        try run("DELETE FROM hiding WHERE item = ?", id)
        try showPhotos(of: id)
        guard !isInTrash else {
            try hidePhotos(ofTrashed: id)
            return []
        }
        let shown = try self.item(id)
        return try tellAvailable(shown, at: now) + tellFirstInLine(since: shown, at: now)
    }

    /// - Throws: `.notFound`.
    fileprivate func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, because reason: String,
        by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) {
        try checkAccount(account)
        var decision: Decision.ID?
        if try self.isSuspended(account) != isSuspended {
            try run(
                "UPDATE account SET date_suspended = ? WHERE id = ?", isSuspended ? now : nil,
                account)
            decision = try note(
                isSuspended ? .suspended : .lifted, about: account, because: reason,
                by: decider, at: now)
        }
        guard isSuspended else { return }
        try run(
            """
            UPDATE report SET date_settled = ?, decision = ?
            WHERE person = ? AND date_settled IS NULL
            """,
            now, decision, account)
    }

    /// - Parameters:
    ///   - person: whom it is about; nil for a guest.
    ///   - thing: what of theirs; nil for themselves.
    func note(
        _ kind: Decision.Kind, about person: Account.ID?, of thing: Report.Subject? = nil,
        _ title: String = "", because reason: String = "", by decider: Account.ID?,
        at now: Timestamp
    ) throws(StorageError) -> Decision.ID {
        try insert(
            """
            INSERT INTO decision (person, decider, item, message, kind, date, title, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            person, decider, thing?.item, thing?.message, kind, now, title, reason)
    }
}

extension Report {
    /// What a decision calls the thing that it is about; empty for a person.
    var title: String {
        switch subject {
        case .item: excerpt
        case .message: String(excerpt.prefix(Limits.title))
        case .person: ""
        }
    }
}

// MARK: - Rows

extension Decision: Record {
    /// Of the tables decision and, for who took it, decider.
    static let columns: SQL = """
        decision.id, decision.kind, decision.title, decision.reason, decision.date, \
        decision.person, decision.item, decision.message, \
        (SELECT max(settled.id) FROM report AS settled WHERE settled.decision = decision.id), \
        decider.id, decider.nickname, decider.date_suspended IS NOT NULL
        """
    static let select: SQL = """
        SELECT \(columns) FROM decision
        LEFT JOIN account AS decider ON decider.id = decision.decider
        """
    fileprivate static let selectAbout: SQL = """
        \(select) WHERE decision.person = ? ORDER BY decision.id DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        guard let decision = try Self.read(&row) else { throw row.damage("decision") }
        self = decision
    }

    /// Nil for none.
    static func read(_ row: inout Statement) throws(StorageError) -> Decision? {
        let (id, kind): (Decision.ID?, Kind?) = (try row.next(), try row.next())
        let (title, reason): (String?, String?) = (try row.next(), try row.next())
        let date: Timestamp? = try row.next()
        let person: Account.ID? = try row.next()
        let (item, message): (Item.ID?, ChatMessage.ID?) = (try row.next(), try row.next())
        let report: Report.ID? = try row.next()
        let decider = try Report.Person.read(&row)
        guard let id, let kind, let title, let reason, let date else { return nil }
        return Decision(
            id: id, kind: kind, subject: kind.subject(item, message, person), title: title,
            reason: reason, date: date, report: report, decider: decider)
    }
}

extension Decision.Kind {
    /// What such a decision is about; nil where it was taken before that was kept.
    fileprivate func subject(
        _ item: Item.ID?, _ message: ChatMessage.ID?, _ person: Account.ID?
    ) -> Report.Subject? {
        if let item { return .item(item) }
        if let message { return .message(message) }
        return switch self {
        case .dismissed, .suspended, .lifted: person.map { Report.Subject.person($0) }
        case .hidden, .shown, .removed, .returned: nil
        }
    }
}

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
