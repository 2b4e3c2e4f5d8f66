import Glibc

/// HTTP-date (RFC 9110 §5.6.7), written and parsed without locale or time zone tables.
public enum HTTPDate {
    private static let days: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// IMF-fixdate of Unix seconds, 29 bytes: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func bytes(_ seconds: Int64) -> [UInt8] {
        let moment = utc(seconds)
        var text: [UInt8] = []
        text.reserveCapacity(29)
        text.append(days[Int(moment.tm_wday)])
        text.append(", ")
        append(dateOf: moment, parted: .space, to: &text)
        text.append(.space)
        append(timeOf: moment, to: &text)
        text.append(" GMT")
        return text
    }

    /// The date of the Common Log Format: `21/Nov/2026:11:47:48 +0000`.
    static func logBytes(_ seconds: Int64) -> [UInt8] {
        let moment = utc(seconds)
        var text: [UInt8] = []
        append(dateOf: moment, parted: .slash, to: &text)
        text.append(.colon)
        append(timeOf: moment, to: &text)
        text.append(" +0000")
        return text
    }

    /// Clamped to the years 1 to 9999.
    private static func utc(_ seconds: Int64) -> tm {
        var bounded = time_t(min(max(seconds, -62_135_596_800), 253_402_300_799))
        var moment = tm()
        gmtime_r(&bounded, &moment)
        return moment
    }

    private static func append(
        dateOf moment: tm, parted separator: UInt8, to text: inout [UInt8]
    ) {
        text.append(decimal: Int(moment.tm_mday), width: 2)
        text.append(separator)
        text.append(months[Int(moment.tm_mon)])
        text.append(separator)
        text.append(decimal: year(of: moment), width: 4)
    }

    private static func append(timeOf moment: tm, to text: inout [UInt8]) {
        text.append(decimal: Int(moment.tm_hour), width: 2)
        text.append(.colon)
        text.append(decimal: Int(moment.tm_min), width: 2)
        text.append(.colon)
        text.append(decimal: Int(moment.tm_sec), width: 2)
    }

    private static func year(of moment: tm) -> Int { Int(moment.tm_year) + 1900 }

    /// Parses any of the three forms a recipient must accept into Unix seconds; nil for anything else. A
    /// two-digit year that would be more than 50 years after `now` belongs to the past century.
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
            let midnight = midnight(
                yearWord.count == 2 ? century(of: year, now: now) : year, month, day)
        else { return nil }
        return midnight + time
    }

    /// - Parameter month: 0 to 11.
    /// - Returns: nil if the month has no such day.
    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
        var moment = tm()
        moment.tm_year = Int32(year - 1900)
        moment.tm_mon = Int32(month)
        moment.tm_mday = Int32(day)
        let seconds = timegm(&moment)
        // timegm turns a day that this month does not have into a day of the next month.
        return moment.tm_mday == day ? Int64(seconds) : nil
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
        let current = Self.year(of: utc(now))
        let full = current / 100 * 100 + year
        return full > current + 50 ? full - 100 : full
    }
}
