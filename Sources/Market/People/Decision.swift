/// What an operator has decided about somebody, or about what they have posted or written: it stays,
/// whatever is decided after it.
public struct Decision: Identifiable, Equatable, Sendable {
    /// The number of a decision; it grows with each.
    public typealias ID = Identifier<Decision>

    /// Of what was decided of the same after it, the first so many are read.
    public static let mostLater = 10
    /// Of a kind of decision the last so many that have a reason are looked through for theirs.
    public static let mostReasons = 100
    /// For so long those about what guests have posted or written are kept, in seconds: no account takes
    /// them along.
    public static let timeKeptOfGuests: Int64 = 365 * 86_400

    /// The larger the later it was taken.
    public let id: ID
    /// What was decided.
    public let kind: Kind
    /// What it is about; nil where that was not kept.
    public let subject: Report.Subject?
    /// What the listing was called that it is about, or how the message begins; empty for what is about
    /// neither.
    public let title: String
    /// What the listing's seller, or who is suspended, is told; empty for no reason.
    public let reason: String
    /// When it was taken.
    public let date: Timestamp
    /// When somebody who is suspended by it may write again by themselves; nil for anything else.
    public let ends: Timestamp?
    /// Of the reports that it has settled the last one that is kept; nil for none.
    public let report: Report.ID?
    /// Who took it; nil for who has left.
    public let decider: Report.Person?
    /// Whether whom, or whose listing, it is about had left by then.
    public let isOfDeparted: Bool

    /// A decision as it is kept.
    public init(
        id: ID, kind: Kind, subject: Report.Subject?, title: String, reason: String,
        date: Timestamp, ends: Timestamp? = nil, report: Report.ID?, decider: Report.Person?,
        isOfDeparted: Bool = false
    ) {
        self.ends = ends
        self.isOfDeparted = isOfDeparted
        self.id = id
        self.kind = kind
        (self.subject, self.report) = (subject, report)
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

        /// What takes it back; nil for what is not taken back.
        public var undoing: Kind? {
            switch self {
            case .dismissed: .reopened
            case .hidden: .shown
            case .suspended: .lifted
            case .removed: .returned
            case .reopened, .shown, .lifted, .returned: nil
            }
        }

        /// What was done about somebody: the others take that back, or tell that nothing was.
        public static let measures: [Kind] = [.hidden, .suspended, .removed]
    }

    /// What was done about somebody, as it is undone.
    public enum Measure: Equatable, Sendable {
        /// A listing was hidden.
        case hiding(Item.ID)
        /// The message was removed that a report is about.
        case removal(Report.ID)
        /// Somebody may not write.
        case suspension(Account.ID)
    }
}

extension Decision {
    /// Whether the reports that it settled may wait again: nothing was done, or what was done is taken back.
    /// - Parameter later: what was decided of the same after it.
    public func mayBeReopened(after later: [Decision]) -> Bool {
        kind == .dismissed || undoing(among: later) != nil
    }

    /// What has taken it back; nil where nothing has.
    /// - Parameter later: what was decided of the same after it, the earliest first.
    public func undoing(among later: [Decision]) -> Decision? {
        // What comes after the next one of its kind is about that.
        later.prefix { $0.kind != kind }.first { $0.kind == kind.undoing }
    }
}

/// What has come of what an operator wanted to decide.
public struct DecisionOutcome: Equatable, Sendable {
    /// What another operator had decided before, where it was so already; nil where nobody else had.
    public let earlier: Decision?
    /// How many listings are hidden with who is suspended by it.
    public let hiddenItems: Int
    /// Whether who was reported, or whose listing was, has left.
    public let isOfDeparted: Bool

    /// Done by who wanted it, unless said otherwise.
    public init(earlier: Decision? = nil, hiddenItems: Int = 0, isOfDeparted: Bool = false) {
        (self.earlier, self.hiddenItems) = (earlier, hiddenItems)
        self.isOfDeparted = isOfDeparted
    }
}

/// A decision with whom it is about, as operators look through all of them.
public struct LoggedDecision: Identifiable, Equatable, Sendable {
    /// What was decided.
    public let decision: Decision
    /// Whom it is about, or who has posted or written what it is about; nil for a guest.
    public let person: Report.Person?
    /// Whether the listing that it is about can be looked at.
    public let isItemThere: Bool

    /// That of the decision.
    public var id: Decision.ID { decision.id }

    /// A decision as it is looked through.
    public init(decision: Decision, person: Report.Person?, isItemThere: Bool) {
        self.decision = decision
        self.person = person
        self.isItemThere = isItemThere
    }
}
