import Market

/// What is new for the searches that somebody keeps, the reminders whose time has come, and those
/// that are still to come.
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

    /// The page of reminders, those dismissed left out.
    public struct Output: Sendable {
        /// The searches with matches that were not seen, kept last first.
        public let news: [SavedSearchList.Entry]
        /// Says how many listings of followed sellers are new; nil if none are.
        public let followedNews: Phrase?
        /// Those whose time has come, soonest first.
        public let due: [Entry]
        /// Those still to come, soonest first.
        public let upcoming: [Entry]
        /// Set when there is none: how to make one.
        public let emptyText: Phrase?
    }

    /// A reminder as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// What it leads to.
        public let subject: Reminder.Subject
        /// The to-do's, the memo's first line, or what the item is called that it is about.
        public let title: String
        /// Where two people meet; nil for what is no appointment.
        public let spot: String?
        /// Whom one meets there; nil for who has no account, too.
        public let other: String?
        /// What it is for: the time of an appointment, before which it comes due.
        public let date: Moment
        /// How it comes again; nil for once.
        public let repetition: Phrase?
        /// What the item cost and costs, where it has become cheaper: `30,000원 → 25,000원`.
        public let prices: Phrase?
        /// What operators have decided; nil for anything else.
        public let notice: Phrase?
        /// Why; nil for no reason.
        public let reason: Phrase?
        /// The item that it is about, or pinned to.
        public let item: Item.ID?
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for account: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
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

    /// Takes a reminder off the page; its to-do or memo stays, and comes at its next time if it
    /// repeats.
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
