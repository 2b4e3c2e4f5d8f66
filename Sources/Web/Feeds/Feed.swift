/// What feeds are, and where the private ones are.
enum Feed {
    static let atomType = "application/atom+xml; charset=utf-8"
    static let calendarType = "text/calendar; charset=utf-8"

    static func atomPath(_ key: String) -> String { "/feeds/\(key).atom" }
    static func calendarPath(_ key: String) -> String { "/feeds/\(key)/reminders.ics" }
}
