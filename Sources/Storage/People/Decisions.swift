import Market

extension SQLStorage {
    public func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.reports) { connection throws(StorageError) in
            try connection.settleReport(id, by: decider, at: now)
        }
    }

    public func reopenReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.reports) { connection throws(StorageError) in
            try connection.reopenReport(id, by: decider, at: now)
        }
    }

    public func setHidden(
        _ isHidden: Bool, _ item: Item.ID, because reason: String, by decider: Account.ID?,
        at now: Timestamp
    ) async throws(StorageError) {
        let seller: Account.ID? = try await writeConversations { connection throws(StorageError) in
            try connection.setHidden(isHidden, item, because: reason, by: decider, at: now)
        }
        feed.post([.items, .item(item), .reports])
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
        feed.post(conversations.map(Change.conversation) + [.reports])
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
        try await all(Decision.select, person, max(limit, 0))
    }
}

extension Connection {
    /// - Throws: `.notFound`.
    fileprivate func settleReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) {
        let report: Report = try one(Report.selectOne, id)
        guard report.dateSettled == nil else { return }
        let decision = try note(.dismissed, of: report, by: decider, at: now)
        try run(
            """
            UPDATE report SET date_settled = ?, decision = ?
            WHERE date_settled IS NULL AND id <= ? AND \(Report.isOfSameThing)
            """,
            now, decision, id, id)
    }

    /// - Throws: `.notFound`.
    fileprivate func reopenReport(
        _ id: Report.ID, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) {
        let report: Report = try one(Report.selectOne, id)
        guard let date = report.dateSettled, report.decision.map(\.kind) ?? .dismissed == .dismissed
        else { return }
        _ = try note(.reopened, of: report, by: decider, at: now)
        try run(
            """
            UPDATE report SET date_settled = NULL, decision = NULL
            WHERE date_settled = ? AND \(Report.isOfSameThing)
            """,
            date, id)
    }

    /// Nil where what it is about is nobody's.
    private func note(
        _ kind: Decision.Kind, of report: Report, by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> Decision.ID? {
        guard let person = report.person else { return nil }
        var title = ""
        if case .item = report.subject { title = report.excerpt }
        return try note(kind, about: person.id, title, by: decider, at: now)
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
        if let seller, wasHidden != isHidden {
            decision = try note(
                isHidden ? .hidden : .shown, about: seller, item.content.title, because: reason,
                by: decider, at: now)
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
            INSERT INTO hiding (item, account, date, reason, decider) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (item) DO UPDATE SET date_mended = NULL
            """,
            id, seller, now, reason, decider)
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

    func note(
        _ kind: Decision.Kind, about person: Account.ID, _ title: String = "",
        because reason: String = "", by decider: Account.ID?, at now: Timestamp
    ) throws(StorageError) -> Decision.ID {
        try insert(
            """
            INSERT INTO decision (person, decider, kind, date, title, reason)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            person, decider, kind, now, title, reason)
    }
}

// MARK: - Rows

extension Decision: Record {
    /// The kinds that are counted.
    static let measures = SQL(
        stringLiteral: Kind.measures.map { "\($0.rawValue)" }.joined(separator: ", "))
    /// Of the tables decision and, for who took it, decider.
    static let columns: SQL = """
        decision.id, decision.kind, decision.title, decision.reason, decision.date, \
        decider.id, decider.nickname, decider.date_suspended IS NOT NULL
        """
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM decision
        LEFT JOIN account AS decider ON decider.id = decision.decider
        WHERE decision.person = ? ORDER BY decision.id DESC LIMIT ?
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
        let decider = try Report.Person.read(&row)
        guard let id, let kind, let title, let reason, let date else { return nil }
        return Decision(
            id: id, kind: kind, title: title, reason: reason, date: date, decider: decider)
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
