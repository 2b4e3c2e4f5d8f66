import Market

/// Something with a time, as the organiser's home and the schedule show it.
public struct DueEntry: Equatable, Sendable {
    /// What it is.
    public let subject: Reminder.Subject
    /// Where two people meet; nil unless it is an appointment.
    public let spot: String?
    /// Whom the account meets there; nil also for a person without an account.
    public let other: String?
    /// The title of the to-do or of the item it is about, or the memo's first line.
    public let title: String
    /// Whether it is a to-do that has been ticked.
    public let isCompleted: Bool
    /// Whether it is a later time of a repeating to-do, which cannot be ticked there.
    public let isLater: Bool
    /// Whether its time has come.
    public let isDue: Bool
    /// As short as it can be on its page.
    public let time: Phrase
    /// How the to-do repeats; nil if it does not.
    public let repetition: Phrase?
    /// The item's former and present price, if it has become cheaper.
    public let prices: Phrase?
    /// What the operators have decided; nil for anything else.
    public let notice: Phrase?
    /// The operators' reason; nil for none.
    public let reason: Phrase?
    /// The item that it is about or pinned to.
    public let item: Item.ID?

    /// Whether it is a to-do that is still to be done.
    var isOpenTodo: Bool { if case .todo = subject { !isCompleted } else { false } }

    /// - Parameters:
    ///   - isCompleted: whether it is a to-do that has been ticked.
    ///   - isLater: whether it is a later time of a repeating to-do.
    ///   - time: its time in words.
    init(
        _ reminder: Reminder, isCompleted: Bool = false, isLater: Bool = false,
        saying time: Phrase, in zone: MarketTimeZone, at now: Timestamp
    ) {
        subject = reminder.subject
        spot = reminder.spot
        other = reminder.other
        title = reminder.title
        self.isCompleted = isCompleted
        self.isLater = isLater
        isDue = reminder.dateDue <= now && !isCompleted
        self.time = time
        repetition = reminder.repetition.map(zone.text)
        prices = reminder.priceDrop?.text
        (notice, reason) = (reminder.notice?.text(in: zone), reminder.reasonText)
        item = reminder.item
    }
}

extension CompletedTodo {
    /// The reminder that the to-do had; nil if it had none.
    var reminder: Reminder? {
        todo.content.reminder.map { date in
            Reminder(
                subject: .todo(id), title: todo.content.title, date: date,
                dateModified: todo.dateModified, item: todo.content.item)
        }
    }
}
