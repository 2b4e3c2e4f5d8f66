/// An entry of a member's reminders: a to-do, memo or appointment with a time, a decision of the
/// operators, or an item that has become cheaper.
public struct Reminder: Equatable, Sendable {
    /// What the reminder is about.
    public let subject: Subject
    /// The to-do's title, the memo's first line, or the title of the item; for a notice it may also
    /// be what was reported, or the reader's own nickname.
    public let title: String
    /// The time itself. The reminder of an appointment comes due some time before it (`Subject.lead`).
    public var date: Timestamp
    /// When the to-do, memo or cheaper item was last edited, the appointment was proposed, or the
    /// item was hidden.
    public let dateModified: Timestamp
    /// The item to which the to-do or memo is pinned, or which the reminder is about.
    public let item: Item.ID?
    /// Where the two people meet; nil unless this is an appointment.
    public let spot: String?
    /// The nickname of the other person; nil if this is not an appointment or they have no account.
    public let other: String?
    /// How the to-do repeats.
    public let repetition: Repetition?
    /// The item's former and present price, if it has become cheaper.
    public let priceDrop: PriceDrop?
    /// The decision of the operators, if this is a notice.
    public let notice: Notice?
    /// Why the operators have hidden the item, if they have; empty if they gave no reason.
    public let hidingReason: String?
    /// Whether the reminder was dismissed, although the to-do is still open and planned.
    public let isDismissed: Bool

    /// A reminder as read from the storage.
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

    /// What the reminder is about.
    public enum Subject: Hashable, Sendable {
        /// An open to-do.
        case todo(Todo.ID)
        /// A memo.
        case memo(Memo.ID)
        /// An appointment on which two people have agreed in their conversation.
        case appointment(Conversation.ID)
        /// One of the account's own items, hidden by the operator.
        case hiding(Item.ID)
        /// An item in which the account has an interest, and which has become cheaper.
        case priceDrop(Item.ID)
        /// A decision of the operators about the account, or about something that it has reported.
        case notice(Notice.ID)

        /// The raw value of the subject's id.
        public var number: Int64 {
            switch self {
            case .todo(let id): id.rawValue
            case .memo(let id): id.rawValue
            case .appointment(let id): id.rawValue
            case .hiding(let id), .priceDrop(let id): id.rawValue
            case .notice(let id): id.rawValue
            }
        }

        /// How long before its time the reminder comes due, in seconds; people need time to get to
        /// an appointment.
        public var lead: Int64 {
            if case .appointment = self { Reminder.appointmentLead } else { 0 }
        }
    }

    private static let appointmentLead: Int64 = 1_800

    /// When the reminder comes due.
    public var dateDue: Timestamp { date + -subject.lead }

    /// The latest time that an appointment can have if its reminder has come due by `moment`.
    public static func lastAppointment(dueAt moment: Timestamp) -> Timestamp {
        let (seconds, isPastAll) = moment.seconds.addingReportingOverflow(appointmentLead)
        return isPastAll ? Timestamp(seconds: .max) : Timestamp(seconds: seconds)
    }
}

/// What an account is reminded of. Every method is atomic. There are reminders of
/// - open to-dos and memos with a time, until they are dismissed;
/// - appointments that both have accepted, until one of the two has said whether they met;
/// - items of the account that the operator has hidden, and other decisions, until they are dismissed;
/// - items in which the account has an interest and which are cheaper than when it last looked.
public protocol ReminderStorage: Sendable {
    /// The reminders whose time is after `start` and at or before `moment`, soonest first.
    func reminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// The plans whose time is after `start` and at or before `moment`, soonest first: to-dos,
    /// memos and appointments. Unlike `reminders`, they include open to-dos whose reminder was
    /// dismissed, since those are still to be done, and leave out decisions, hidden and cheaper
    /// items.
    func plans(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// The same plans as `plans`, latest time first.
    func latestPlans(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// What a calendar shows, soonest first: all reminders and plans whose time is after `start`,
    /// and to-dos that repeat since before it. Past `limit`, to-dos whose reminder was dismissed
    /// are left out first, the oldest ones before others, and those that repeat last.
    func remindersAndPlans(
        of account: Account.ID, after start: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// The reminders of repeating to-dos whose time is at or before `moment`, soonest first.
    func repeatedReminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// The reminders that come due after `start` and at or before `moment`, latest time first.
    func latestReminders(
        of account: Account.ID, after start: Timestamp, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder]

    /// The number of due reminders; the count stops at `Limits.countedReminders`. Cheap enough for every page.
    func countDueReminders(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Int

    /// Dismisses a reminder. What it is about keeps its time: a to-do stays planned while it is
    /// open, and one that repeats moves on to its next time. Dismissing twice is no error, nor is
    /// dismissing a notice that is gone. An appointment cannot be dismissed, only called off.
    /// - Parameter calendar: tells when the next time is.
    /// - Throws: `.notFound` if the account has no such to-do, memo, hidden item or interest, and
    ///   for an appointment.
    func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID, at now: Timestamp,
        by calendar: @escaping Repetition.Calendar
    ) async throws(StorageError)
}

extension ReminderStorage {
    /// The reminders whose time is at or before `moment`, soonest first.
    public func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reminder] {
        try await reminders(
            of: account, after: Timestamp(seconds: .min), until: moment, limit: limit)
    }
}
