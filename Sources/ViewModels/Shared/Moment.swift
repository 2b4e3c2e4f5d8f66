#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Market

/// A time as people read it and as machines do.
public struct Moment: Equatable, Sendable {
    /// `2026년 11월 21일 20:45`, in Korean time.
    public let text: Phrase
    /// ISO 8601 in UTC: `2026-11-21T11:45:00Z`.
    public let iso8601: ShortText

    static let koreaSecondsFromUTC: Int64 = 9 * 3600

    /// Korean time is nine hours ahead of UTC, whatever the year.
    public init(_ moment: Timestamp) {
        text = CivilTime(moment + Self.koreaSecondsFromUTC).text
        iso8601 = CivilTime(moment).iso8601
    }
}

/// A moment taken apart by the Gregorian calendar, after Howard Hinnant's `civil_from_days`: a list
/// shows twenty, and `gmtime_r` would take a lock for each.
struct CivilTime {
    let year: Int64, month: Int64, day: Int64
    let hour: Int64, minute: Int64, second: Int64

    init(_ moment: Timestamp) {
        let secondOfDay = (moment.seconds % 86_400 + 86_400) % 86_400
        let days = (moment.seconds - secondOfDay) / 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
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

    /// `2026년 11월 21일 20:45`.
    var text: Phrase {
        let month = Phrase(Self.months[Int(month) - 1])
        return Phrase(
            .moment, .text("\(year)"), .phrase(month), .text("\(day)"), .text(clock.description))
    }

    /// `20:45`.
    private var clock: ShortText {
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
    /// A moment of Korean time as a `datetime-local` field sends it (HTML section 2.3.5.5):
    /// `2026-11-21T20:45`, with seconds or a space as well. Nil when there is no such moment, or
    /// when it is before 1970.
    init?(koreanTime text: String) {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard halves.count == 2,
            let date = numbers(halves[0], parted: "-", widths: [4, 2, 2]),
            let time = numbers(halves[1], parted: ":", widths: [2, 2])
                ?? numbers(halves[1], parted: ":", widths: [2, 2, 2]),
            date[0] >= 1970, time[0] < 24, time.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        var civil = tm()
        (civil.tm_year, civil.tm_mon, civil.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
        (civil.tm_hour, civil.tm_min) = (time[0], time[1])
        civil.tm_sec = time.count == 3 ? time[2] : 0
        let moment = Timestamp(seconds: Int64(timegm(&civil)))
        // What is no day of its month has become another day of the calendar.
        guard civil.tm_mon == date[1] - 1, civil.tm_mday == date[2] else { return nil }
        self = moment + -Moment.koreaSecondsFromUTC
    }

    /// The day of Korean time: `2026-11-21`.
    public var koreanDay: String {
        String(decoding: koreanISO8601.description.utf8.prefix(10), as: UTF8.self)
    }

    /// As a `datetime-local` field holds it.
    var typedKoreanTime: String { String(koreanISO8601.description.prefix(16)) }

    private var koreanISO8601: ShortText { CivilTime(self + Moment.koreaSecondsFromUTC).iso8601 }
}

private func numbers(_ text: Substring, parted separator: Character, widths: [Int]) -> [Int32]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == widths else { return nil }
    let numbers = parts.compactMap { Int32(digits: $0) }
    return numbers.count == parts.count ? numbers : nil
}
