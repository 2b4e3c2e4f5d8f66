import Market

extension SQLStorage: ReminderStorage {
    public func reminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        // The account and both ends for each of the seven parts, in their order.
        try await all(
            Self.soonestFirst, account, start, moment, account, start, moment, account, start,
            moment, account, start, moment, account, start, moment, account, start, moment,
            account, start, moment, max(limit, 0))
    }

    public func plans(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        try await all(
            Self.plansFirst, account, start, moment, account, start, moment, account, start,
            moment, account, start, moment, account, start, moment, max(limit, 0))
    }

    public func latestPlans(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        try await all(
            Self.latestPlansFirst, account, start, moment, account, start, moment, account, start,
            moment, account, start, moment, account, start, moment, max(limit, 0))
    }

    public func remindersAndPlans(
        of account: Account.ID, after start: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        let end = Timestamp(seconds: .max)
        return try await read { connection throws(StorageError) in
            var reminders: [Reminder] = try connection.all(
                Self.repeatedFirst, account, start, max(limit, 0))
            reminders += try connection.all(
                Self.soonestFirst, account, start, end, account, start, end, account, start, end,
                account, start, end, account, start, end, account, start, end, account, start, end,
                max(limit - reminders.count, 0))
            let dismissed: [Reminder] = try connection.all(
                Self.latestDismissedFirst, account, start, end, max(limit - reminders.count, 0))
            return (reminders + dismissed).sorted {
                ($0.date, $0.subject.number) < ($1.date, $1.subject.number)
            }
        }
    }

    public func repeatedReminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        try await all(Self.repeatedFirst, account, moment, max(limit, 0))
    }

    public func latestReminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        let (first, last) = (
            Reminder.lastAppointment(dueAt: start), Reminder.lastAppointment(dueAt: moment)
        )
        // The range for appointments is shifted by their lead time.
        return try await all(
            Self.latestFirst, account, start, moment, account, start, moment, account, first, last,
            account, first, last, account, start, moment, account, start, moment, account, start,
            moment, max(limit, 0))
    }

    private static let soonestFirst: SQL = "\(selectReminders) ORDER BY 1, 3, 2 LIMIT ?"
    private static let plansFirst: SQL =
        "\(selectTimes) UNION ALL \(selectDismissed) ORDER BY 1, 3, 2 LIMIT ?"
    private static let latestPlansFirst: SQL =
        "\(selectTimes) UNION ALL \(selectDismissed) ORDER BY 1 DESC, 3 DESC, 2 DESC LIMIT ?"
    private static let latestDismissedFirst: SQL =
        "\(selectDismissed) ORDER BY reminder DESC, id DESC LIMIT ?"
    private static let repeatedFirst: SQL = """
        SELECT \(Reminder.columns) \(Connection.fromTodos)
            AND reminder <= ? AND repetition IS NOT NULL
        ORDER BY reminder, id LIMIT ?
        """
    private static let latestFirst: SQL =
        "\(selectReminders) ORDER BY 1 DESC, 3 DESC, 2 DESC LIMIT ?"

    /// What an account wants to be reminded of, by kind: to-dos, memos, appointments as seller,
    /// appointments as asker. Each part takes the account, the start (exclusive) and the end
    /// (inclusive).
    private static let selectTimes: SQL = """
        SELECT \(Reminder.columns) \(Connection.fromTodos) AND reminder > ? AND reminder <= ?
        UNION ALL
        SELECT reminder, \(ReminderKind.memo.literal), id, text, date_modified, item, 0, NULL,
            NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        \(Connection.fromMemos) AND reminder > ? AND reminder <= ?
        UNION ALL
        \(appointments(of: "seller", with: "asker"))
        UNION ALL
        \(appointments(of: "asker", with: "seller"))
        """

    /// To-dos that are open although their reminder was dismissed.
    private static let selectDismissed: SQL = """
        SELECT \(Reminder.columns) \(Connection.fromDismissedTodos)
            AND reminder > ? AND reminder <= ?
        """

    /// All reminders: the times above, then hidden items, price drops and notices.
    private static let selectReminders: SQL = """
        \(selectTimes)
        UNION ALL
        SELECT hiding.date, \(ReminderKind.hiding.literal), hiding.item, item.title, hiding.date,
            hiding.item, 0, hiding.reason, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM hiding JOIN item ON item.id = hiding.item
        WHERE hiding.account = ? AND is_seen = 0 AND hiding.date > ? AND hiding.date <= ?
        UNION ALL
        SELECT date_dropped, \(ReminderKind.priceDrop.literal), number, item.title,
            item.date_modified, interest.item, 0, NULL, NULL, NULL, NULL, NULL, known_price,
            item.price, item.discounted_price, item.currency
        \(Connection.fromPriceDrops) AND date_dropped > ? AND date_dropped <= ?
        UNION ALL
        SELECT date, \(ReminderKind.notice.literal) + kind, id, title, date, item, 0, reason, NULL,
            \(endOfSuspension), NULL, NULL, NULL, NULL, NULL, NULL
        FROM notice WHERE account = ? AND date > ? AND date <= ?
        """

    /// When the suspension ends that a notice tells of.
    private static let endOfSuspension: SQL = """
        CASE WHEN notice.kind = \(SQL(stringLiteral: "\(Notice.Kind.suspended.rawValue)")) \
            THEN \(SuspendedPerson.selectEnd(about: "notice.account")) END
        """

    public func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Int {
        try await read { connection throws(StorageError) in
            try connection.countDueReminders(of: account, at: now)
        }
    }

    public func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID, at now: Timestamp,
        by calendar: @escaping Repetition.Calendar
    ) async throws(StorageError) {
        let (dismissal, id): (SQL, Int64)
        switch subject {
        case .todo(let todo): (dismissal, id) = (Self.dismissing("todo"), todo.rawValue)
        case .memo(let memo): (dismissal, id) = (Self.dismissing("memo"), memo.rawValue)
        case .appointment: throw .notFound
        case .hiding(let item):
            dismissal = "UPDATE hiding SET is_seen = 1 WHERE item = ? AND account = ?"
            id = item.rawValue
        case .priceDrop(let item):
            (dismissal, id) = (Connection.dismissingPriceDrop, item.rawValue)
        case .notice(let notice):
            (dismissal, id) = (Connection.dismissingNotice, notice.rawValue)
        }
        try await write(.organiser(account)) { connection throws(StorageError) -> Void in
            if case .todo(let todo) = subject,
                try connection.postpone(todo, of: account, at: now, by: calendar)
            {
                return
            }
            // A notice that was seen already is gone.
            if case .notice = subject {
                try connection.run(dismissal, id, account)
            } else {
                try connection.runOnce(dismissal, id, account)
            }
        }
    }

    private static func dismissing(_ table: SQL) -> SQL {
        "UPDATE \(table) SET is_dismissed = 1 WHERE id = ? AND account = ? AND deletion IS NULL"
    }

    /// - Parameter side: the account's side in the conversation; `other` is that of the person it
    ///   meets.
    private static func appointments(of side: SQL, with other: SQL) -> SQL {
        """
        SELECT conversation.meets, \(ReminderKind.appointment.literal), conversation.id, item.title,
            message.date, item.id, 0, message.text, account.nickname, NULL, NULL, NULL, NULL, NULL,
            NULL, NULL
        FROM conversation JOIN message ON message.id = appointment
        JOIN item ON item.id = conversation.item
        LEFT JOIN account ON account.id = conversation.\(other)
        WHERE conversation.\(side) = ? AND conversation.meets > ? AND conversation.meets <= ?
        """
    }
}

extension Connection {
    fileprivate static let fromTodos: SQL = "\(fromOpenTodos) AND is_dismissed = 0"
    fileprivate static let fromDismissedTodos: SQL = "\(fromOpenTodos) AND is_dismissed = 1"
    private static let fromOpenTodos: SQL =
        "FROM todo WHERE account = ? AND deletion IS NULL AND date_completed IS NULL"
    fileprivate static let fromMemos: SQL =
        "FROM memo WHERE account = ? AND deletion IS NULL AND is_dismissed = 0"

    func countDueReminders(of account: Account.ID, at now: Timestamp) throws(StorageError) -> Int {
        let most = Limits.countedReminders
        let last = Reminder.lastAppointment(dueAt: now)
        let due = try count(
            Self.countDue, account, now, most, account, now, most, account, last, most, account,
            last, most, account, most, account, most, account, most)
        return min(due, most)
    }

    /// One statement, because starting seven takes longer than running them when little is due.
    /// Hidden items, price drops and notices are due at once.
    private static let countDue: SQL = """
        SELECT (SELECT count(*) FROM (SELECT 1 \(fromTodos) AND reminder <= ? LIMIT ?) AS todos)
            + (SELECT count(*) FROM (SELECT 1 \(fromMemos) AND reminder <= ? LIMIT ?) AS memos)
            + (SELECT count(*) FROM (
                SELECT 1 FROM conversation WHERE seller = ? AND meets <= ? LIMIT ?) AS sales)
            + (SELECT count(*) FROM (
                SELECT 1 FROM conversation WHERE asker = ? AND meets <= ? LIMIT ?) AS purchases)
            + (SELECT count(*) FROM (
                SELECT 1 FROM hiding WHERE account = ? AND is_seen = 0 LIMIT ?) AS hidings)
            + (SELECT count(*) FROM (SELECT 1 \(fromPriceDrops) LIMIT ?) AS drops)
            + (SELECT count(*) FROM (SELECT 1 FROM notice WHERE account = ? LIMIT ?) AS notices)
        """

    /// When the next reminder after `now` becomes due; nil if there is none.
    func nextReminder(
        of account: Account.ID, after now: Timestamp
    ) throws(StorageError) -> Timestamp? {
        let last = Reminder.lastAppointment(dueAt: now)
        let lead = last.since(now)
        return try one(
            Self.selectNext, account, now, account, now, lead, account, last, lead, account, last)
    }

    private static let selectNext: SQL = """
        SELECT min(moment) FROM (
            SELECT min(reminder) AS moment \(fromTodos) AND reminder > ?
            UNION ALL SELECT min(reminder) \(fromMemos) AND reminder > ?
            UNION ALL SELECT min(meets) - ? FROM conversation WHERE seller = ? AND meets > ?
            UNION ALL SELECT min(meets) - ? FROM conversation WHERE asker = ? AND meets > ?
        ) AS moments
        """
}

/// The kind of a reminder, as in the second column of its row.
private enum ReminderKind: Int {
    case todo
    case memo
    case appointment
    /// An operator has hidden an item.
    case hiding
    /// An item has become cheaper; the id of the row is that of the interest.
    case priceDrop
    /// An operator's decision. Its `Notice.Kind` is added to the number, so this must stay the last
    /// case.
    case notice

    init?(row number: Int) {
        self.init(rawValue: min(number, ReminderKind.notice.rawValue))
    }

    var literal: SQL { SQL(stringLiteral: "\(rawValue)") }
}

extension Reminder: Record {
    /// The columns for a to-do: time, kind, id, title, date modified, item, whether it was
    /// dismissed, meeting place, the other's nickname, when the suspension in a notice ends,
    /// repetition and its start, former price, price, discounted price and currency. Memos have
    /// their text as the title; hidden items and notices have their reason as the place. Place and
    /// nickname are otherwise for appointments, prices for price drops. PostgreSQL would take an
    /// uncast NULL for text.
    static let columns: SQL = """
        reminder, \(ReminderKind.todo.literal), id, title, date_modified, item, is_dismissed, NULL, NULL, \
        CAST(NULL AS bigint), repetition, repeats_from, CAST(NULL AS bigint), CAST(NULL AS bigint), \
        CAST(NULL AS bigint), NULL
        """

    init(_ row: inout Statement) throws(StorageError) {
        let (date, number): (Timestamp, Int) = (try row.next(), try row.next())
        let kind = ReminderKind(row: number)
        let (id, text): (Int64, String) = (try row.next(), try row.next())
        let (dateModified, item): (Timestamp, Item.ID?) = (try row.next(), try row.next())
        let isDismissed: Bool = try row.next()
        let subject: Subject =
            switch kind {
            case .todo: .todo(Todo.ID(rawValue: id))
            case .memo: .memo(Memo.ID(rawValue: id))
            case .appointment: .appointment(Conversation.ID(rawValue: id))
            case .priceDrop: .priceDrop(item ?? Item.ID(rawValue: 0))
            case .notice: .notice(Notice.ID(rawValue: id))
            case .hiding, nil: .hiding(Item.ID(rawValue: id))
            }
        let title = kind == .memo ? MemoContent(text: text).title : text
        let spot: String? = try row.next()
        let (other, ends): (String?, Timestamp?) = (try row.next(), try row.next())
        let told = Notice.Kind(rawValue: number - ReminderKind.notice.rawValue)
        self.init(
            subject: subject, title: title, date: date, dateModified: dateModified, item: item,
            spot: kind == .appointment ? spot : nil, other: other,
            repetition: try Repetition(&row), priceDrop: try PriceDrop.read(&row),
            notice: told.map { Notice($0, because: spot ?? "", until: ends) },
            hidingReason: kind == .hiding ? spot : nil, isDismissed: isDismissed)
    }
}

extension PriceDrop {
    /// Returns nil if there is none.
    fileprivate static func read(_ row: inout Statement) throws(StorageError) -> PriceDrop? {
        let formerAmount: Int64? = try row.next()
        guard let formerAmount else { return nil }
        return PriceDrop(from: formerAmount, to: try Price(&row))
    }
}
