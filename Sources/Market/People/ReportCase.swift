/// What waits for an operator about one thing, or was looked at together: each report of it.
public struct ReportCase: Identifiable, Equatable, Sendable {
    /// How many reports of a case are read at most.
    public static let mostReports = 50

    /// The one that came last, which tells of the thing.
    public let latest: Report
    /// Those before it, the latest first.
    public let earlier: [Report]
    /// How many reports wait about something else of the same person; 0 of what was looked at.
    public let others: Int

    /// A case as it waits.
    public init(latest: Report, earlier: [Report], others: Int = 0) {
        self.latest = latest
        self.earlier = earlier
        self.others = others
    }

    /// Of the latest report.
    public var id: Report.ID { latest.id }

    /// What the reports are about that somebody looks for.
    public enum Scope: Hashable, Sendable {
        /// A listing.
        case item(Item.ID)
        /// Somebody, what they have posted, and what they have written.
        case person(Account.ID)
    }
}
