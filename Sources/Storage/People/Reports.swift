import Market

extension SQLiteStorage: ReportStorage {
    public func excerpt(
        of subject: Report.Subject, for reporter: Account.ID
    ) throws(StorageError) -> String {
        try read { connection throws(StorageError) in
            try connection.reported(subject, by: reporter).excerpt
        }
    }

    public func insert(_ report: NewReport) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(report.reporter)
            try connection.checkMayPost(report.reporter)
            let reported = try connection.reported(report.subject, by: report.reporter)
            guard try !connection.hasReported(report) else { throw .limitReached(most: 1) }
            try connection.run(
                """
                INSERT INTO report (
                    reporter, item, person, message, reason, date, excerpt, text
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                report.reporter, report.subject.item, reported.person, report.subject.message,
                report.reason, report.date, reported.excerpt, report.text)
        }
    }

    public func reports(
        areSettled: Bool, before id: Report.ID?, limit: Int
    ) throws(StorageError) -> [Report] {
        try all(
            areSettled ? Report.selectSettled : Report.selectOpen, id ?? .max, max(limit, 0))
    }

    public func settleReport(_ id: Report.ID, at now: Timestamp) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.runOnce(
                "UPDATE report SET date_settled = coalesce(date_settled, ?) WHERE id = ?", now, id)
        }
    }

    public func setHidden(
        _ isHidden: Bool, _ item: Item.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            try connection.checkItem(item)
            try connection.run(
                "UPDATE item SET position = -position WHERE id = ? AND (position < 0) <> ?",
                item, isHidden)
            guard isHidden else { return }
            try connection.run(
                "UPDATE report SET date_settled = ? WHERE item = ? AND date_settled IS NULL",
                now, item)
        }
    }

    public func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await write(.organiser(account)) { connection throws(StorageError) in
            try connection.runOnce(
                "UPDATE account SET date_suspended = ? WHERE id = ?", isSuspended ? now : nil,
                account)
            guard isSuspended else { return }
            try connection.run(
                "UPDATE report SET date_settled = ? WHERE person = ? AND date_settled IS NULL",
                now, account)
        }
    }
}

extension Connection {
    /// - Throws: `.suspended` for who may neither write nor post.
    func checkMayPost(_ account: Account.ID) throws(StorageError) {
        guard try !isSuspended(account) else { throw .suspended }
    }

    /// The same of one of two.
    func checkMayPost(as row: ConversationRow) throws(StorageError) {
        let account = row.party == .seller ? row.seller : row.asker
        if let account { try checkMayPost(account) }
    }

    func isSuspended(_ account: Account.ID) throws(StorageError) -> Bool {
        try exists("SELECT 1 FROM account WHERE id = ? AND date_suspended IS NOT NULL", account)
    }

    /// What there is to report, and whose it is where that is not told by an item.
    /// - Throws: `.notFound`.
    fileprivate func reported(
        _ subject: Report.Subject, by reporter: Account.ID
    ) throws(StorageError) -> (excerpt: String, person: Account.ID?) {
        switch subject {
        case .item(let id):
            let title: String = try one(
                "SELECT title FROM item WHERE id = ? AND seller IS NOT ? AND position > 0", id,
                reporter)
            return (title, nil)
        case .person(let id):
            guard id != reporter else { throw .notFound }
            return (try one("SELECT nickname FROM account WHERE id = ?", id), id)
        case .message(let id):
            let message: ReportedMessage = try one(
                ReportedMessage.select, id, reporter, reporter)
            return (message.text, message.author)
        }
    }

    fileprivate func hasReported(_ report: NewReport) throws(StorageError) -> Bool {
        switch report.subject {
        case .item(let id):
            try exists(
                "SELECT 1 FROM report WHERE item = ? AND reporter = ?", id, report.reporter)
        case .person(let id):
            try exists(
                "SELECT 1 FROM report WHERE person = ? AND reporter = ? AND message IS NULL",
                id, report.reporter)
        case .message(let id):
            try exists(
                "SELECT 1 FROM report WHERE message = ? AND reporter = ?", id, report.reporter)
        }
    }
}

extension Report.Subject {
    fileprivate var item: Item.ID? { if case .item(let id) = self { id } else { nil } }
    fileprivate var message: ChatMessage.ID? {
        if case .message(let id) = self { id } else { nil }
    }
}

// MARK: - Rows

/// What another wrote to the reporter.
private struct ReportedMessage: Record {
    let text: String
    let author: Account.ID?

    static let columns: SQL = "message.text, iif(is_sellers, seller, asker)"
    static let select: SQL = """
        SELECT \(columns) FROM message JOIN conversation ON conversation.id = message.conversation
        WHERE message.id = ? AND note IS NULL AND amount IS NULL AND message.text <> ''
            AND (is_sellers AND asker = ? OR NOT is_sellers AND seller = ?)
        """

    init(_ row: inout Statement) throws(StorageError) {
        (text, author) = (try row.next(), try row.next())
    }
}

extension Report: Record {
    static let columns: SQL = """
        report.id, report.item, report.message, reason, report.text, excerpt, report.date, \
        date_settled, reporter.id, reporter.nickname, reporter.date_suspended IS NOT NULL, \
        person.id, person.nickname, person.date_suspended IS NOT NULL, \
        coalesce(item.position < 0, 0)
        """
    private static let select: SQL = """
        SELECT \(columns) FROM report
        LEFT JOIN account AS reporter ON reporter.id = reporter
        LEFT JOIN item ON item.id = report.item
        LEFT JOIN account AS person ON person.id = coalesce(report.person, item.seller)
        """
    fileprivate static let selectOpen: SQL = """
        \(select) WHERE date_settled IS NULL AND report.id < ? ORDER BY report.id DESC LIMIT ?
        """
    fileprivate static let selectSettled: SQL = """
        \(select) WHERE date_settled IS NOT NULL AND report.id < ?
        ORDER BY report.id DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        let id: Report.ID = try row.next()
        let (item, message): (Item.ID?, ChatMessage.ID?) = (try row.next(), try row.next())
        let reason: Report.Reason = try row.next()
        let (text, excerpt): (String, String) = (try row.next(), try row.next())
        let (date, settled): (Timestamp, Timestamp?) = (try row.next(), try row.next())
        let (reporter, person) = (try Person.read(&row), try Person.read(&row))
        let subject: Subject
        if let item {
            subject = .item(item)
        } else if let message {
            subject = .message(message)
        } else if let person {
            subject = .person(person.id)
        } else {
            throw row.damage("person")
        }
        self.init(
            id: id, subject: subject, reason: reason, text: text, excerpt: excerpt, date: date,
            dateSettled: settled, reporter: reporter, person: person,
            isItemHidden: try row.next())
    }
}

extension Report.Person {
    /// Nil for nobody.
    fileprivate static func read(
        _ row: inout Statement
    ) throws(StorageError) -> Report.Person? {
        let (id, nickname): (Account.ID?, String?) = (try row.next(), try row.next())
        let isSuspended: Bool = try row.next()
        guard let id, let nickname else { return nil }
        return Report.Person(id: id, nickname: nickname, isSuspended: isSuspended)
    }
}
