import Market

/// How the market's clocks are set, as calendars have to be told.
public struct CalendarClocks: Equatable, Sendable {
    /// Their zone, as the tz database calls it: `Europe/Berlin`.
    public let zone: String
    /// At least one; the first is of before or at the moment that is asked for.
    public let settings: [Setting]

    /// Times at which clocks are set in the same way: as summer time begins, each year.
    public struct Setting: Equatable, Sendable {
        /// How far they are ahead of UTC until then, in seconds.
        public let before: Int64
        /// How far from then on.
        public let after: Int64
        /// What they show until then: `2026-03-29T02:00:00`; at least one, in their order.
        public fileprivate(set) var times: [String]
    }

    /// The clocks of a zone from a moment on, as long as it is known.
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
                settings.append(
                    Setting(before: change.before, after: change.after, times: [time]))
            }
        }
        self.zone = zone.name
        self.settings = settings
    }

    /// What clocks show, as if it were UTC: `2026-11-27T20:00:00`.
    static func text(_ local: Timestamp) -> String {
        String(local.iso8601.description.prefix(19))
    }
}
