/// A to-do, memo or appointment that wants to be thought of at a time, what the operator has done, or that
/// something has become cheaper.
public struct Reminder: Equatable, Sendable {
    /// What has the time.
    public let subject: Subject
    /// The to-do's, the memo's first line, or what the item is called that it is about; of a notice also
    /// what was reported, or the nickname of who is told.
    public let title: String
    /// What it is for: the time of an appointment, before which it comes due.
    public var date: Timestamp
    /// When the to-do, the memo or what is cheaper was edited last, the appointment proposed, the item hidden.
    public let dateModified: Timestamp
    /// The item that it is pinned to, or about.
    public let item: Item.ID?
    /// Where two people meet; nil for what is no appointment.
    public let spot: String?
    /// Whom one meets there; nil for who has no account, too.
    public let other: String?
    /// How its to-do comes again.
    public let repetition: Repetition?
    /// What its item cost and costs, where that is what it tells.
    public let priceDrop: PriceDrop?
    /// What operators have decided, where that is what it tells.
    public let notice: Notice?
    /// Why operators have hidden its item, where that is what it tells; empty for no reason.
    public let hidingReason: String?
    /// Whether it reminds no more: of an open to-do that is planned still.
    public let isDismissed: Bool

    /// A reminder as it is read of what has the time.
    public init(
        subject: Subject, title: String, date: Timestamp, dateModified: Timestamp, item: Item.ID?,
        spot: String? = nil, other: String? = nil, repetition: Repetition? = nil,
        priceDrop: PriceDrop? = nil, notice: Notice? = nil, hidingReason: String? = nil,
        isDismissed: Bool = false
    ) {
        self.hidingReason = hidingReason
        self.notice = notice
        self.priceDrop = priceDrop
        self.isDismissed = isDismissed
        self.spot = spot
        self.other = other
        self.repetition = repetition
        self.subject = subject
        self.title = title
        self.date = date
        self.dateModified = dateModified
        self.item = item
    }

    /// What it reminds of.
    public enum Subject: Hashable, Sendable {
        /// An open to-do.
        case todo(Todo.ID)
        /// A memo.
        case memo(Memo.ID)
        /// What two people have agreed on in their conversation.
        case appointment(Conversation.ID)
        /// An item of the account's, which the operator has hidden.
        case hiding(Item.ID)
        /// An item that the account has an interest in, and that has become cheaper.
        case priceDrop(Item.ID)
        /// What operators have decided about the account, or about what it has reported.
        case notice(Notice.ID)

        /// Of its id.
        public var number: Int64 {
            switch self {
            case .todo(let id): id.rawValue
            case .memo(let id): id.rawValue
            case .appointment(let id): id.rawValue
            case .hiding(let id), .priceDrop(let id): id.rawValue
            case .notice(let id): id.rawValue
            }
        }

        /// So long before its time it comes due, in seconds: to an appointment somebody has to get.
        public var lead: Int64 {
            if case .appointment = self { Reminder.appointmentLead } else { 0 }
        }
    }

    private static let appointmentLead: Int64 = 1_800

    /// When it comes due.
    public var dateDue: Timestamp { date + -subject.lead }

    /// Of the appointments that have come due by a moment, the time of the last one.
    public static func lastAppointment(dueAt moment: Timestamp) -> Timestamp {
        let (seconds, isPastAll) = moment.seconds.addingReportingOverflow(appointmentLead)
        return isPastAll ? Timestamp(seconds: .max) : Timestamp(seconds: seconds)
    }
}

/// What an account wants to be reminded of: open to-dos and memos with a time, not dismissed, the
/// appointments that it has accepted, until one has said whether they met, which of its items the
/// operator has hidden, and what else they have decided, until it is dismissed, and which of those it has
/// an interest in are cheaper than it knows, until it has seen that. Every method is atomic.
public protocol ReminderStorage: Sendable {
    /// Those of times after `start` and until `moment`, it included, soonest first.
    func reminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// What is planned in that time, soonest first: the same without what the operator has hidden or decided
    /// and what is cheaper, which is no plan, and with open to-dos whose reminder was dismissed. They are
    /// still to be done.
    func plans(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// What is planned in that time, of the latest time first.
    func latestPlans(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// All reminders and plans of times after `start`, and what repeats since before, soonest first: what a
    /// calendar shows. Where there are more, the to-dos whose reminder was dismissed are left out first, the
    /// oldest before others, and what repeats last.
    func remindersAndPlans(
        of account: Account.ID, after start: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// Those of to-dos that repeat, of times until `moment`, it included, soonest first.
    func repeatedReminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// Those that come due after one moment and until another, it included, of the latest time first.
    func latestReminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// How many are due; `Limits.countedReminders` may be more. Cheap enough for every page.
    func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Int

    /// Takes a reminder off the list. Its subject keeps the time, at which a to-do stays planned while it
    /// is open; one that repeats comes at its next time. Twice is no error, nor is a notice
    /// that is gone. An appointment is called off instead.
    /// - Parameter calendar: tells when the next time is.
    /// - Throws: `.notFound` when the account has no such to-do, memo, hidden item or interest.
    func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID, at now: Timestamp,
        by calendar: @escaping Repetition.Calendar
    ) async throws(StorageError)
}

extension ReminderStorage {
    /// Those of times until `moment`, it included, soonest first: all with the last moment.
    public func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        try await reminders(
            of: account, after: Timestamp(seconds: .min), until: moment, limit: limit)
    }
}
