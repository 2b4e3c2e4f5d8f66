import Localization
import Market

/// An account's reminders for calendars and feed readers, found by the secret key in the feed's URL.
public struct ReminderFeed: Sendable {
    /// The secret key in the URL.
    public typealias Input = String

    /// How many entries the feed holds at most, soonest first; dismissed reminders are dropped first.
    private static let most = 500
    /// For how long overdue entries stay in the feed, in seconds, lest they crowd out what is to come.
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
        /// The account that the reminders belong to.
        public let account: Account.ID
        /// When the account was opened.
        public let dateJoined: Timestamp
        /// The account's nickname, the author of the feed.
        public let nickname: String
        /// The language that the account has chosen; nil for none.
        public let language: Language?
        /// The feed's title, with the nickname: `하늘이네님의 장터 알림`.
        public let title: Phrase
        /// The most recently changed first; a reminder also changes when it comes due.
        public let entries: [Entry]
        /// When the latest entry changed, or else when the account was opened.
        public let dateUpdated: Moment
        /// The time zone of the repeating entries, from the first of them on; nil when none repeats.
        public let clocks: CalendarClocks?
    }

    /// A reminder as the feed shows it.
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
        /// When its to-do or memo was last edited, or the appointment proposed.
        public let dateModified: Moment
        /// When it was last edited, or came due after that.
        public let dateUpdated: Moment
        /// How it repeats; nil if it does not.
        public let recurrence: Recurrence?
        /// The item's former and present price, if it has become cheaper.
        public let prices: Phrase?
        /// Whether calendars sound an alarm when it comes due: not for what was dismissed, nor for
        /// an item that has become cheaper, which lies in the past.
        public let hasAlarm: Bool
    }

    /// How an entry repeats, in the market's time zone.
    public struct Recurrence: Equatable, Sendable {
        /// How often.
        public let frequency: Repetition.Frequency
        /// The entry's local date with the time of day at which it repeats, even if the clocks skip
        /// that time on this date: `2026-11-27T20:00:00`.
        public let time: String
        /// The day of the month on which it repeats; in a shorter month the entry itself is on an earlier day.
        public let day: Int64

        fileprivate init(_ repetition: Repetition, at date: Timestamp, in zone: MarketTimeZone) {
            frequency = repetition.frequency
            let (date, start) = (zone.day(of: date), zone.local(repetition.start))
            time = date + String(CalendarClocks.text(start).dropFirst(date.count))
            day = zone.civilTime(repetition.start).day
        }
    }

    /// Needs no sign-in: the secret key alone identifies the account.
    /// - Parameter key: the key in the feed's URL, valid or not.
    /// - Throws: `.notFound` when the key belongs to no account, or does not any more.
    public func output(for key: Input, at now: Timestamp) async throws(StorageError) -> Output {
        guard let id = try await storage.account(feedKey: key) else { throw .notFound }
        let account = try await storage.account(id)
        let reminders = try await storage.remindersAndPlans(
            of: id, after: now + -Self.overdueTime, limit: Self.most)
        let nickname = account.profile.nickname.text
        // The operators' decisions are left out, since they have no time to remind of.
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
            // The reminders are sorted by time, soonest first.
            clocks: reminders.first { $0.repetition != nil }
                .map { CalendarClocks(zone, from: $0.date) })
    }
}

extension Reminder {
    fileprivate func dateUpdated(at now: Timestamp) -> Timestamp {
        dateDue <= now ? max(dateDue, dateModified) : dateModified
    }
}

/// The secret key in the URLs of an account's private feeds, so that calendars and feed readers
/// need no password.
public struct FeedSettings: Sendable {
    /// The account whose feeds they are.
    public typealias Input = Account.ID
    /// The secret key in the URLs.
    public typealias Output = String

    private let storage: any AccountStorage
    private let newKey: @Sendable () -> String

    /// - Parameter newKey: makes unguessable keys out of characters that are valid in a path.
    public init(storage: any AccountStorage, newKey: @escaping @Sendable () -> String) {
        self.storage = storage
        self.newKey = newKey
    }

    /// The secret key, made now if the account has none; whoever has it can read the reminders.
    public func output(for account: Input) async throws(StorageError) -> Output {
        if let key = try await storage.feedKey(of: account) { return key }
        let key = newKey()
        try await storage.setFeedKey(key, of: account)
        return key
    }

    /// Replaces the key; the former one stops working.
    public func submit(_ account: Input) async throws(StorageError) {
        try await storage.setFeedKey(newKey(), of: account)
    }
}

/// Tells an open page that its content may have changed, but not how: the page then asks for its output again.
public struct PageEvents: Sendable {
    /// The changes as they happen.
    public typealias Output = Changes

    private let storage: any ChangeAnnouncing

    /// Listens to what `storage` announces.
    public init(storage: any ChangeAnnouncing) {
        self.storage = storage
    }

    /// The page that is open.
    public enum Input: Equatable, Sendable {
        /// A page of items, with the signed-in account's count of news beside it.
        case items(of: Account.ID?)
        /// A page of an account's lists, to-dos, memos, reminders or trash.
        case organiser(Account.ID)
        /// A conversation's page as one of its two people sees it, with what others do with its
        /// item, and with what waits for the reader elsewhere.
        case conversation(Conversation.ID, of: Conversation.Reader, about: Item.ID?)
    }

    /// The changes from now on, until the task that waits for them is cancelled.
    /// - Parameter isOperator: whether to include changes in what waits for operators.
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
