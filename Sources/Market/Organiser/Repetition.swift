/// How a to-do with a reminder repeats once it is completed.
public struct Repetition: Equatable, Sendable {
    /// How often it repeats.
    public let frequency: Frequency
    /// The reminder that the member set. All later ones follow its day and time of day.
    public let start: Timestamp

    /// A repetition that starts at a given time.
    public init(_ frequency: Frequency, from start: Timestamp) {
        self.frequency = frequency
        self.start = start
    }

    /// How often a to-do repeats, by the market's time zone. The raw value is its name in forms,
    /// files and storage.
    public enum Frequency: String, CaseIterable, Sendable {
        /// Every day at the same time.
        case daily
        /// Every week on the same weekday.
        case weekly
        /// Every second week on the same weekday.
        case fortnightly
        /// Every month on the same day, or on the last day of a shorter month.
        case monthly
        /// Every year on the same day; a 29th of February becomes the 28th in other years.
        case yearly
    }

    /// Returns the first time of a repetition after a given moment; nil if there is none.
    public typealias Calendar = @Sendable (Repetition, Timestamp) -> Timestamp?

    /// Whether one of its times, or its start, is in the same minute as `moment`. Form fields have no seconds.
    public func comes(at moment: Timestamp, by calendar: Calendar) -> Bool {
        let minute = moment.minute
        let times: [Timestamp?] = [start, calendar(self, minute.lowerBound + -1)]
        return times.contains { time in time.map { minute.contains($0) } ?? false }
    }

    /// The repetition to use after a reminder: itself if the reminder is one of its times, else one
    /// that starts with that reminder.
    public func goingOn(from reminder: Timestamp, by calendar: Calendar) -> Repetition {
        comes(at: reminder, by: calendar) ? self : Repetition(frequency, from: reminder)
    }
}

extension Timestamp {
    /// The minute that contains this timestamp.
    fileprivate var minute: Range<Timestamp> {
        let first = self + -((seconds % 60 + 60) % 60)
        return first..<first + 60
    }
}

extension Todo {
    /// The next time of a repeating to-do: later than now and than its current time, so that missed
    /// times are skipped. Nil if there is none.
    public func nextReminder(at now: Timestamp, by calendar: Repetition.Calendar) -> Timestamp? {
        guard let reminder = content.reminder, let repetition = content.repetition else {
            return nil
        }
        return calendar(repetition, max(reminder, now))
    }

    /// The time of a to-do that repeats, or did so until completing it opened the next one. It
    /// distinguishes the completed ones from each other.
    public var occasion: Timestamp? {
        next == nil && content.repetition == nil ? nil : content.reminder
    }

    /// The repetition to store after an edit: none once the next to-do has been opened, since only
    /// that one repeats.
    public func repetition(of edited: TodoContent) -> Repetition? {
        next == nil ? edited.repetition : nil
    }

    /// Whether the to-do is unchanged since completing the previous one opened it.
    public var isUntouched: Bool {
        revision == 1 && dateCompleted == nil && content.repetition != nil
    }
}
