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

        init(_ person: SuspendedPerson, zone: MarketTimeZone) {
            (id, nickname, reason) = (person.id, person.nickname, person.reason)
            date = Moment(person.date, in: zone)
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

extension Phrase {
    /// Tells somebody that an operator keeps them from writing.
    /// - Parameter reason: as it was given; empty for none.
    public static func suspended(because reason: String) -> Phrase {
        reason.isEmpty ? Phrase(.askOperator) : Phrase(.askOperatorBecause, .text(reason))
    }

    /// The same with the reason, where it tells of that without one: who says so first does not know it.
    public func withSuspensionReason(_ reason: String) -> Phrase {
        self == Phrase(.askOperator) ? .suspended(because: reason) : self
    }
}

extension Alert {
    /// Whether it tells somebody that an operator keeps them from writing.
    public var tellsOfSuspension: Bool { title == Phrase(.accountIsSuspended) }

    /// The same with the reason, where it tells of that.
    public func withSuspensionReason(_ reason: String) -> Alert {
        guard tellsOfSuspension else { return self }
        return Alert(
            kind, title: .accountIsSuspended,
            lines: lines.map { line in
                Line(
                    line.text.withSuspensionReason(reason), field: line.field,
                    isFault: line.isFault)
            },
            undoing: undoing, leadsToPosted: leadsToPosted, leadsToForm: leadsToForm)
    }
}
