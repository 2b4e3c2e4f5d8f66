/// How a to-do with a reminder comes again, once it is completed.
public struct Repetition: Equatable, Sendable {
    /// How often.
    public let frequency: Frequency
    /// The reminder that was set by hand: all that follow go by its day and its time of day.
    public let start: Timestamp

    /// What comes so often from a moment on.
    public init(_ frequency: Frequency, from start: Timestamp) {
        self.frequency = frequency
        self.start = start
    }

    /// How often it comes, by the market's clocks. The raw value is its name in forms, files and
    /// storage.
    public enum Frequency: String, CaseIterable, Sendable {
        /// At the same time of the day.
        case daily
        /// On the same day of the week.
        case weekly
        /// The same of every other week.
        case fortnightly
        /// On the same day of the month; on the last one of those that are shorter.
        case monthly
        /// On the same day of the year; on the 28th of February where there is no 29th.
        case yearly
    }

    /// Tells when it comes first after a moment; nil when it comes no more.
    public typealias Calendar = @Sendable (Repetition, Timestamp) -> Timestamp?

    /// Whether it comes within the minute of a moment, or began in it: fields of forms tell no seconds.
    public func comes(at moment: Timestamp, by calendar: Calendar) -> Bool {
        let minute = moment.minute
        let times: [Timestamp?] = [start, calendar(self, minute.lowerBound + -1)]
        return times.contains { time in time.map { minute.contains($0) } ?? false }
    }

    /// How it comes again after a reminder: by that one's day and time of day, unless it is one of its
    /// own times.
    public func goingOn(from reminder: Timestamp, by calendar: Calendar) -> Repetition {
        comes(at: reminder, by: calendar) ? self : Repetition(frequency, from: reminder)
    }
}

extension Timestamp {
    /// The minute that it is in.
    fileprivate var minute: Range<Timestamp> {
        let first = self + -((seconds % 60 + 60) % 60)
        return first..<first + 60
    }
}

extension Todo {
    /// When it comes next: later than now, and than the time that it has. Nothing comes for the times
    /// that were missed. Nil when it comes no more.
    public func nextReminder(at now: Timestamp, by calendar: Repetition.Calendar) -> Timestamp? {
        guard let reminder = content.reminder, let repetition = content.repetition else {
            return nil
        }
        return calendar(repetition, max(reminder, now))
    }

    /// The time that it is for, of one that repeats or did until it opened the next one. Those that were
    /// completed are told apart by that.
    public var occasion: Timestamp? {
        next == nil && content.repetition == nil ? nil : content.reminder
    }

    /// What an edit leaves of how it comes again: once it has opened a next one, that one repeats alone.
    public func repetition(of edited: TodoContent) -> Repetition? {
        next == nil ? edited.repetition : nil
    }

    /// Whether it still is as completing the one before has opened it.
    public var isUntouched: Bool {
        revision == 1 && dateCompleted == nil && content.repetition != nil
    }
}
