import Market

extension SQLStorage: ReportStorage {
    public func excerpt(
        of subject: Report.Subject, for reporter: Conversation.Reader
    ) async throws(StorageError) -> String {
        try await read { connection throws(StorageError) in
            try connection.reported(subject, by: reporter).excerpt
        }
    }

    public func excerpt(of subject: Report.Subject) async throws(StorageError) -> String {
        switch subject {
        case .item(let id):
            try await one("SELECT title FROM item WHERE id = ? AND position > 0", id)
        case .person(let id): try await one("SELECT nickname FROM account WHERE id = ?", id)
        case .message: throw .notFound
        }
    }

    public func insert(_ report: NewReport) async throws(StorageError) {
        try await write(.reports) { connection throws(StorageError) in
            if let account = report.reporter.account {
                try connection.checkAccount(account)
                try connection.checkMayPost(account)
            }
            let reported = try connection.reported(report.subject, by: report.reporter)
            try connection.makeRoom(for: report)
            let id: Report.ID = try connection.insert(
                """
                INSERT INTO report (
                    reporter, item, person, message, reason, date, excerpt, text
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                report.reporter.account, report.subject.item, reported.person,
                report.subject.message, report.reason, report.date, reported.excerpt,
                report.text)
            try connection.run(Report.keepListing, id)
        }
    }

    public func reports(
        by reporter: Account.ID, before id: Report.ID?, limit: Int
    ) async throws(StorageError) -> [Report] {
        try await all(Report.selectOwn, reporter, id ?? .max, max(limit, 0))
    }

    public func photo(of report: Report.ID) async throws(StorageError) -> [UInt8] {
        try await read { connection throws(StorageError) in
            let bytes: [UInt8]? = try connection.first(
                """
                SELECT medium FROM message_photo JOIN report USING (message) WHERE report.id = ?
                """,
                report)
            guard let bytes else { throw .photoNotFound }
            return bytes
        }
    }

    public func countOpenReports(upTo most: Int) async throws(StorageError) -> Int {
        try await one(Report.countOpen, max(most, 0))
    }

    public func hidingReason(of item: Item.ID) async throws(StorageError) -> String? {
        try await first("SELECT reason FROM hiding WHERE item = ?", item)
    }

    public func hasReported(
        _ item: Item.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.exists(
                "SELECT 1 FROM report WHERE item = ? AND reporter = ?", item, account)
        }
    }

    public func openReports(
        of messages: [ChatMessage.ID], by reader: Conversation.Reader
    ) async throws(StorageError) -> Set<ChatMessage.ID> {
        guard !messages.isEmpty else { return [] }
        return try await read { connection throws(StorageError) in
            guard let account = reader.account else {
                return try connection.openReportsOfGuests(of: messages)
            }
            let own: [ChatMessage.ID] = try connection.all(Report.selectOwnOpen, account)
            return Set(own).intersection(messages)
        }
    }

    public func isSuspended(_ account: Account.ID) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in try connection.isSuspended(account) }
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

    /// Which of these messages were reported by guests. A message written to a guest can only have been
    /// reported by that guest, because nobody can report their own messages.
    fileprivate func openReportsOfGuests(
        of messages: [ChatMessage.ID]
    ) throws(StorageError) -> Set<ChatMessage.ID> {
        var reported: Set<ChatMessage.ID> = []
        for start in stride(from: 0, to: messages.count, by: SQL.groupSize) {
            var rows = try prepare(Report.selectGuestsOpen)
            try rows.bindGroup(messages, from: start)
            while try rows.step() { reported.insert(try rows.next()) }
        }
        return reported
    }

    /// Keeps the reports of a guest's item that is about to be deleted; reports of a member's item
    /// are kept by a trigger, which knows the seller.
    func keepReports(ofGuests item: Item.ID) throws(StorageError) {
        try run("UPDATE report SET former_item = item, item = NULL WHERE item = ?", item)
    }

    /// Makes them reports of the item again, which has been restored.
    func returnReports(ofGuests item: Item.ID) throws(StorageError) {
        try run(
            """
            UPDATE report SET item = former_item, former_item = NULL
            WHERE former_item = ? AND person IS NULL AND former_person IS NULL
            """,
            item)
    }

    /// Deletes those of them that were settled before `moment`; no deletion of an account removes
    /// them.
    func purgeReportsOfGuests(settledBefore moment: Timestamp) throws(StorageError) {
        try run(
            """
            DELETE FROM report
            WHERE date_settled < ? AND former_item IS NOT NULL AND person IS NULL
                AND former_person IS NULL
            """,
            moment)
    }

    /// The excerpt of what is reported, and the person, unless the item tells who that is.
    /// - Throws: `.notFound`.
    fileprivate func reported(
        _ subject: Report.Subject, by reporter: Conversation.Reader
    ) throws(StorageError) -> (excerpt: String, person: Account.ID?) {
        switch (subject, reporter) {
        case (.item(let id), .account(let reporter)):
            let title: String = try one(
                "SELECT title FROM item WHERE id = ? AND seller IS NOT ? AND position > 0", id,
                reporter)
            return (title, nil)
        case (.person(let id), .account(let reporter)) where id != reporter:
            return (try one("SELECT nickname FROM account WHERE id = ?", id), id)
        case (.message(let id), _):
            return try reported(id, by: reporter)
        case (.item, .guest), (.person, _):
            throw .notFound
        }
    }

    /// What the other person has written or sent to the reporter.
    private func reported(
        _ id: ChatMessage.ID, by reporter: Conversation.Reader
    ) throws(StorageError) -> (excerpt: String, person: Account.ID?) {
        let row = try conversation(
            try one("SELECT conversation FROM message WHERE id = ?", id), of: reporter)
        let message = try message(id, in: row.id)
        guard message.mayBeReported(by: row.party) else { throw .notFound }
        return (message.text, row.party == .seller ? row.asker : row.seller)
    }

    /// Deletes the same person's earlier report of the subject, if it is settled.
    /// - Throws: `.limitReached` if it is still open.
    fileprivate func makeRoom(for report: NewReport) throws(StorageError) {
        guard let earlier = try earlier(report) else { return }
        let deleted = try run(
            "DELETE FROM report WHERE id = ? AND date_settled IS NOT NULL", earlier)
        guard deleted == 1 else { throw .limitReached(most: 1) }
    }

    /// The same person's earlier report of the subject.
    private func earlier(_ report: NewReport) throws(StorageError) -> Report.ID? {
        let reporter = report.reporter.account
        return switch report.subject {
        case .item(let id):
            try first("SELECT id FROM report WHERE item = ? AND reporter IS ?", id, reporter)
        case .person(let id):
            try first(
                """
                SELECT id FROM report WHERE person = ? AND reporter IS ? AND message IS NULL
                    AND item IS NULL AND former_item IS NULL
                """,
                id, reporter)
        case .message(let id):
            try first("SELECT id FROM report WHERE message = ? AND reporter IS ?", id, reporter)
        }
    }
}

// MARK: - Rows

extension Report: Record {
    static let columns: SQL = """
        report.id, coalesce(report.item, report.former_item), report.message, report.reason, \
        report.text, excerpt, report.date, date_settled, reporter.id, reporter.nickname, \
        reporter.date_suspended IS NOT NULL, \
        coalesce(person.id, departure.account), coalesce(person.nickname, departure.nickname), \
        coalesce(person.date_suspended, departure.date_suspended) IS NOT NULL, \
        departure.account IS NOT NULL, \
        hiding.item IS NOT NULL, coalesce(hiding.reason, ''), \
        EXISTS (SELECT 1 FROM message_photo WHERE message = report.message), \
        CASE WHEN report.former_item IS NOT NULL THEN 2 WHEN trash.id IS NOT NULL THEN 1 \
            ELSE 0 END, \
        report.price, report.discounted_price, report.currency, \
        (SELECT photo.id FROM photo WHERE photo.id = report.photo), report.content, \
        CASE WHEN item.date_modified > report.date THEN item.date_modified END, \
        CASE WHEN departure.account IS NULL \
            THEN \(Decision.countStanding("person", "person.id")) \
            ELSE \(Decision.countStanding("former_person", "departure.account")) END, \
        \(Decision.columns)
        """
    static let select: SQL = """
        SELECT \(columns) FROM report
        LEFT JOIN account AS reporter ON reporter.id = reporter
        LEFT JOIN item ON item.id = report.item
        LEFT JOIN hiding ON hiding.item = report.item
        LEFT JOIN deletion AS trash ON trash.item = report.item
        LEFT JOIN account AS person
            ON person.id = coalesce(report.person, item.seller, trash.account)
        LEFT JOIN departure ON departure.account = report.former_person
        LEFT JOIN decision ON decision.id = report.decision AND \(Decision.isKnown)
        LEFT JOIN account AS decider ON decider.id = decision.decider
        """
    static let selectOne: SQL = "\(select) WHERE report.id = ?"
    fileprivate static let selectOwn: SQL = """
        \(select) WHERE report.reporter = ? AND report.id < ?
        ORDER BY report.id DESC LIMIT ?
        """
    /// An account has few open reports, so reading them all costs less than looking up each message shown.
    fileprivate static let selectOwnOpen: SQL = """
        SELECT message FROM report
        WHERE reporter = ? AND message IS NOT NULL AND date_settled IS NULL
        """
    fileprivate static let selectGuestsOpen: SQL = """
        SELECT message FROM report
        WHERE message IN (\(SQL.group)) AND reporter IS NULL AND +date_settled IS NULL
        """
    fileprivate static let countOpen: SQL = """
        SELECT count(*) FROM (
            SELECT 1 FROM report WHERE date_settled IS NULL
            UNION ALL SELECT 1 FROM hiding WHERE date_mended IS NOT NULL LIMIT ?) AS waiting
        """
    /// Stores the listing as it is now; changes nothing if the report is not about an item.
    fileprivate static let keepListing: SQL = """
        UPDATE report SET (price, discounted_price, currency, photo, content) = (
            SELECT item.price, item.discounted_price, item.currency, item.photo, item.description
            FROM item WHERE item.id = report.item)
        WHERE id = ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        let id: Report.ID = try row.next()
        let (item, message): (Item.ID?, ChatMessage.ID?) = (try row.next(), try row.next())
        let reason: Report.Reason = try row.next()
        let (text, excerpt): (String, String) = (try row.next(), try row.next())
        let (date, settled): (Timestamp, Timestamp?) = (try row.next(), try row.next())
        let (reporter, known) = (try Person.read(&row), try Person.read(&row))
        let hasLeft: Bool = try row.next()
        let person = known.map { $0.having(left: hasLeft) }
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
            isItemHidden: try row.next(), hidingReason: try row.next(),
            hasPhoto: try row.next(), removal: Removal(rawValue: try row.next()),
            listing: try Listing.read(&row), dateEdited: try row.next(),
            decisionCount: try row.next(), decision: try Decision.read(&row))
    }
}

extension Report.Listing {
    /// Returns nil if no listing was stored.
    fileprivate static func read(
        _ row: inout Statement
    ) throws(StorageError) -> Report.Listing? {
        let (amount, discounted): (Int64?, Int64?) = (try row.next(), try row.next())
        let currency: Currency? = try row.next()
        let (photo, text): (Photo.ID?, String?) = (try row.next(), try row.next())
        guard let currency, let text else { return nil }
        guard let amount else {
            return Report.Listing(price: .open(in: currency), photo: photo, description: text)
        }
        guard let price = try? Price(amount, discountedTo: discounted, currency: currency) else {
            throw row.damage("price")
        }
        return Report.Listing(price: price, photo: photo, description: text)
    }
}

extension Report.Person {
    /// Returns nil if there is nobody.
    static func read(_ row: inout Statement) throws(StorageError) -> Report.Person? {
        let (id, nickname): (Account.ID?, String?) = (try row.next(), try row.next())
        let isSuspended: Bool = try row.next()
        guard let id, let nickname else { return nil }
        return Report.Person(id: id, nickname: nickname, isSuspended: isSuspended)
    }

    func having(left hasLeft: Bool) -> Report.Person {
        Report.Person(id: id, nickname: nickname, isSuspended: isSuspended, hasLeft: hasLeft)
    }
}
