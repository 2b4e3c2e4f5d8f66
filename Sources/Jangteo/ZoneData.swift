import Glibc
import Market
import ViewModels

/// The time zones that this machine knows: the tz database, read through the C library.
enum ZoneData {
    /// From 1970 to 2100; nobody knows the rules of later years.
    private static let span: Range<Int64> = 0..<4_102_444_800
    /// The step of the search for changes; no zone has kept an offset for less time.
    private static let week: Int64 = 7 * 86_400

    /// Whether there is a zone of that name; the built-in one always exists.
    static func knows(_ name: String) -> Bool {
        guard name != MarketTimeZone.seoul.name else { return true }
        // With these characters no path leads out of the folder.
        let isName = name.utf8.allSatisfy { byte in
            let letter = Character(UnicodeScalar(byte))
            return byte < 0x80 && (letter.isLetter || letter.isNumber || "_+-/".contains(letter))
        }
        let folder = Environment.variable("TZDIR") ?? "/usr/share/zoneinfo"
        guard isName, let first = name.first, first.isLetter,
            let file = fopen("\(folder)/\(name)", "re")
        else { return false }
        defer { fclose(file) }
        // Every such file begins with this (RFC 9636 section 3.1).
        return Array("TZif".utf8).allSatisfy { fgetc(file) == Int32($0) }
    }

    /// A zone with all its changes. Must run before there are other threads: TZ is set for the whole process.
    @MainActor
    static func zone(_ name: String) -> MarketTimeZone {
        guard name != MarketTimeZone.seoul.name else { return .seoul }
        setenv("TZ", ":" + name, 1)
        tzset()
        var changes: [MarketTimeZone.Change] = []
        var (moment, offset) = (span.lowerBound, secondsFromUTC(at: span.lowerBound))
        let first = offset
        while moment < span.upperBound {
            let next = moment + week
            guard secondsFromUTC(at: next) != offset else {
                moment = next
                continue
            }
            moment = change(of: offset, in: moment...next)
            offset = secondsFromUTC(at: moment)
            changes.append(
                MarketTimeZone.Change(
                    date: Timestamp(seconds: moment), secondsFromUTC: offset))
        }
        return MarketTimeZone(name: name, secondsFromUTC: first, changes: changes)
    }

    /// The first second with another offset than the range begins with; the range must end with another one.
    private static func change(of offset: Int64, in range: ClosedRange<Int64>) -> Int64 {
        var (before, after) = (range.lowerBound, range.upperBound)
        while after - before > 1 {
            let middle = (before + after) / 2
            if secondsFromUTC(at: middle) == offset { before = middle } else { after = middle }
        }
        return after
    }

    private static func secondsFromUTC(at seconds: Int64) -> Int64 {
        var (seconds, civil) = (time_t(seconds), tm())
        localtime_r(&seconds, &civil)
        return Int64(civil.tm_gmtoff)
    }
}
