#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Market

/// The market's time zone: its UTC offset, and when that changes.
///
/// A table instead of calls to the C library: a page shows many times, and `localtime_r` takes a
/// lock for each.
public struct MarketTimeZone: Equatable, Sendable {
    /// A change of the UTC offset.
    public struct Change: Equatable, Sendable {
        /// The first second with the new offset.
        public let date: Timestamp
        /// The new offset; negative west of Greenwich.
        public let secondsFromUTC: Int64

        /// An offset that applies from a moment on.
        public init(date: Timestamp, secondsFromUTC: Int64) {
            self.date = date
            self.secondsFromUTC = secondsFromUTC
        }
    }

    private static let day: Int64 = 86_400

    /// The zone's name in the tz database: `Europe/Berlin`.
    public let name: String
    /// The offset before the first change.
    private let first: Int64
    private let changes: [Change]

    /// - Parameters:
    ///   - secondsFromUTC: the offset before the first change.
    ///   - changes: in order of time.
    public init(name: String, secondsFromUTC first: Int64, changes: [Change] = []) {
        self.name = name
        self.first = first
        self.changes = changes
    }

    /// Always nine hours ahead of UTC: the summer times of 1987 and 1988 and the offsets before
    /// 1961 are older than any data of a market.
    public static let seoul = MarketTimeZone(name: "Asia/Seoul", secondsFromUTC: 9 * 3_600)

    /// The UTC offset at a moment.
    func secondsFromUTC(at moment: Timestamp) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].date <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : changes[low - 1].secondsFromUTC
    }

    /// The local date and time.
    func civilTime(_ moment: Timestamp) -> CivilTime { CivilTime(local(moment)) }

    /// The local time, represented as if it were UTC.
    func local(_ moment: Timestamp) -> Timestamp { moment + secondsFromUTC(at: moment) }

    /// The changes of the offset, from the last one at or before a moment on.
    func settings(from moment: Timestamp) -> [(date: Timestamp, before: Int64, after: Int64)] {
        let beginning = Change(date: Timestamp(seconds: 0), secondsFromUTC: first)
        let all = [beginning] + changes
        let start = all.lastIndex { $0.date <= moment } ?? 0
        return (start..<all.count).map { place in
            let before = all[max(place - 1, 0)].secondsFromUTC
            return (all[place].date, before, all[place].secondsFromUTC)
        }
    }

    /// The local day that contains a moment: from its midnight to the next.
    func day(around moment: Timestamp) -> Range<Timestamp> {
        let midnight = localMidnight(before: moment)
        return self.moment(local: midnight)..<self.moment(local: midnight + Self.day)
    }

    /// The midnights that begin the days of the local week that contains a moment, from Monday, and
    /// the next Monday's.
    func midnights(ofWeekAround moment: Timestamp) -> [Timestamp] {
        let midnight = localMidnight(before: moment)
        let daysSinceMonday = (CivilTime(midnight).weekday + 6) % 7
        return (0...7).map { (place: Int64) in
            self.moment(local: midnight + (place - daysSinceMonday) * Self.day)
        }
    }

    /// The local midnight, represented as if it were UTC.
    private func localMidnight(before moment: Timestamp) -> Timestamp {
        let local = local(moment)
        return local + -((local.seconds % Self.day + Self.day) % Self.day)
    }

    /// The local date: `2026-11-21`.
    public func day(of moment: Timestamp) -> String {
        String(civilTime(moment).iso8601.description.prefix(10))
    }
}

// MARK: - Fields of forms

extension MarketTimeZone {
    /// The local time as a `datetime-local` field holds it (HTML section 2.3.5.5):
    /// `2026-11-21T20:45`.
    func typed(_ moment: Timestamp) -> String {
        String(civilTime(moment).iso8601.description.prefix(16))
    }

    /// The midnight that begins a local day, `2026-11-21`; nil when there is no such day, or it is
    /// before 1970.
    func midnight(ofDay text: String) -> Timestamp? { moment(typed: text + "T00:00") }

    /// Parses a time as such a field sends it, also with seconds or with a space. Nil when there is
    /// no such day or time, or it is before 1970.
    func moment(typed text: String) -> Timestamp? {
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
        let local = Timestamp(seconds: Int64(timegm(&civil)))
        // `timegm` turns a day that its month does not have into a day of the next month.
        guard civil.tm_mon == date[1] - 1, civil.tm_mday == date[2] else { return nil }
        return moment(local: local)
    }

    /// The moment of a local time that is represented as if it were UTC. If the clocks show the
    /// time twice, as in the hour before summer time ends, it is the first; if they skip it, the
    /// offset before the gap applies (RFC 5545 section 3.3.5).
    func moment(local: Timestamp) -> Timestamp {
        let before = secondsFromUTC(at: local + -Self.day)
        let after = secondsFromUTC(at: local + Self.day)
        let (early, late) = (local + -before, local + -after)
        guard secondsFromUTC(at: early) != before else { return early }
        return secondsFromUTC(at: late) == after ? late : early
    }
}

private func numbers(_ text: Substring, parted separator: Character, widths: [Int]) -> [Int32]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == widths else { return nil }
    let numbers = parts.compactMap { Int32(digits: $0) }
    return numbers.count == parts.count ? numbers : nil
}
