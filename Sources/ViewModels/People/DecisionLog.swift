import Market

/// All decisions of operators about members and guests.
public struct DecisionLog: Sendable {
    /// The decision after which the page continues; nil starts with the latest.
    public typealias Input = Decision.ID?

    /// A page of decisions, the latest first.
    public typealias Output = ListPage<Entry, Decision.ID>

    /// The maximum number of decisions on a page.
    public static let pageSize = 20

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A decision in the log.
    public struct Entry: Equatable, Sendable {
        /// What was decided, when and by whom.
        public let decision: DecisionEntry
        /// The person it is about, or who posted or wrote what it is about; nil for a guest.
        public let person: Report.Person?
        /// The listing that it is about, if it can still be looked at.
        public let item: Item.ID?
        /// The decision that took it back; nil if none did.
        public let undoing: DecisionEntry?

        init(_ logged: LoggedDecision, undoing: Decision?, zone: MarketTimeZone) {
            decision = DecisionEntry(logged.decision, zone: zone)
            person = logged.person
            item = logged.isItemThere ? logged.decision.subject?.item : nil
            self.undoing = undoing.map { DecisionEntry($0, zone: zone) }
        }
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(for key: Input = nil) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.decisions(before: key, limit: limit)
        }
        let later = try await storage.decisions(after: page.elements.map(\.decision))
        return ListPage(page, after: key, by: \.id, whenEmpty: Phrase(.nothingDecided)) { logged in
            Entry(
                logged, undoing: logged.decision.undoing(among: later[logged.id] ?? []), zone: zone)
        }
    }
}
