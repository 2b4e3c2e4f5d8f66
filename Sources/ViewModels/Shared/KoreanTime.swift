import Market

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
        let seconds = time[0] * 3_600 + time[1] * 60 + (time.count == 3 ? time[2] : 0)
        let midnight = Timestamp(
            seconds: days(year: date[0], month: date[1], day: date[2]) * 86_400)
        // What is no day of its month is another day of the calendar.
        let civil = CivilTime(midnight)
        guard [civil.year, civil.month, civil.day] == date else { return nil }
        self = midnight + (seconds - Moment.koreaSecondsFromUTC)
    }

    /// The day of Korean time: `2026-11-21`.
    public var koreanDay: String {
        let iso8601 = CivilTime(self + Moment.koreaSecondsFromUTC).iso8601.description
        return String(decoding: iso8601.utf8.prefix(10), as: UTF8.self)
    }

    /// As a `datetime-local` field holds it.
    var typedKoreanTime: String {
        let iso8601 = CivilTime(self + Moment.koreaSecondsFromUTC).iso8601
        return String(iso8601.description.prefix(16))
    }
}

private func numbers(_ text: Substring, parted separator: Character, widths: [Int]) -> [Int64]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == widths else { return nil }
    let numbers = parts.compactMap { Int64(digits: $0) }
    return numbers.count == parts.count ? numbers : nil
}

/// Days since 1970-01-01, after Howard Hinnant's `days_from_civil`.
private func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}
