import Localization
import Market

/// The reminders of whoever the secret belongs to, for calendars and feed readers.
public struct ReminderFeed: Sendable {
    /// The key in its address.
    public typealias Input = String

    /// How many reminders it holds at most, soonest first, and before what was dismissed.
    private static let most = 500
    /// For so long it holds what is overdue, in seconds: old things left lying would push out what comes.
    private static let overdueTime: Int64 = 30 * 86_400

    private let storage: any AccountStorage & ReminderStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any AccountStorage & ReminderStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A feed, for calendars and feed readers alike.
    public struct Output: Sendable {
        /// Whose reminders these are.
        public let account: Account.ID
        /// When the account was opened, which never changes.
        public let dateJoined: Timestamp
        /// The account's, for the feed's author.
        public let nickname: String
        /// The one that the account has chosen; nil for none.
        public let language: Language?
        /// The feed's, with the nickname in it: `하늘이네님의 장터 알림`.
        public let title: Phrase
        /// Changed last first; a reminder changes too when its time comes.
        public let entries: [Entry]
        /// When the newest entry changed, or the account was opened.
        public let dateUpdated: Moment
        /// The clocks that entries repeat by, from the first of these on; nil when none repeats.
        public let clocks: CalendarClocks?
    }

    /// A reminder as the feed shows it.
    public struct Entry: Equatable, Sendable {
        /// What it leads to.
        public let subject: Reminder.Subject
        /// The to-do's, the memo's first line, or what the item of an appointment is called.
        public let title: String
        /// Where two people meet; nil for what is no appointment.
        public let spot: String?
        /// Whom one meets there; nil for who has no account, too.
        public let other: String?
        /// What it is for: the time of an appointment, before which it comes due.
        public let date: Moment
        /// When its to-do or memo was edited last, or the appointment proposed.
        public let dateModified: Moment
        /// When it was edited last, or came due after that.
        public let dateUpdated: Moment
        /// How it comes again.
        public let recurrence: Recurrence?
        /// What the item cost and costs, where it has become cheaper.
        public let prices: Phrase?
        /// Whether a calendar is to call when it comes due: not for what was dismissed, nor for what has
        /// become cheaper, as that was then.
        public let hasAlarm: Bool
    }

    /// How an entry comes again, by the market's clocks.
    public struct Recurrence: Equatable, Sendable {
        /// How often.
        public let frequency: Repetition.Frequency
        /// The day that the clocks show at the entry's date, and the time that it repeats at, even where
        /// they leave that out on this day: `2026-11-27T20:00:00`.
        public let time: String
        /// Of the month, as it was set by hand: the entry's is an earlier one in a shorter month.
        public let day: Int64

        fileprivate init(_ repetition: Repetition, at date: Timestamp, in zone: MarketTimeZone) {
            frequency = repetition.frequency
            let (date, start) = (zone.day(of: date), zone.local(repetition.start))
            time = date + String(CalendarClocks.text(start).dropFirst(date.count))
            day = zone.civilTime(repetition.start).day
        }
    }

    /// Told by the secret alone: who asks is not signed in.
    /// - Parameter key: the secret in the feed's address, whether or not it is anybody's.
    /// - Throws: `.notFound` when the secret is nobody's, or no longer.
    public func output(
        for key: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        guard let id = try await storage.account(feedKey: key) else { throw .notFound }
        let account = try await storage.account(id)
        let reminders = try await storage.remindersAndPlans(
            of: id, after: now + -Self.overdueTime, limit: Self.most)
        let nickname = account.profile.nickname.text
        // What operators have decided has no time to think of it at.
        let changed = reminders.filter { $0.notice == nil }
            .map { (reminder: $0, date: $0.dateUpdated(at: now)) }
            .sorted { $0.date > $1.date }
        return Output(
            account: id, dateJoined: account.dateJoined, nickname: nickname,
            language: account.language,
            title: Phrase(.feedTitle, .text(nickname)),
            entries: changed.map { reminder, dateUpdated in
                Entry(
                    subject: reminder.subject, title: reminder.title, spot: reminder.spot,
                    other: reminder.other, date: Moment(planned: reminder.date, in: zone),
                    dateModified: Moment(reminder.dateModified, in: zone),
                    dateUpdated: Moment(dateUpdated, in: zone),
                    recurrence: reminder.repetition.map {
                        Recurrence($0, at: reminder.date, in: zone)
                    },
                    prices: reminder.priceDrop?.text,
                    hasAlarm: !reminder.isDismissed && reminder.priceDrop == nil)
            },
            dateUpdated: Moment(changed.first?.date ?? account.dateJoined, in: zone),
            // The soonest comes first.
            clocks: reminders.first { $0.repetition != nil }
                .map { CalendarClocks(zone, from: $0.date) })
    }
}

extension Reminder {
    fileprivate func dateUpdated(at now: Timestamp) -> Timestamp {
        dateDue <= now ? max(dateDue, dateModified) : dateModified
    }
}

/// Where an account's private feed is: under a secret that only the account knows, so that
/// calendars and feed readers need no password.
public struct FeedSettings: Sendable {
    /// Whose feeds.
    public typealias Input = Account.ID
    /// The key in their addresses.
    public typealias Output = String

    private let storage: any AccountStorage
    private let newKey: @Sendable () -> String

    /// - Parameter newKey: makes texts that nobody can guess, of letters that a path may hold.
    public init(storage: any AccountStorage, newKey: @escaping @Sendable () -> String) {
        self.storage = storage
        self.newKey = newKey
    }

    /// The secret part of their addresses: who has it can read the reminders. It is made when the
    /// account has none yet.
    public func output(for account: Input) async throws(StorageError) -> Output {
        if let key = try await storage.feedKey(of: account) { return key }
        let key = newKey()
        try await storage.setFeedKey(key, of: account)
        return key
    }

    /// Replaces the secret; the one before opens nothing any more.
    public func submit(_ account: Input) async throws(StorageError) {
        try await storage.setFeedKey(newKey(), of: account)
    }
}

/// Tells a page that stays open that it may read differently now, never how: it asks for its output
/// again.
public struct PageEvents: Sendable {
    /// The changes, as they come.
    public typealias Output = Changes

    private let storage: any ChangeAnnouncing

    /// Listens to what `storage` announces.
    public init(storage: any ChangeAnnouncing) {
        self.storage = storage
    }

    /// Which page stays open.
    public enum Input: Equatable, Sendable {
        /// What pages of items show, and beside it the count of what is new for whoever is signed in.
        case items(of: Account.ID?)
        /// What pages of one account's lists, to-dos, memos, reminders and trash show.
        case organiser(Account.ID)
        /// What the page of a conversation shows to one of its two people, what others do with the
        /// item that it is about, and how much waits for the reader elsewhere.
        case conversation(Conversation.ID, of: Conversation.Reader, about: Item.ID?)
    }

    /// What changes from now on, until the task that waits for it is cancelled.
    /// - Parameter isOperator: whether what waits for operators is told, too.
    public func output(for input: Input, isOperator: Bool = false) -> Output {
        var changes = changes(for: input)
        if isOperator { changes.insert(.reports) }
        return storage.feed.changes(changes)
    }

    private func changes(for input: Input) -> Set<Change> {
        switch input {
        case .items(nil): [.items]
        case .items(let account?): [.items, .organiser(account)]
        case .organiser(let account): [.organiser(account)]
        case .conversation(let id, let reader, let item):
            changes(in: id, of: reader, about: item)
        }
    }

    private func changes(
        in id: Conversation.ID, of reader: Conversation.Reader, about item: Item.ID?
    ) -> Set<Change> {
        var changes: Set<Change> = [.conversation(id)]
        if let account = reader.account { changes.insert(.organiser(account)) }
        if let item { changes.insert(.item(item)) }
        return changes
    }
}
