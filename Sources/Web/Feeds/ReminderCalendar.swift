import Localization
import Market
import Secrets
import ViewModels

/// A reminder feed as a calendar (RFC 5545).
///
/// To-dos are written as events, like memos, because most calendars show only the events of a subscription.
struct ReminderCalendar: Sendable {
    static let mediaType = "text/calendar; charset=utf-8"

    let feed: ReminderFeed.Output
    let language: Language
    /// `https://market.example`.
    let origin: String
    /// Translates a phrase into the subscriber's language.
    let text: @Sendable (Phrase) -> String

    var bytes: [UInt8] {
        var calendar = CalendarWriter()
        calendar.component("VCALENDAR") { calendar in
            calendar.line("VERSION", "2.0")
            calendar.line("PRODID", "-//Jangteo//Reminders//\(language.tag.uppercased())")
            calendar.line("CALSCALE", "GREGORIAN")
            // RFC 7986, and the name that older calendars understand.
            calendar.text("NAME", text(feed.title))
            calendar.text("X-WR-CALNAME", text(feed.title))
            calendar.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
            if let clocks = feed.clocks { write(clocks, to: &calendar) }
            for entry in feed.entries { write(entry, to: &calendar) }
        }
        return calendar.bytes
    }

    /// Writes an event: without duration, except for an appointment, and with an alarm if the entry has one.
    private func write(_ entry: ReminderFeed.Entry, to calendar: inout CalendarWriter) {
        let modified = Self.dateTime(entry.dateModified.iso8601.description)
        calendar.component("VEVENT") { calendar in
            calendar.line("UID", identifier(of: entry.subject))
            // Without a METHOD this is when the event was last revised (section 3.8.7.2).
            calendar.line("DTSTAMP", modified)
            calendar.line("LAST-MODIFIED", modified)
            if let recurrence = entry.recurrence, let clocks = feed.clocks {
                // In UTC it would move by an hour in summer, and fall on the day before in Korea.
                calendar.line("DTSTART;TZID=\(clocks.zone)", Self.dateTime(recurrence.time))
                calendar.line("RRULE", recurrence.rule)
            } else {
                calendar.line("DTSTART", Self.dateTime(entry.date.iso8601.description))
            }
            if entry.spot != nil { calendar.line("DURATION", "PT30M") }
            let title = entry.other.map { "\(entry.title) · \($0)" } ?? entry.title
            calendar.text("SUMMARY", title)
            let kind = text(entry.subject.kind)
            calendar.text("DESCRIPTION", entry.prices.map { "\(kind) · \(text($0))" } ?? kind)
            if let spot = entry.spot { calendar.text("LOCATION", spot) }
            calendar.line("URL", origin + entry.subject.path)
            calendar.line("TRANSP", "TRANSPARENT")
            guard entry.hasAlarm else { return }
            calendar.component("VALARM") { alarm in
                alarm.line("ACTION", "DISPLAY")
                let lead = entry.subject.lead
                alarm.line("TRIGGER", lead == 0 ? "PT0S" : "-PT\(lead / 60)M")
                alarm.text("DESCRIPTION", title)
            }
        }
    }

    /// Writes the time zone that `TZID` refers to, which must be present (section 3.6.5), with
    /// every change of its offset.
    private func write(_ clocks: CalendarClocks, to calendar: inout CalendarWriter) {
        calendar.component("VTIMEZONE") { calendar in
            calendar.line("TZID", clocks.zone)
            for setting in clocks.settings {
                let name: StaticString = setting.after > setting.before ? "DAYLIGHT" : "STANDARD"
                calendar.component(name) { calendar in
                    let times = setting.times.map(Self.dateTime)
                    calendar.line("DTSTART", times[0])
                    if times.count > 1 {
                        calendar.line("RDATE", times.dropFirst().joined(separator: ","))
                    }
                    calendar.line("TZOFFSETFROM", Self.offset(setting.before))
                    calendar.line("TZOFFSETTO", Self.offset(setting.after))
                }
            }
        }
    }

    /// The permanent identifier of an event, even if the market moves to another host; unique
    /// across accounts and markets (section 3.8.4.7). It reveals neither the account nor the host
    /// (RFC 7986, section 5.3).
    private func identifier(of subject: Reminder.Subject) -> String {
        let name = "\(subject.name) of \(feed.account) since \(feed.dateJoined.seconds)"
        return Digest.blake2b(Array(name.utf8), size: 16)
    }

    /// `20261121T114500Z` (section 3.3.5, forms 1 and 2): ISO 8601 without its separators.
    private static func dateTime(_ iso8601: String) -> String {
        iso8601.filter { $0 != "-" && $0 != ":" }
    }

    /// `+0900` (section 3.3.14).
    private static func offset(_ seconds: Int64) -> String {
        let size = abs(seconds)
        let parts = [size / 3_600, size / 60 % 60, size % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (seconds < 0 ? "-" : "+") + parts.prefix(size % 60 == 0 ? 2 : 3).joined()
    }
}

extension ReminderFeed.Recurrence {
    /// The recurrence rule (section 3.3.10). Without `lastOfDays`, months that have no such day
    /// would be skipped.
    fileprivate var rule: String {
        switch frequency {
        case .daily: "FREQ=DAILY"
        case .weekly: "FREQ=WEEKLY"
        case .fortnightly: "FREQ=WEEKLY;INTERVAL=2"
        case .monthly where day > 28: "FREQ=MONTHLY;\(lastOfDays)"
        case .monthly: "FREQ=MONTHLY"
        // The 29th of February.
        case .yearly where day == 29 && time.dropFirst(5).hasPrefix("02"):
            "FREQ=YEARLY;BYMONTH=2;\(lastOfDays)"
        case .yearly: "FREQ=YEARLY"
        }
    }

    private var lastOfDays: String {
        let days = (28...max(day, 28)).map { "\($0)" }.joined(separator: ",")
        return "BYMONTHDAY=\(days);BYSETPOS=-1"
    }
}

extension Reminder.Subject {
    /// A permanent name, whatever is edited; unique within the account.
    fileprivate var name: String {
        switch self {
        case .todo(let id): "task-\(id)"
        case .memo(let id): "memo-\(id)"
        case .appointment(let id): "appointment-\(id)"
        case .hiding(let id): "hiding-\(id)"
        case .priceDrop(let id): "price-\(id)"
        case .notice(let id): "notice-\(id)"
        }
    }
}

/// Writes iCalendar (RFC 5545), content line by content line.
struct CalendarWriter: Sendable {
    /// The most bytes in a line without its line break (section 3.1).
    private static let longestLine = 75

    private(set) var bytes: [UInt8] = []

    mutating func component(_ name: StaticString, _ write: (inout CalendarWriter) -> Void) {
        line("BEGIN", "\(name)")
        write(&self)
        line("END", "\(name)")
    }

    /// Writes a property of a type that needs no escaping: a date, an address, a keyword of the standard.
    /// - Parameter name: the name with its parameters.
    mutating func line(_ name: String, _ value: String) {
        fold("\(name):\(value)")
    }

    /// Writes a property of type TEXT (section 3.3.11): line breaks become `\n`, and control
    /// characters, which it cannot contain, are left out.
    mutating func text(_ name: String, _ text: String) {
        var escaped = ""
        for character in text {
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case _ where character.isNewline: escaped += "\\n"
            default: escaped.unicodeScalars += character.unicodeScalars.filter(Self.isAllowed)
            }
        }
        line(name, escaped)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || scalar.properties.generalCategory != .control
    }

    /// Folds a long line without splitting a character; the space that begins each continuation line counts.
    private mutating func fold(_ line: String) {
        var room = Self.longestLine
        for scalar in line.unicodeScalars {
            let count = scalar.utf8.count
            if count > room {
                bytes += "\r\n ".utf8
                room = Self.longestLine - 1
            }
            bytes += scalar.utf8
            room -= count
        }
        bytes += "\r\n".utf8
    }
}
