import Market

/// A time as people read it and as machines do.
public struct Moment: Equatable, Sendable {
    /// `2026년 11월 21일 20:45`, in Korean time.
    public let text: String
    /// ISO 8601 in UTC: `2026-11-21T11:45:00Z`.
    public let iso8601: String

    private static let koreaSecondsFromUTC: Int64 = 9 * 3600

    init(_ moment: Timestamp) {
        let korea = CivilTime(moment + Self.koreaSecondsFromUTC)
        text =
            "\(korea.year)년 \(korea.month)월 \(korea.day)일 "
            + "\(twoDigits(korea.hour)):\(twoDigits(korea.minute))"
        iso8601 = CivilTime(moment).iso8601
    }
}

/// A moment taken apart by the Gregorian calendar, after Howard Hinnant's `civil_from_days`.
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

    /// `2026-11-21T11:45:00Z`, for the years 0 to 9999. Put together by hand: a list has twenty.
    var iso8601: String {
        let pairs = [year / 100, year % 100, month, day, hour, minute, second]
        let marks = "  --T::".utf8
        return String(unsafeUninitializedCapacity: 20) { buffer in
            var index = 0
            for (pair, mark) in zip(pairs, marks) {
                if mark != UInt8(ascii: " ") {
                    buffer[index] = mark
                    index += 1
                }
                buffer[index] = UInt8(truncatingIfNeeded: 0x30 + pair / 10 % 10)
                buffer[index + 1] = UInt8(truncatingIfNeeded: 0x30 + pair % 10)
                index += 2
            }
            buffer[index] = UInt8(ascii: "Z")
            return index + 1
        }
    }
}

private func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
