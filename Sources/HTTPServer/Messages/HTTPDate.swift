/// HTTP-date (RFC 9110 §5.6.7), written and parsed without locale or time zone tables.
public enum HTTPDate {
    private static let days: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// IMF-fixdate of Unix seconds, 29 bytes: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func bytes(_ seconds: Int64) -> [UInt8] {
        let moment = Moment(seconds)
        var text: [UInt8] = []
        text.reserveCapacity(29)
        text.append(days[moment.weekday])
        text.append(", ")
        text.append(decimal: moment.day, width: 2)
        text.append(.space)
        text.append(months[moment.month - 1])
        text.append(.space)
        text.append(decimal: moment.year, width: 4)
        text.append(.space)
        append(timeOf: moment, to: &text)
        text.append(" GMT")
        return text
    }

    /// The date of the Common Log Format: `21/Nov/2026:11:47:48 +0000`.
    static func logBytes(_ seconds: Int64) -> [UInt8] {
        let moment = Moment(seconds)
        var text: [UInt8] = []
        text.append(decimal: moment.day, width: 2)
        text.append(.slash)
        text.append(months[moment.month - 1])
        text.append(.slash)
        text.append(decimal: moment.year, width: 4)
        text.append(.colon)
        append(timeOf: moment, to: &text)
        text.append(" +0000")
        return text
    }

    private static func append(timeOf moment: Moment, to text: inout [UInt8]) {
        text.append(decimal: moment.hour, width: 2)
        text.append(.colon)
        text.append(decimal: moment.minute, width: 2)
        text.append(.colon)
        text.append(decimal: moment.second, width: 2)
    }

    /// Parses any of the three forms a recipient must accept into Unix seconds; nil for all else. A
    /// two-digit year that would be more than 50 years after `now` is of the past century.
    public static func parse(_ text: String, now: Int64) -> Int64? {
        let words = text.utf8.split(whereSeparator: { $0 == .space || $0 == .comma || $0 == .dash })
        guard words.count >= 5 else { return nil }
        // Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994
        let isAsctime = words.count == 5
        guard isAsctime || (words.count == 6 && words[5].elementsEqual("GMT".utf8)) else {
            return nil
        }
        let dayWord = words[isAsctime ? 2 : 1]
        let monthWord = words[isAsctime ? 1 : 2]
        let yearWord = words[isAsctime ? 4 : 3]
        guard isDayName(words[0]), let day = number(dayWord, digits: 1...2),
            let month = months.firstIndex(where: { monthWord.elementsEqual("\($0)".utf8) }),
            let year = number(yearWord, digits: 2...4), yearWord.count != 3,
            let time = secondsOfDay(words[isAsctime ? 3 : 4]),
            let days = Moment.days(
                yearWord.count == 2 ? century(of: year, now: now) : year, month + 1, day)
        else { return nil }
        return days * 86400 + time
    }

    private static func isDayName(_ word: Substring.UTF8View) -> Bool {
        word.count >= 3 && days.contains { word.prefix(3).elementsEqual("\($0)".utf8) }
    }

    private static func number(_ word: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(word.count), word.allSatisfy(\.isDigit) else { return nil }
        return word.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private static func secondsOfDay(_ word: Substring.UTF8View) -> Int64? {
        let parts = word.split(separator: .colon, omittingEmptySubsequences: false)
            .map { number($0, digits: 2...2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second < 61
        else { return nil }
        return Int64(hour * 3600 + minute * 60 + second)
    }

    private static func century(of year: Int, now: Int64) -> Int {
        let current = Moment(now).year
        let full = current / 100 * 100 + year
        return full > current + 50 ? full - 100 : full
    }
}

/// A UTC moment in its calendar parts (proleptic Gregorian; Howard Hinnant's civil algorithms).
private struct Moment {
    let year: Int
    let month: Int
    let day: Int
    let weekday: Int
    let hour: Int
    let minute: Int
    let second: Int

    /// Clamped to the years 1 to 9999.
    init(_ seconds: Int64) {
        let bounded = min(max(seconds, -62_135_596_800), 253_402_300_799)
        let rest = Int((bounded % 86400 + 86400) % 86400)
        let days = (Int(bounded) - rest) / 86400
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * march + 2) / 5 + 1
        month = march + (march < 10 ? 3 : -9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        weekday = ((days + 4) % 7 + 7) % 7
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Days since 1970-01-01, or nil when the month has no such day.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard day >= 1, day <= length else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }
}
