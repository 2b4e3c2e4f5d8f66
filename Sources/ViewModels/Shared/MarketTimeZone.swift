#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Market

/// The zone that the market's clocks go by: how far they are ahead of UTC, and since when.
///
/// A table rather than a question to the C library for each time: a page shows many, and
/// `localtime_r` would take a lock for each.
public struct MarketTimeZone: Equatable, Sendable {
    /// From a moment on the clocks are so far ahead of UTC.
    public struct Change: Equatable, Sendable {
        /// The first second of it.
        public let date: Timestamp
        /// Negative behind UTC.
        public let secondsFromUTC: Int64

        /// Clocks that are set at a moment.
        public init(date: Timestamp, secondsFromUTC: Int64) {
            self.date = date
            self.secondsFromUTC = secondsFromUTC
        }
    }

    private static let day: Int64 = 86_400

    /// As the tz database calls it: `Europe/Berlin`.
    public let name: String
    /// Before the first change.
    private let first: Int64
    private let changes: [Change]

    /// - Parameters:
    ///   - secondsFromUTC: before the first change.
    ///   - changes: in their order.
    public init(name: String, secondsFromUTC first: Int64, changes: [Change] = []) {
        self.name = name
        self.first = first
        self.changes = changes
    }

    /// Nine hours ahead, whatever the year: the summer times of 1987 and 1988, and what was before
    /// 1961, are of no market's time.
    public static let seoul = MarketTimeZone(name: "Asia/Seoul", secondsFromUTC: 9 * 3_600)

    /// How far its clocks are ahead of UTC.
    func secondsFromUTC(at moment: Timestamp) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].date <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : changes[low - 1].secondsFromUTC
    }

    /// What its clocks show.
    func civilTime(_ moment: Timestamp) -> CivilTime {
        CivilTime(local(moment))
    }

    /// The same as if it were UTC.
    func local(_ moment: Timestamp) -> Timestamp {
        moment + secondsFromUTC(at: moment)
    }

    /// When its clocks are set, and from which offset to which, from the last time before a moment on.
    func settings(
        from moment: Timestamp
    ) -> [(date: Timestamp, before: Int64, after: Int64)] {
        let beginning = Change(date: Timestamp(seconds: 0), secondsFromUTC: first)
        let all = [beginning] + changes
        let start = all.lastIndex { $0.date <= moment } ?? 0
        return (start..<all.count).map { place in
            let before = all[max(place - 1, 0)].secondsFromUTC
            return (all[place].date, before, all[place].secondsFromUTC)
        }
    }

    /// The day there that a moment is in: from its midnight to the next.
    func day(around moment: Timestamp) -> Range<Timestamp> {
        let midnight = localMidnight(before: moment)
        return self.moment(local: midnight)..<self.moment(local: midnight + Self.day)
    }

    /// When the days of the week begin there that a moment is in, Monday first, and the next week.
    func midnights(ofWeekAround moment: Timestamp) -> [Timestamp] {
        let midnight = localMidnight(before: moment)
        let daysSinceMonday = (CivilTime(midnight).weekday + 6) % 7
        return (0...7).map { (place: Int64) in
            self.moment(local: midnight + (place - daysSinceMonday) * Self.day)
        }
    }

    /// As if it were UTC.
    private func localMidnight(before moment: Timestamp) -> Timestamp {
        let local = local(moment)
        return local + -((local.seconds % Self.day + Self.day) % Self.day)
    }

    /// The day there: `2026-11-21`.
    public func day(of moment: Timestamp) -> String {
        String(civilTime(moment).iso8601.description.prefix(10))
    }
}

// MARK: - Fields of forms

extension MarketTimeZone {
    /// As a `datetime-local` field holds it (HTML section 2.3.5.5): `2026-11-21T20:45`.
    func typed(_ moment: Timestamp) -> String {
        String(civilTime(moment).iso8601.description.prefix(16))
    }

    /// The midnight that a day begins with there, `2026-11-21`; nil when there is no such day, or when it
    /// is before 1970.
    func midnight(ofDay text: String) -> Timestamp? {
        moment(typed: text + "T00:00")
    }

    /// A moment as such a field sends it, with seconds or a space as well. Nil when there is no such
    /// day or time, or when it is before 1970.
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
        // What is no day of its month has become another day of the calendar.
        guard civil.tm_mon == date[1] - 1, civil.tm_mday == date[2] else { return nil }
        return moment(local: local)
    }

    /// When its clocks show a time, which stands as if it were UTC. One that they show twice, as the
    /// hour before summer time ends, is the first; one that they leave out is counted on from the
    /// time before (RFC 5545 section 3.3.5).
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
