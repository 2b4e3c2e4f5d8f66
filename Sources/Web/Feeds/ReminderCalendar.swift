import Market
import ViewModels

/// A reminder feed as a calendar (RFC 5545).
///
/// Tasks are events here as memos are: of what they subscribe to, most calendars show no VTODO.
struct ReminderCalendar: Sendable {
    let feed: ReminderFeed.Output
    /// `market.example`.
    let host: String
    /// `https://market.example`.
    let origin: String

    var bytes: [UInt8] {
        var calendar = CalendarWriter()
        calendar.component("VCALENDAR") { calendar in
            calendar.line("VERSION", "2.0")
            calendar.line("PRODID", "-//Jangteo//Reminders//KO")
            calendar.line("CALSCALE", "GREGORIAN")
            // RFC 7986, and what calendars understood before it.
            calendar.text("NAME", feed.title)
            calendar.text("X-WR-CALNAME", feed.title)
            calendar.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
            for entry in feed.entries { write(entry, to: &calendar) }
        }
        return calendar.bytes
    }

    /// An event that takes no time, and an alarm at it.
    private func write(_ entry: ReminderFeed.Entry, to calendar: inout CalendarWriter) {
        let modified = Self.dateTime(entry.dateModified)
        calendar.component("VEVENT") { calendar in
            calendar.line("UID", "\(entry.subject.name)@\(host)")
            // Without a METHOD it is when the event was revised last (section 3.8.7.2).
            calendar.line("DTSTAMP", modified)
            calendar.line("LAST-MODIFIED", modified)
            calendar.line("DTSTART", Self.dateTime(entry.date))
            calendar.text("SUMMARY", entry.title)
            calendar.text("DESCRIPTION", entry.subject.kind)
            calendar.line("URL", origin + entry.subject.path)
            calendar.line("TRANSP", "TRANSPARENT")
            calendar.component("VALARM") { alarm in
                alarm.line("ACTION", "DISPLAY")
                alarm.line("TRIGGER", "PT0S")
                alarm.text("DESCRIPTION", entry.title)
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
        }
    }
}
