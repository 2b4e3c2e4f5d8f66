import Localization
import Market
import ViewModels

/// A reminder feed as a calendar (RFC 5545).
///
/// To-dos are events here as memos are: of what they subscribe to, most calendars show events only.
struct ReminderCalendar: Sendable {
    static let mediaType = "text/calendar; charset=utf-8"

    let feed: ReminderFeed.Output
    let language: Language
    /// `market.example`.
    let host: String
    /// `https://market.example`.
    let origin: String
    /// Says a phrase in the subscriber's language.
    let text: @Sendable (Phrase) -> String

    var bytes: [UInt8] {
        var calendar = CalendarWriter()
        calendar.component("VCALENDAR") { calendar in
            calendar.line("VERSION", "2.0")
            calendar.line("PRODID", "-//Jangteo//Reminders//\(language.tag.uppercased())")
            calendar.line("CALSCALE", "GREGORIAN")
            // RFC 7986, and what calendars understood before it.
            calendar.text("NAME", text(feed.title))
            calendar.text("X-WR-CALNAME", text(feed.title))
            calendar.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
            for entry in feed.entries { write(entry, to: &calendar) }
        }
        return calendar.bytes
    }

    /// An event that takes no time, unless two people meet, and an alarm when it comes due.
    private func write(_ entry: ReminderFeed.Entry, to calendar: inout CalendarWriter) {
        let modified = Self.dateTime(entry.dateModified)
        calendar.component("VEVENT") { calendar in
            calendar.line("UID", "\(entry.subject.name)@\(host)")
            // Without a METHOD it is when the event was revised last (section 3.8.7.2).
            calendar.line("DTSTAMP", modified)
            calendar.line("LAST-MODIFIED", modified)
            calendar.line("DTSTART", Self.dateTime(entry.date))
            if entry.spot != nil { calendar.line("DURATION", "PT30M") }
            let title = entry.other.map { "\(entry.title) · \($0)" } ?? entry.title
            calendar.text("SUMMARY", title)
            calendar.text("DESCRIPTION", text(entry.subject.kind))
            if let spot = entry.spot { calendar.text("LOCATION", spot) }
            calendar.line("URL", origin + entry.subject.path)
            calendar.line("TRANSP", "TRANSPARENT")
            calendar.component("VALARM") { alarm in
                alarm.line("ACTION", "DISPLAY")
                let lead = entry.subject.lead
                alarm.line("TRIGGER", lead == 0 ? "PT0S" : "-PT\(lead / 60)M")
                alarm.text("DESCRIPTION", title)
            }
        }
    }

    /// `20261121T114500Z` (section 3.3.5, form 2): ISO 8601 without what parts it.
    private static func dateTime(_ moment: Moment) -> String {
        moment.iso8601.description.filter { $0 != "-" && $0 != ":" }
    }
}

extension Reminder.Subject {
    /// For good, whatever is edited; nothing else of the site has it.
    fileprivate var name: String {
        switch self {
        case .todo(let id): "task-\(id)"
        case .memo(let id): "memo-\(id)"
        case .appointment(let id): "appointment-\(id)"
        case .hiding(let id): "hiding-\(id)"
        }
    }
}

/// Writes iCalendar (RFC 5545), content line by content line.
struct CalendarWriter: Sendable {
    /// Bytes of a line without its end (section 3.1).
    private static let longestLine = 75

    private(set) var bytes: [UInt8] = []

    mutating func component(_ name: StaticString, _ write: (inout CalendarWriter) -> Void) {
        line("BEGIN", "\(name)")
        write(&self)
        line("END", "\(name)")
    }

    /// A property of a type that needs no escaping: a date, an address, a word of the standard.
    mutating func line(_ name: StaticString, _ value: String) {
        fold("\(name):\(value)")
    }

    /// A property of the type TEXT (section 3.3.11): lines end within it as `\n`, and control
    /// characters, which it cannot hold, are left out.
    mutating func text(_ name: StaticString, _ text: String) {
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

    /// Breaks what is too long into lines, none within a character; the blank that each further line
    /// begins with counts.
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
