/// The reports about one subject that are open, or that were settled together.
public struct ReportCase: Identifiable, Equatable, Sendable {
    /// How many reports of a case are read at most.
    public static let mostReports = 50

    /// The latest report, which describes the subject.
    public let latest: Report
    /// The other reports, latest first.
    public let earlier: [Report]
    /// The number of open reports about other subjects of the same person; 0 for settled reports.
    public let others: Int

    /// A case; by default, nothing else is open about the person.
    public init(latest: Report, earlier: [Report], others: Int = 0) {
        self.latest = latest
        self.earlier = earlier
        self.others = others
    }

    /// The id of the latest report.
    public var id: Report.ID { latest.id }

    /// Limits cases to a listing or a person.
    public enum Scope: Hashable, Sendable {
        /// A listing.
        case item(Item.ID)
        /// A person, what they have posted, and what they have written.
        case person(Account.ID)
    }
}
