/// What an operator has decided about somebody: it stays, whatever is decided after it.
public struct Decision: Identifiable, Equatable, Sendable {
    /// The number of a decision; it grows with each.
    public typealias ID = Identifier<Decision>

    /// The larger the later it was taken.
    public let id: ID
    /// What was decided.
    public let kind: Kind
    /// What the listing was called that it is about; empty for what is about none.
    public let title: String
    /// What the listing's seller, or who is suspended, is told; empty for no reason.
    public let reason: String
    /// When it was taken.
    public let date: Timestamp
    /// Who took it; nil for who has left.
    public let decider: Report.Person?

    /// A decision as it is kept.
    public init(
        id: ID, kind: Kind, title: String, reason: String, date: Timestamp, decider: Report.Person?
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.reason = reason
        self.date = date
        self.decider = decider
    }

    /// What may be decided; the raw value is the one in storage.
    public enum Kind: Int, CaseIterable, Sendable {
        /// Nothing comes of a report.
        case dismissed
        /// Nobody but its seller sees a listing.
        case hidden
        /// Everybody sees it again.
        case shown
        /// They neither write nor post.
        case suspended
        /// They may again.
        case lifted
        /// Nobody reads a message any more.
        case removed
        /// Its two do again.
        case returned
        /// A report that was dismissed waits again.
        case reopened

        /// What was done about somebody: the others take that back, or tell that nothing was.
        public static let measures: [Kind] = [.hidden, .suspended, .removed]
    }
}
