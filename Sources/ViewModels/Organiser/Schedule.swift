import Market

/// What comes, day after day: to-dos and memos with a time, and when and where one meets whom. Without
/// a week to look at it begins with what is past and still open.
public struct Schedule: Sendable {
    /// A day of the week to look at, `2026-11-23`; nil for all that comes.
    public typealias Input = String?

    private static let most = 300
    /// Of what was before today: that takes no room from what comes.
    private static let mostPast = 100
    /// So often what repeats stands in a week at most, beside the time that it has.
    private static let mostTimes = 7
    /// Among so many that were completed last those are looked for that were ticked today.
    private static let mostCompleted = 50
    /// What the section is called of what was before today.
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
        /// What it says of itself: that there is no such day, or that there is more.
        public let notes: [Phrase]
        /// The one that is looked at, else the present one.
        public let week: Week
        /// Whether it shows that week alone.
        public let isOfWeek: Bool
        /// The day that a to-do is written for, unless another one is chosen: the one that is looked at, or
        /// the present one where that has passed and is of the same week.
        public let dayToWriteFor: String
        /// What is past first, then a section a day; days with nothing are left out.
        public let sections: [Section]
        /// Set when there is none.
        public let emptyText: Phrase?
    }

    /// The seven days above the page.
    public struct Week: Sendable {
        /// When it begins.
        public let title: Phrase
        /// From Monday on.
        public let days: [WeekDay]
        /// A day of it; nil on the page of it alone, and where no address can name it.
        public let own: String?
        /// A day of the one before.
        public let earlier: String?
        /// A day of the next one.
        public let later: String?
    }

    /// A day of the week.
    public struct WeekDay: Equatable, Sendable {
        /// `금`.
        public let weekday: Phrase
        /// Of its month.
        public let number: Int64
        /// Whether it is the present one.
        public let isToday: Bool
        /// What is open of it, each time of what repeats.
        public let count: Int
        /// Where what it has stands; nil where it has nothing, or the page does not show all of it.
        public let section: String?
        /// `11월 27일 (금)`.
        public let date: Phrase
        /// As an address names it, where only the page of its week alone shows all that it has; else nil.
        public let elsewhere: String?
        /// As an address names it, to write a to-do for it; nil when it has passed.
        public let newTodo: String?
    }

    /// What stands under one heading.
    public struct Section: Sendable {
        /// The day, `2026-11-27`, or what is past.
        public let id: String
        /// `오늘 11월 27일 (금)`.
        public let heading: Phrase
        /// Soonest first; what was ticked today stands among them, to be taken back, and in one week the
        /// later times of what repeats.
        public fileprivate(set) var entries: [DueEntry] = []
    }

    /// Times after its start and until its end, that included.
    private struct Span {
        let start: Timestamp
        let end: Timestamp

        static let always = Span(start: Timestamp(seconds: .min), end: Timestamp(seconds: .max))
    }

    private struct Row {
        let reminder: Reminder
        /// Of a to-do that was ticked today.
        var isCompleted = false
        /// Of a time that comes after the one that its to-do has.
        var isLater = false
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for day: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let today = zone.day(around: now)
        let chosen = day.flatMap { zone.midnight(ofDay: $0) }
        let midnights = zone.midnights(ofWeekAround: chosen ?? now)
        let week = Span(start: midnights[0] + -1, end: midnights[7] + -1)
        let span = chosen == nil ? Span.always : week
        // Where the page is of one week, what is past stands under its days.
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

    /// What was to be done before a moment within a time, of the latest time first.
    private func past(
        of account: Account.ID, before moment: Timestamp, in span: Span
    ) async throws(StorageError) -> [Row] {
        guard span.start < moment else { return [] }
        return try await storage.latestPlans(
            of: account, after: span.start, until: moment + -1, limit: Self.mostPast + 1
        ).map { Row(reminder: $0) }
    }

    /// What is still to come or to be done.
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

    /// When what repeats comes again within a week.
    private func laterTimes(
        of account: Account.ID, in week: Span, at now: Timestamp
    ) async throws(StorageError) -> [Row] {
        try await storage.repeatedReminders(of: account, until: week.end, limit: Self.most)
            .flatMap { laterTimes(of: $0, in: week, at: now) }
    }

    /// Soonest first; ticking one moves none that has the same time.
    private func sorted(_ rows: [Row]) -> [Row] {
        rows.sorted {
            ($0.reminder.date, $0.reminder.subject.number)
                < ($1.reminder.date, $1.reminder.subject.number)
        }
    }

    /// When it comes again within a week, if its to-do is completed each time; not for times that have
    /// passed.
    private func laterTimes(
        of reminder: Reminder, in week: Span, at now: Timestamp
    ) -> [Row] {
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
    ///   - all: what it has.
    ///   - rows: what the page shows, which may be less of it.
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

    /// As an address names the day; nil for those that are out of its reach.
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
