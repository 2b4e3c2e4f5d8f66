import Market

/// The reminders of whoever the secret belongs to, for calendars and feed readers.
public struct ReminderFeed: Sendable {
    /// Reminders are in it so far, soonest first.
    static let most = 500

    private let storage: any AccountStorage & ReminderStorage

    public init(storage: any AccountStorage & ReminderStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let account: Account.ID
        public let nickname: String
        public let title: String
        /// Changed last first; a reminder changes too when its time comes.
        public let entries: [Entry]
        /// When the newest entry changed, or the account was opened.
        public let dateUpdated: Moment
    }

    public struct Entry: Equatable, Sendable {
        public let subject: Reminder.Subject
        public let title: String
        public let date: Moment
        /// When its task or memo was edited last.
        public let dateModified: Moment
        public let dateUpdated: Moment
    }

    /// - Throws: `.notFound` when the secret is nobody's, or no longer.
    public func output(
        for key: String, at now: Timestamp
    ) async throws(StorageError) -> Output {
        guard let id = try await storage.account(feedKey: key) else { throw .notFound }
        let account = try await storage.account(id)
        let reminders = try await storage.reminders(
            of: id, until: Timestamp(seconds: .max), limit: Self.most)
        let nickname = account.profile.nickname.text
        let changed = reminders.map { (reminder: $0, date: $0.dateUpdated(at: now)) }
            .sorted { $0.date > $1.date }
        return Output(
            account: id, nickname: nickname, title: "\(nickname)님의 장터 알림",
            entries: changed.map { Entry($0.reminder, dateUpdated: $0.date) },
            dateUpdated: Moment(changed.first?.date ?? account.dateJoined))
    }
}

extension ReminderFeed.Entry {
    fileprivate init(_ reminder: Reminder, dateUpdated: Timestamp) {
        subject = reminder.subject
        title = reminder.title
        date = Moment(reminder.date)
        dateModified = Moment(reminder.dateModified)
        self.dateUpdated = Moment(dateUpdated)
    }
}

extension Reminder {
    fileprivate func dateUpdated(at now: Timestamp) -> Timestamp {
        date <= now ? max(date, dateModified) : dateModified
    }
}
