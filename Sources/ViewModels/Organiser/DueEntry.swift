import Market

/// What has a time, as the main page and the schedule show it.
public struct DueEntry: Equatable, Sendable {
    /// What it is.
    public let subject: Reminder.Subject
    /// Where two people meet; nil for what is no appointment.
    public let spot: String?
    /// Whom one meets there; nil for who has no account, too.
    public let other: String?
    /// The to-do's, the memo's first line, or what the item is called that it is about.
    public let title: String
    /// Of a to-do that was ticked.
    public let isCompleted: Bool
    /// Of a time that comes after the one that its to-do has: it cannot be ticked there.
    public let isLater: Bool
    /// Whether its time has come.
    public let isDue: Bool
    /// As short as the page lets it be.
    public let time: Phrase
    /// How it comes again; nil for once.
    public let repetition: Phrase?
    /// What the item cost and costs, where it has become cheaper.
    public let prices: Phrase?
    /// What operators have decided; nil for anything else.
    public let notice: Phrase?
    /// Why; nil for no reason.
    public let reason: Phrase?
    /// The item that it is about, or pinned to.
    public let item: Item.ID?

    /// Whether it is a to-do that is still to be done.
    var isOpenTodo: Bool {
        if case .todo = subject { !isCompleted } else { false }
    }

    /// - Parameters:
    ///   - isCompleted: of a to-do that was ticked.
    ///   - isLater: of a time that comes after the one that its to-do has.
    ///   - time: what the page says of its time.
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
    /// What reminded of it; nil where nothing did.
    var reminder: Reminder? {
        todo.content.reminder.map { date in
            Reminder(
                subject: .todo(id), title: todo.content.title, date: date,
                dateModified: todo.dateModified, item: todo.content.item)
        }
    }
}
