import Market

/// A time for people and for machines to read.
public struct Moment: Equatable, Sendable {
    /// `2026년 11월 21일 오후 8:45`, in the market's time zone.
    public let text: Phrase
    /// ISO 8601 in UTC: `2026-11-21T11:45:00Z`.
    public let iso8601: ShortText

    /// - Parameter zone: the time zone of `text`.
    public init(_ moment: Timestamp, in zone: MarketTimeZone) {
        text = zone.civilTime(moment).text
        iso8601 = moment.iso8601
    }

    /// A time to come, with its day of the week: `2026년 11월 21일 (토) 오후 8:45`.
    init(planned moment: Timestamp, in zone: MarketTimeZone) {
        text = zone.civilTime(moment).weekdayText
        iso8601 = moment.iso8601
    }
}

/// A moment's date and time in the Gregorian calendar, by Howard Hinnant's `civil_from_days`: a
/// list shows twenty of them, and `gmtime_r` would take a lock for each.
struct CivilTime {
    let year: Int64, month: Int64, day: Int64
    let hour: Int64, minute: Int64, second: Int64
    /// Since 1 January 1970.
    private let days: Int64

    /// From 0, Sunday; 1 January 1970 was a Thursday.
    var weekday: Int64 { ((days + 4) % 7 + 7) % 7 }

    init(_ moment: Timestamp) {
        let secondOfDay = (moment.seconds % 86_400 + 86_400) % 86_400
        days = (moment.seconds - secondOfDay) / 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
    }

    private static let months: [Phrase.Key] = [
        .january, .february, .march, .april, .may, .june, .july, .august, .september, .october,
        .november, .december,
    ]

    private static let weekdays: [Phrase.Key] = [
        .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
    ]

    /// `11월`.
    var monthName: Phrase { Phrase(Self.months[Int(month) - 1]) }

    /// `토`.
    var weekdayName: Phrase { Phrase(Self.weekdays[Int(weekday)]) }

    /// `2026년 11월 21일 오후 8:45`.
    var text: Phrase {
        Phrase(
            .moment, .text("\(year)"), .phrase(monthName), .text("\(day)"),
            .text(clock.description))
    }

    /// `2026년 11월 21일 (토) 오후 8:45`.
    var weekdayText: Phrase {
        Phrase(.onDayOfYear, .text("\(year)"), .phrase(dayOfWeek), .text(clock.description))
    }

    /// `11월 21일 (토)`.
    var dayOfWeek: Phrase {
        Phrase(.dayOfWeek, .phrase(monthName), .text("\(day)"), .phrase(weekdayName))
    }

    /// `2026년 11월 21일 (토)`.
    var dayOfWeekAndYear: Phrase { Phrase(.dayOfYear, .text("\(year)"), .phrase(dayOfWeek)) }

    /// `11월 20일 (금)`, or `2027년 1월 2일 (토)` if the year differs from that of another time.
    func dayOfWeek(besides other: CivilTime) -> Phrase {
        year == other.year ? dayOfWeek : dayOfWeekAndYear
    }

    /// `오늘 오후 8:45`, or `11월 20일 (금) 오후 8:45` on another day.
    func text(on today: CivilTime) -> Phrase {
        let clock = Phrase.Argument.text(clock.description)
        guard (year, month, day) != (today.year, today.month, today.day) else {
            return Phrase(.todayAt, clock)
        }
        return Phrase(.onDay, .phrase(dayOfWeek), clock)
    }

    /// `11월 20일 (금) 오후 8:45`, or `2027년 1월 2일 (토) 오후 8:45` in another year.
    func text(besides today: CivilTime) -> Phrase {
        guard year == today.year else { return weekdayText }
        return Phrase(.onDay, .phrase(dayOfWeek), .text(clock.description))
    }

    /// `2026년 11월 21일`.
    var dayText: Phrase { Phrase(.wholeDay, .text("\(year)"), .phrase(monthName), .text("\(day)")) }

    /// `20:45`.
    var clock: ShortText {
        var text = ShortText()
        text.append(twoDigits: hour)
        text.append(":")
        text.append(twoDigits: minute)
        return text
    }

    /// `2026-11-21T11:45:00Z`, for the years 0 to 9999.
    var iso8601: ShortText {
        var text: ShortText = "0000-00-00T00:00:00Z"
        text.put(twoDigits: year / 100, at: 0)
        text.put(twoDigits: year % 100, at: 2)
        text.put(twoDigits: month, at: 5)
        text.put(twoDigits: day, at: 8)
        text.put(twoDigits: hour, at: 11)
        text.put(twoDigits: minute, at: 14)
        text.put(twoDigits: second, at: 17)
        return text
    }
}

extension Timestamp {
    /// In UTC: `2026-11-21T11:45:00Z`.
    public var iso8601: ShortText { CivilTime(self).iso8601 }
}
