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
                "SELECT medium FROM message_photo JOIN report USING (message) WHERE report.id = ?",
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

    public func hasOpenReport(
        of person: Account.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool {
        try await read { connection throws(StorageError) in
            try connection.exists(Report.selectOpenOfPerson, person, account)
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
}

extension Connection {
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
            """, item)
    }

    /// Deletes those of them that were settled before `moment`; no deletion of an account removes
    /// them.
    func purgeReportsOfGuests(settledBefore moment: Timestamp) throws(StorageError) {
        try run(
            """
            DELETE FROM report
            WHERE date_settled < ? AND former_item IS NOT NULL AND person IS NULL
                AND former_person IS NULL
            """, moment)
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
                """, id, reporter)
        case .message(let id):
            try first("SELECT id FROM report WHERE message = ? AND reporter IS ?", id, reporter)
        }
    }
}
