import Market

/// The new matches of an account's saved searches, and its reminders, those due and those to come.
public struct ReminderInbox: Sendable {
    /// Whose reminders.
    public typealias Input = Account.ID

    /// How many reminders are shown at most, soonest first.
    private static let most = 200

    private let storage: any OrganiserStorage & SavedSearchStorage & FollowStorage
    private let zone: MarketTimeZone

    /// Reads and writes in `storage`.
    public init(
        storage: any OrganiserStorage & SavedSearchStorage & FollowStorage, zone: MarketTimeZone
    ) {
        self.storage = storage
        self.zone = zone
    }

    /// The page of reminders, without those that were dismissed.
    public struct Output: Sendable {
        /// The saved searches with unseen matches, the latest first.
        public let news: [SavedSearchList.Entry]
        /// Says how many listings of followed sellers are new; nil if none are.
        public let followedNews: Phrase?
        /// The reminders that are due, soonest first.
        public let due: [Entry]
        /// The reminders to come, soonest first.
        public let upcoming: [Entry]
        /// Says how to make a reminder; nil unless there are none.
        public let emptyText: Phrase?
    }

    /// A reminder as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// The page that it leads to.
        public let subject: Reminder.Subject
        /// The title of the to-do or of the item it is about, or the memo's first line.
        public let title: String
        /// Where two people meet; nil unless it is an appointment.
        public let spot: String?
        /// Whom the account meets there; nil also for a person without an account.
        public let other: String?
        /// The time it reminds of. An appointment's reminder comes due earlier than that.
        public let date: Moment
        /// How the to-do repeats; nil if it does not.
        public let repetition: Phrase?
        /// The item's former and present price, if it has become cheaper: `30,000원 → 25,000원`.
        public let prices: Phrase?
        /// What the operators have decided; nil for anything else.
        public let notice: Phrase?
        /// The operators' reason; nil for none.
        public let reason: Phrase?
        /// The item that it is about or pinned to.
        public let item: Item.ID?
    }

    /// - Throws: `StorageError` when the storage fails.
    public func output(for account: Input, at now: Timestamp) async throws(StorageError) -> Output {
        let reminders = try await storage.reminders(
            of: account, until: Timestamp(seconds: .max), limit: Self.most)
        let news = try await storage.news(of: account)
        let followedNews = try await storage.followedNews(of: account)
        let isEmpty = reminders.isEmpty && news.isEmpty && followedNews == nil
        return Output(
            news: news, followedNews: followedNews,
            due: reminders.filter { $0.dateDue <= now }.map(entry),
            upcoming: reminders.filter { now < $0.dateDue }.map(entry),
            emptyText: isEmpty ? Phrase(.noReminders) : nil)
    }

    /// Dismisses a reminder; its to-do or memo stays, and a repeating to-do reminds again at its next time.
    /// - Throws: `.notFound` when the account has no such to-do, memo, hidden item or interest.
    public func submit(
        _ subject: Reminder.Subject, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) {
        try await storage.dismissReminder(subject, of: account, at: now, by: zone.calendar)
    }

    private func entry(_ reminder: Reminder) -> Entry {
        Entry(
            subject: reminder.subject, title: reminder.title, spot: reminder.spot,
            other: reminder.other, date: Moment(planned: reminder.date, in: zone),
            repetition: reminder.repetition.map(zone.text), prices: reminder.priceDrop?.text,
            notice: reminder.notice?.text(in: zone), reason: reminder.reasonText,
            item: reminder.item)
    }
}
