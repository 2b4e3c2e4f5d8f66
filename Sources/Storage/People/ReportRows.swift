import Market

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
    static let selectOwn: SQL = """
        \(select) WHERE report.reporter = ? AND report.id < ?
        ORDER BY report.id DESC LIMIT ?
        """
    /// An account has few open reports, so reading them all costs less than looking up each message shown.
    static let selectOwnOpen: SQL = """
        SELECT message FROM report
        WHERE reporter = ? AND message IS NOT NULL AND date_settled IS NULL
        """
    static let selectGuestsOpen: SQL = """
        SELECT message FROM report
        WHERE message IN (\(SQL.group)) AND reporter IS NULL AND +date_settled IS NULL
        """
    static let selectOpenOfPerson: SQL = """
        SELECT 1 FROM report
        WHERE person = ? AND reporter = ? AND message IS NULL AND item IS NULL
            AND former_item IS NULL AND +date_settled IS NULL
        """
    static let countOpen: SQL = """
        SELECT count(*) FROM (
            SELECT 1 FROM report WHERE date_settled IS NULL
            UNION ALL SELECT 1 FROM hiding
            WHERE date_mended IS NOT NULL AND \(HiddenItem.isThere) LIMIT ?) AS waiting
        """
    /// Stores the listing as it is now; changes nothing if the report is not about an item.
    static let keepListing: SQL = """
        UPDATE report SET (price, discounted_price, currency, photo, content) = (
            SELECT item.price, item.discounted_price, item.currency, item.photo, item.description
            FROM item WHERE item.id = report.item)
        WHERE id = ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        let id: Report.ID = try row.next()
        let (item, message): (Item.ID?, ChatMessage.ID?) = (try row.next(), try row.next())
        // A newer program over the same database may know further reasons.
        let reason = Report.Reason(rawValue: try row.next()) ?? .other
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
    fileprivate static func read(_ row: inout Statement) throws(StorageError) -> Report.Listing? {
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
