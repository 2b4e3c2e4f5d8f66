import Market

/// The people whom operators keep from writing, so that they can be allowed again.
public struct SuspendedPeople: Sendable {
    /// The last person of the previous page; nil starts with the latest.
    public typealias Input = SuspendedPerson.Key?

    /// A page of people, the latest suspended first.
    public typealias Output = ListPage<Entry, SuspendedPerson.Key>

    /// The maximum number of people on a page.
    public static let pageSize = 20

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A suspended person.
    public struct Entry: Equatable, Sendable {
        /// The account's id, used in links.
        public let id: Account.ID
        /// The nickname.
        public let nickname: String
        /// The reason that they are told; empty if none was given.
        public let reason: String
        /// When they were suspended.
        public let date: Moment
        /// When the suspension ends by itself, or that it lasts until an operator lifts it.
        public let until: Phrase
        /// Says how many listings are hidden with them; nil if none are.
        public let hidden: Phrase?
        /// The operator who decided; nil if they have left, or it was not kept.
        public let decider: Report.Person?

        init(_ person: SuspendedPerson, zone: MarketTimeZone) {
            (id, nickname, reason) = (person.id, person.nickname, person.reason)
            date = Moment(person.date, in: zone)
            until = Phrase.until(person.ends, in: zone) ?? Phrase(.untilLifted)
            hidden = person.hiddenItems > 0 ? Phrase(.hiddenWithThem, person.hiddenItems) : nil
            decider = person.decider
        }
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(for key: Input = nil) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.suspendedPeople(before: key, limit: limit)
        }
        return ListPage(page, after: key, by: \.key, whenEmpty: Phrase(.nobodySuspended)) {
            Entry($0, zone: zone)
        }
    }
}

/// What a suspended person is told about the suspension.
public final class SuspensionText: Sendable {
    /// The end, or that there is none, and the reason if one was given.
    public let phrase: Phrase

    /// - Parameters:
    ///   - reason: the reason that was given; empty for none.
    ///   - end: when the suspension ends by itself; nil if it lasts until an operator lifts it.
    public init(because reason: String, until end: Timestamp?, in zone: MarketTimeZone) {
        let day = end.map { Phrase.Argument.phrase(zone.civilTime($0).dayText) }
        phrase =
            switch (day, reason.isEmpty) {
            case (nil, true): Phrase(.suspendedWithoutEnd)
            case (nil, false): Phrase(.suspendedWithoutEndBecause, .text(reason))
            case (let day?, true): Phrase(.suspendedUntil, day)
            case (let day?, false): Phrase(.suspendedUntilBecause, day, .text(reason))
            }
    }
}

extension Phrase {
    /// The phrase with all that is known of a suspension, if it is the general one: whoever made that
    /// did not know the details.
    public func telling(_ suspension: SuspensionText?) -> Phrase {
        guard let suspension, self == Phrase(.suspendedByOperator) else { return self }
        return suspension.phrase
    }

    /// `2026년 12월 4일까지`; nil if there is no end.
    static func until(_ end: Timestamp?, in zone: MarketTimeZone) -> Phrase? {
        end.map { Phrase(.untilDay, .phrase(zone.civilTime($0).dayText)) }
    }
}

extension Alert {
    /// Whether it tells somebody that an operator keeps them from writing and posting.
    public var tellsOfSuspension: Bool { title == Phrase(.accountIsSuspended) }

    /// The alert with all that is known of a suspension, if it tells of one.
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
