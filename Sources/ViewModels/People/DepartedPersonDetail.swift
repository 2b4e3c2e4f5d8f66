import Market

/// Somebody who was reported, or decided about, and has left, as operators look at them while that is kept.
public struct DepartedPersonDetail: Sendable {
    /// That of the account that they had.
    public typealias Input = Account.ID

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What is known of them.
    public struct Output: Equatable, Sendable {
        /// Names them in links.
        public let id: Account.ID
        /// As they were called then.
        public let nickname: String
        /// When they left.
        public let dateLeft: Moment
        /// Whether they were kept from writing then.
        public let wasSuspended: Bool
        /// What operators have decided about them, the latest first.
        public let decisions: [DecisionEntry]
        /// How many reports wait about them, what they had posted and what they wrote.
        public let waitingReports: Int
    }

    /// - Throws: `.notFound` for who is there, and where nothing is kept.
    public func output(for id: Input) async throws(StorageError) -> Output {
        let person = try await storage.departedPerson(id)
        let decisions = try await storage.decisions(about: id, limit: PersonDetail.mostDecisions)
        return Output(
            id: id, nickname: person.nickname, dateLeft: Moment(person.date, in: zone),
            wasSuspended: person.wasSuspended,
            decisions: decisions.map { DecisionEntry($0, zone: zone) },
            waitingReports: try await storage.countOpenReports(about: .person(id)))
    }
}
