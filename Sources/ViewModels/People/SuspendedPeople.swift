import Market

/// Whom operators keep from writing, for them to let write again.
public struct SuspendedPeople: Sendable {
    /// Of who comes last on the page before; nil begins with the latest.
    public typealias Input = SuspendedPerson.Key?

    /// Who was suspended last comes first.
    public typealias Output = ListPage<Entry, SuspendedPerson.Key>

    /// How many a page shows at most.
    public static let pageSize = 20

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// Somebody in it.
    public struct Entry: Equatable, Sendable {
        /// Names their page.
        public let id: Account.ID
        /// What they are called.
        public let nickname: String
        /// What they are told; empty for no reason.
        public let reason: String
        /// Since when they may not write.
        public let date: Moment
        /// Until when; nil for not before they are let.
        public let until: Phrase?
        /// How many listings are hidden with them; nil for none.
        public let hidden: Phrase?
        /// Who has decided it; nil for who has left, and where that was not kept.
        public let decider: Report.Person?

        init(_ person: SuspendedPerson, zone: MarketTimeZone) {
            (id, nickname, reason) = (person.id, person.nickname, person.reason)
            date = Moment(person.date, in: zone)
            until = Phrase.until(person.ends, in: zone)
            hidden = person.hiddenItems > 0 ? Phrase(.hiddenWithThem, person.hiddenItems) : nil
            decider = person.decider
        }
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(for key: Input = nil) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.suspendedPeople(before: key, limit: limit)
        }
        return ListPage(page, after: key, by: \.key, whenEmpty: Phrase(.nobodySuspended)) {
            Entry($0, zone: zone)
        }
    }
}

/// What somebody whom operators keep from writing is told of it.
public final class SuspensionText: Sendable {
    /// Says so.
    public let phrase: Phrase

    /// - Parameters:
    ///   - reason: as it was given; empty for none.
    ///   - end: when they may write again by themselves; nil for not before they are let.
    public init(because reason: String, until end: Timestamp?, in zone: MarketTimeZone) {
        let day = end.map { Phrase.Argument.phrase(zone.civilTime($0).dayText) }
        phrase =
            switch (day, reason.isEmpty) {
            case (nil, true): Phrase(.askOperator)
            case (nil, false): Phrase(.askOperatorBecause, .text(reason))
            case (let day?, true): Phrase(.askOperatorUntil, day)
            case (let day?, false): Phrase(.askOperatorUntilBecause, day, .text(reason))
            }
    }
}

extension Phrase {
    /// The same with all that is known of a suspension, where it tells of one: who says so first does not
    /// know it.
    public func telling(_ suspension: SuspensionText?) -> Phrase {
        guard let suspension, self == Phrase(.askOperator) else { return self }
        return suspension.phrase
    }

    /// `2026년 12월 4일까지`; nil for no end.
    static func until(_ end: Timestamp?, in zone: MarketTimeZone) -> Phrase? {
        end.map { Phrase(.untilDay, .phrase(zone.civilTime($0).dayText)) }
    }
}

extension Alert {
    /// Whether it tells somebody that an operator keeps them from writing.
    public var tellsOfSuspension: Bool { title == Phrase(.accountIsSuspended) }

    /// The same with all that is known of that, where it tells of it.
    public func telling(_ suspension: SuspensionText?) -> Alert {
        guard tellsOfSuspension else { return self }
        return Alert(
            kind, title: .accountIsSuspended,
            lines: lines.map { line in
                Line(line.text.telling(suspension), field: line.field, isFault: line.isFault)
            },
            undoing: undoing, leadsToPosted: leadsToPosted, leadsToForm: leadsToForm)
    }
}
