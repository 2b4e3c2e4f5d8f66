import Market

/// The reminders whose time has come, and those that are still to come.
public struct ReminderInbox: Sendable {
    /// How many reminders are shown at most, soonest first.
    private static let most = 200

    private let storage: any OrganiserStorage

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// Whose reminders.
    public struct Input: Equatable, Sendable {
        /// The account that is signed in.
        public var account: Account.ID

        /// - Parameter account: the one that is signed in.
        public init(account: Account.ID) {
            self.account = account
        }
    }

    /// The page of reminders, those dismissed left out.
    public struct Output: Sendable {
        /// Those whose time has come, soonest first.
        public let due: [Entry]
        /// Those still to come, soonest first.
        public let upcoming: [Entry]
        /// Set when there is none: how to make one.
        public let emptyText: String?
    }

    /// A reminder as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// The to-do or memo that it leads to.
        public let subject: Reminder.Subject
        /// The to-do's, or the memo's first line.
        public let title: String
        /// When it is due.
        public let date: Moment
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let reminders = try await storage.reminders(
            of: input.account, until: Timestamp(seconds: .max), limit: Self.most)
        let dueEnd = reminders.firstIndex { now < $0.date } ?? reminders.endIndex
        return Output(
            due: reminders[..<dueEnd].map(Entry.init),
            upcoming: reminders[dueEnd...].map(Entry.init),
            emptyText: reminders.isEmpty ? "알림이 없어요. 할 일이나 메모에 알림 시각을 정해보세요." : nil)
    }
}

extension ReminderInbox.Entry {
    fileprivate init(_ reminder: Reminder) {
        subject = reminder.subject
        title = reminder.title
        date = Moment(reminder.date)
    }
}

/// Takes a reminder off the page; its to-do or memo stays.
public struct ReminderDismissal: Sendable {
    private let storage: any ReminderStorage

    /// Writes in `storage`.
    public init(storage: any ReminderStorage) {
        self.storage = storage
    }

    /// Which reminder, and whose.
    public struct Input: Equatable, Sendable {
        /// The account that is signed in.
        public var account: Account.ID
        /// The to-do or memo that it reminds of.
        public var subject: Reminder.Subject

        /// - Parameter subject: another account's is not found.
        public init(account: Account.ID, subject: Reminder.Subject) {
            self.account = account
            self.subject = subject
        }
    }

    /// - Throws: `.notFound` when the account has no such to-do or memo.
    public func submit(_ input: Input) async throws(StorageError) {
        try await storage.dismissReminder(input.subject, of: input.account)
    }
}
