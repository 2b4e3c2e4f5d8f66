import Market

/// The market's time zone with its UTC offsets, as calendar files have to state it.
public struct CalendarClocks: Equatable, Sendable {
    /// The zone's name in the tz database: `Europe/Berlin`.
    public let zone: String
    /// At least one; the first took effect at or before the moment that was asked for.
    public let settings: [Setting]

    /// Changes of the UTC offset that are alike, such as each year's start of summer time.
    public struct Setting: Equatable, Sendable {
        /// The UTC offset before the change, in seconds.
        public let before: Int64
        /// The UTC offset after the change, in seconds.
        public let after: Int64
        /// The local times of the changes by the offset before: `2026-03-29T02:00:00`; at least one, in order.
        public fileprivate(set) var times: [String]
    }

    /// The offsets of a zone from a moment on, for as long as they are known.
    init(_ zone: MarketTimeZone, from start: Timestamp) {
        var settings: [Setting] = []
        for change in zone.settings(from: start) {
            let time = Self.text(change.date + change.before)
            let known = settings.firstIndex {
                $0.before == change.before && $0.after == change.after
            }
            if let known {
                settings[known].times.append(time)
            } else {
                settings.append(Setting(before: change.before, after: change.after, times: [time]))
            }
        }
        self.zone = zone.name
        self.settings = settings
    }

    /// A local time, formatted without an offset: `2026-11-27T20:00:00`.
    static func text(_ local: Timestamp) -> String { String(local.iso8601.description.prefix(19)) }
}
