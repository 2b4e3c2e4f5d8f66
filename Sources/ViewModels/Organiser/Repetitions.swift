#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Market

/// A choice of how often a to-do repeats.
public struct RepetitionChoice: Equatable, Sendable {
    /// The value that the form sends; empty if it does not repeat.
    public let value: String
    /// The name of the choice.
    public let name: Phrase
    /// Whether it is selected; no choice is when the form was sent with an unknown value.
    public let isSelected: Bool
}

extension NoteInput {
    /// The choices of how often a to-do repeats, in the order of the form.
    public var repetitions: [RepetitionChoice] {
        let all = Repetition.Frequency.allCases.map { ($0.rawValue, $0.name) }
        return ([("", Phrase.Key.notRepeated)] + all).map { value, name in
            RepetitionChoice(value: value, name: Phrase(name), isSelected: value == repetition)
        }
    }
}

extension Repetition.Frequency {
    fileprivate var name: Phrase.Key {
        switch self {
        case .daily: .everyDay
        case .weekly: .everyWeek
        case .fortnightly: .everyOtherWeek
        case .monthly: .everyMonth
        case .yearly: .everyYear
        }
    }
}

extension FieldReader {
    /// Reads how the to-do repeats, which requires a reminder; nil when nothing was chosen.
    /// - Parameters:
    ///   - reminder: the reminder that was read before.
    ///   - kept: the content that is edited; if its time and frequency stay, it repeats from the
    ///     same start, and so on the same day of the month.
    mutating func repetition(
        _ typed: String, of reminder: Timestamp?, keeping kept: TodoContent?
    ) -> Repetition? {
        guard !typed.isEmpty else { return nil }
        guard let frequency = Repetition.Frequency(rawValue: typed) else {
            add("repetition", Phrase(.chooseRepetition))
            return nil
        }
        guard let reminder else {
            if !faults.contains(where: { $0.field == "reminder" }) {
                add("reminder", Phrase(.repetitionNeedsReminder))
            }
            return nil
        }
        if let kept, kept.reminder == reminder, kept.repetition?.frequency == frequency {
            return kept.repetition
        }
        return Repetition(frequency, from: reminder)
    }
}

// MARK: - In the market's time zone

extension MarketTimeZone {
    private static let lastYear: Int64 = 9_999

    /// Computes when something repeats next.
    var calendar: Repetition.Calendar {
        return { repetition, moment in next(of: repetition, after: moment) }
    }

    /// The first repetition after a moment, not counting the start; nil past the year 9999.
    private func next(of repetition: Repetition, after moment: Timestamp) -> Timestamp? {
        let start = local(repetition.start)
        var count = repetition.frequency.count(from: start, to: local(moment))
        while true {
            let time = repetition.frequency.time(count, after: start)
            guard CivilTime(time).year <= Self.lastYear else { return nil }
            let next = self.moment(local: time)
            if next > moment { return next }
            count += 1
        }
    }

    /// The day that a completed, repeating to-do was for: `11월 20일 (금) 몫`; nil for any other.
    func occasion(of todo: Todo) -> Phrase? {
        guard let dateCompleted = todo.dateCompleted, let date = todo.occasion else { return nil }
        let day = civilTime(date).dayOfWeek(besides: civilTime(dateCompleted))
        return Phrase(.forDay, .phrase(day))
    }

    /// `매주 금요일`, `매달 말일`.
    func text(_ repetition: Repetition) -> Phrase {
        let start = civilTime(repetition.start)
        let day = Phrase.Argument.text("\(start.day)")
        return switch repetition.frequency {
        case .daily: Phrase(.everyDay)
        case .weekly: Phrase(.everyWeekOn, .phrase(start.weekdayName))
        case .fortnightly: Phrase(.everyOtherWeekOn, .phrase(start.weekdayName))
        case .monthly where start.day == 31: Phrase(.everyMonthsEnd)
        case .monthly: Phrase(.everyMonthOn, day)
        case .yearly: Phrase(.everyYearOn, .phrase(start.monthName), day)
        }
    }
}

extension Repetition.Frequency {
    /// The interval in days; nil if it is counted in months.
    private var days: Int64? {
        switch self {
        case .daily: 1
        case .weekly: 7
        case .fortnightly: 14
        case .monthly, .yearly: nil
        }
    }

    private var months: Int64 { self == .yearly ? 12 : 1 }

    /// The number of the repetition at which to start searching for the first one after `moment`,
    /// at least 1. Both times are local.
    fileprivate func count(from start: Timestamp, to moment: Timestamp) -> Int64 {
        guard let days else {
            let first = CivilTime(start).monthsSinceYearZero
            return max((CivilTime(moment).monthsSinceYearZero - first) / months, 1)
        }
        return max(moment.since(start) / (days * 86_400), 1)
    }

    /// The local time of a repetition, by its number after the start.
    fileprivate func time(_ count: Int64, after start: Timestamp) -> Timestamp {
        if let days { return start + count * days * 86_400 }
        let civil = CivilTime(start)
        let month = civil.monthsSinceYearZero + count * months
        let first = CivilTime.firstDay(ofMonth: month)
        let day = min(civil.day, CivilTime.firstDay(ofMonth: month + 1) - first)
        return Timestamp(seconds: (first + day - 1) * 86_400)
            + (civil.hour * 3_600 + civil.minute * 60 + civil.second)
    }
}

extension CivilTime {
    fileprivate var monthsSinceYearZero: Int64 { year * 12 + month - 1 }

    /// The first day of a month, in days since 1970. Months count from January of the year 0.
    fileprivate static func firstDay(ofMonth count: Int64) -> Int64 {
        var civil = tm()
        (civil.tm_year, civil.tm_mon) = (Int32(count / 12 - 1_900), Int32(count % 12))
        civil.tm_mday = 1
        return Int64(timegm(&civil)) / 86_400
    }
}
