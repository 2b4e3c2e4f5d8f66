import Market

/// A person who has left after being reported or decided about, shown to operators for as long as
/// that is kept.
public struct DepartedPersonDetail: Sendable {
    /// The id of their former account.
    public typealias Input = Account.ID

    private let storage: any ReportStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ReportStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What is known about them.
    public struct Output: Equatable, Sendable {
        /// The id of their former account, used in links.
        public let id: Account.ID
        /// Their nickname when they left.
        public let nickname: String
        /// When they left.
        public let dateLeft: Moment
        /// Whether they were suspended when they left.
        public let wasSuspended: Bool
        /// The operators' decisions about them, the latest first.
        public let decisions: [DecisionEntry]
        /// How many open reports there are about them, their listings and their messages.
        public let waitingReports: Int
    }

    /// - Throws: `.notFound` if the account still exists, or nothing is kept about it.
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
