import Market

/// The account's plans, day by day: to-dos and memos with a time, and appointments. Unless one week
/// is shown, what is past and still open comes first.
public struct Schedule: Sendable {
    /// A day of the week to show, `2026-11-23`; nil for everything to come.
    public typealias Input = String?

    private static let most = 300
    /// How many past entries are shown at most; they do not count against `most`.
    private static let mostPast = 100
    /// How many repetitions of a to-do a week shows at most, besides the to-do's own time.
    private static let mostTimes = 7
    /// How many of the last completed to-dos are searched for those ticked today.
    private static let mostCompleted = 50
    /// The ID of the section for the days before today.
    private static let past = "past"

    private let storage: any ReminderStorage & TodoStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReminderStorage & TodoStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page.
    public struct Output: Sendable {
        /// Says that there is no such day, or that not everything is shown.
        public let notes: [Phrase]
        /// The week that was asked for, or else the present one.
        public let week: Week
        /// Whether only that week is shown.
        public let isOfWeek: Bool
        /// The day preset for a new to-do: the day that was asked for, or today if that day has
        /// passed and is in the same week.
        public let dayToWriteFor: String
        /// What is past first, then a section for each day that has entries.
        public let sections: [Section]
        /// Set when there are no entries.
        public let emptyText: Phrase?
    }

    /// The week of seven days shown at the top of the page.
    public struct Week: Sendable {
        /// Says when the week begins.
        public let title: Phrase
        /// The days from Monday on.
        public let days: [WeekDay]
        /// A day of this week, for the link to its page; nil on that page, and when no URL can name the day.
        public let own: String?
        /// A day of the week before; nil when no URL can name it.
        public let earlier: String?
        /// A day of the week after; nil when no URL can name it.
        public let later: String?
    }

    /// A day of the week.
    public struct WeekDay: Equatable, Sendable {
        /// `금`.
        public let weekday: Phrase
        /// The day of the month.
        public let number: Int64
        /// Whether it is today.
        public let isToday: Bool
        /// How many open entries it has, counting each repetition.
        public let count: Int
        /// The ID of its section; nil when it has no entries, or the page does not show all of them.
        public let section: String?
        /// `11월 27일 (금)`.
        public let date: Phrase
        /// The day in URLs, for the link to its week's page, if only that page shows all its
        /// entries; else nil.
        public let elsewhere: String?
        /// The day in URLs, for the link to write a to-do for it; nil when it has passed.
        public let newTodo: String?
    }

    /// The entries under one heading.
    public struct Section: Sendable {
        /// The day, `2026-11-27`, or `past`.
        public let id: String
        /// `오늘 11월 27일 (금)`.
        public let heading: Phrase
        /// Soonest first. Includes what was ticked today, so that it can be undone, and in a single
        /// week also the repetitions of to-dos.
        public fileprivate(set) var entries: [DueEntry] = []
    }

    /// Times after `start`, up to and including `end`.
    private struct Span {
        let start: Timestamp
        let end: Timestamp

        static let always = Span(start: Timestamp(seconds: .min), end: Timestamp(seconds: .max))
    }

    private struct Row {
        let reminder: Reminder
        /// Whether it is a to-do that was ticked today.
        var isCompleted = false
        /// Whether it is a later time of a repeating to-do.
        var isLater = false
    }

    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for day: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let today = zone.day(around: now)
        let chosen = day.flatMap { zone.midnight(ofDay: $0) }
        let midnights = zone.midnights(ofWeekAround: chosen ?? now)
        let week = Span(start: midnights[0] + -1, end: midnights[7] + -1)
        let span = chosen == nil ? Span.always : week
        // On the page of one week, what is past is listed under its days.
        let pastEnd = chosen == nil ? today.lowerBound : span.start
        let past = try await past(of: account, before: pastEnd, in: span)
        let coming = Span(start: chosen == nil ? pastEnd + -1 : span.start, end: span.end)
        var planned = try await plans(of: account, in: coming, limit: Self.most + 1)
        let later = try await laterTimes(of: account, in: week, at: now)
        if chosen != nil { planned += later }
        let ticked = try await ticked(of: account, since: today.lowerBound, in: span)
        let shown = Array(past.prefix(Self.mostPast)) + sorted(planned).prefix(Self.most)
        let rows = sorted(shown + ticked)
        var ofWeek = rows
        if chosen == nil {
            if shown.count < past.count + planned.count {
                ofWeek = try await plans(of: account, in: week, limit: 2 * Self.most)
            }
            ofWeek += later
        }
        let notes: [Phrase?] = [
            day != nil && chosen == nil ? Phrase(.noSuchDay) : nil,
            past.count > Self.mostPast ? Phrase(.latestPastOnly, Self.mostPast) : nil,
            planned.count > Self.most ? Phrase(.firstOnly, Self.most) : nil,
        ]
        let latest = max(chosen ?? now, now)
        return Output(
            notes: notes.compactMap(\.self),
            week: self.week(midnights, ofWeek, rows, pastEnd, today, isAlone: chosen != nil),
            isOfWeek: chosen != nil,
            dayToWriteFor: zone.day(of: latest <= week.end ? latest : chosen ?? now),
            sections: sections(rows, pastEnd, today, at: now),
            emptyText: rows.isEmpty
                ? Phrase(chosen == nil ? .nothingScheduled : .nothingInWeek) : nil)
    }

    /// The plans in a span and before a moment, the latest first.
    private func past(
        of account: Account.ID, before moment: Timestamp, in span: Span
    ) async throws(StorageError) -> [Row] {
        guard span.start < moment else { return [] }
        return try await storage.latestPlans(
            of: account, after: span.start, until: moment + -1, limit: Self.mostPast + 1
        ).map { Row(reminder: $0) }
    }

    /// The plans in a span that are to come or not done yet, soonest first.
    private func plans(
        of account: Account.ID, in span: Span, limit: Int
    ) async throws(StorageError) -> [Row] {
        try await storage.plans(of: account, after: span.start, until: span.end, limit: limit)
            .map { Row(reminder: $0) }
    }

    /// What was ticked today.
    private func ticked(
        of account: Account.ID, since midnight: Timestamp, in span: Span
    ) async throws(StorageError) -> [Row] {
        try await storage.completedTodos(of: account, before: nil, limit: Self.mostCompleted)
            .filter { midnight <= $0.dateCompleted }.compactMap(\.reminder)
            .filter { span.start < $0.date && $0.date <= span.end }
            .map { Row(reminder: $0, isCompleted: true) }
    }

    /// The repetitions of all to-dos within a week.
    private func laterTimes(
        of account: Account.ID, in week: Span, at now: Timestamp
    ) async throws(StorageError) -> [Row] {
        try await storage.repeatedReminders(of: account, until: week.end, limit: Self.most)
            .flatMap { laterTimes(of: $0, in: week, at: now) }
    }

    /// Sorts by time, then by number, so that ticking an entry does not move it among those of the same time.
    private func sorted(_ rows: [Row]) -> [Row] {
        rows.sorted {
            ($0.reminder.date, $0.reminder.subject.number)
                < ($1.reminder.date, $1.reminder.subject.number)
        }
    }

    /// The repetitions within a week, if the to-do is completed each time; without times that have passed.
    private func laterTimes(of reminder: Reminder, in week: Span, at now: Timestamp) -> [Row] {
        guard let repetition = reminder.repetition else { return [] }
        var rows: [Row] = []
        var later = reminder
        later.date = max(reminder.date, week.start, now)
        while rows.count < Self.mostTimes, let next = zone.calendar(repetition, later.date),
            next <= week.end
        {
            later.date = next
            rows.append(Row(reminder: later, isLater: true))
        }
        return rows
    }

    // MARK: - The week

    /// - Parameters:
    ///   - all: the week's entries.
    ///   - rows: the entries that the page shows, which may be fewer.
    private func week(
        _ midnights: [Timestamp], _ all: [Row], _ rows: [Row], _ pastEnd: Timestamp,
        _ today: Range<Timestamp>, isAlone: Bool
    ) -> Week {
        let days = zip(midnights, midnights.dropFirst()).map { start, end in
            let isOwn = { (row: Row) in start <= row.reminder.date && row.reminder.date < end }
            let day = zone.civilTime(start)
            let count = all.count { isOwn($0) && !$0.isCompleted }
            let address = address(of: start)
            let isShort = rows.count { isOwn($0) && !$0.isCompleted } < count
            let elsewhere = isShort ? address : nil
            let isShown = elsewhere == nil && rows.contains(where: isOwn)
            return WeekDay(
                weekday: day.weekdayName, number: day.day, isToday: start == today.lowerBound,
                count: count, section: isShown ? section(of: start, pastEnd) : nil,
                date: day.dayOfWeek, elsewhere: elsewhere,
                newTodo: start < today.lowerBound ? nil : address)
        }
        let before = zone.midnights(ofWeekAround: midnights[0] + -1)
        return Week(
            title: Phrase(.weekFrom, .phrase(zone.civilTime(midnights[0]).dayText)), days: days,
            own: isAlone ? nil : address(of: midnights[0]), earlier: address(of: before[0]),
            later: address(of: midnights[7]))
    }

    /// The day as URLs have it; nil for a day that no URL can name.
    private func address(of midnight: Timestamp) -> String? {
        let day = zone.day(of: midnight)
        return zone.midnight(ofDay: day) == nil ? nil : day
    }

    // MARK: - The days

    private func section(of date: Timestamp, _ pastEnd: Timestamp) -> String {
        date < pastEnd ? Self.past : zone.day(of: date)
    }

    private func sections(
        _ rows: [Row], _ pastEnd: Timestamp, _ today: Range<Timestamp>, at now: Timestamp
    ) -> [Section] {
        var sections: [Section] = []
        for row in rows {
            let reminder = row.reminder
            let isPast = reminder.date < pastEnd
            let id = section(of: reminder.date, pastEnd)
            if sections.last?.id != id {
                let heading = isPast ? Phrase(.overdue) : heading(reminder.date, today)
                sections.append(Section(id: id, heading: heading))
            }
            let time =
                isPast
                ? zone.appointmentText(reminder.date, at: now)
                : Phrase(.clock, .text(zone.civilTime(reminder.date).clock.description))
            sections[sections.count - 1].entries.append(
                DueEntry(
                    reminder, isCompleted: row.isCompleted, isLater: row.isLater, saying: time,
                    in: zone, at: now))
        }
        return sections
    }

    private func heading(_ date: Timestamp, _ today: Range<Timestamp>) -> Phrase {
        let day = zone.civilTime(date)
        let text = Phrase.Argument.phrase(day.dayOfWeek)
        if today.contains(date) { return Phrase(.todayOn, text) }
        if zone.day(around: today.upperBound).contains(date) { return Phrase(.tomorrowOn, text) }
        return day.dayOfWeek(besides: zone.civilTime(today.lowerBound))
    }
}
