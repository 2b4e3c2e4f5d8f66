/// An operator's decision about somebody, or about something they have posted or written. It stays
/// on record whatever is decided later.
public struct Decision: Identifiable, Equatable, Sendable {
    /// A decision's number; every new decision gets a larger one.
    public typealias ID = Identifier<Decision>

    /// How many later decisions about the same subject are read at most, the earliest first.
    public static let mostLater = 10
    /// How many of the latest decisions of a kind are searched for reasons that were given, at most.
    public static let mostReasons = 100
    /// How long decisions about what guests have posted or written are kept, in seconds. Other
    /// decisions are deleted some time after the account that they are about.
    public static let timeKeptOfGuests: Int64 = 365 * 86_400

    /// The later the decision, the larger its id.
    public let id: ID
    /// What was decided.
    public let kind: Kind
    /// What the decision is about; nil if that was not recorded.
    public let subject: Report.Subject?
    /// The title of the listing, or the beginning of the message, that the decision is about; empty
    /// for other subjects.
    public let title: String
    /// The reason that is given to the person concerned; empty for none.
    public let reason: String
    /// When it was decided.
    public let date: Timestamp
    /// When a suspension ends by itself, or from then on; nil for one without an end, and for other
    /// decisions.
    public let ends: Timestamp?
    /// The latest of the reports that the decision has settled and that are still kept; nil if there are none.
    public let report: Report.ID?
    /// The operator who decided; nil if they have left.
    public let decider: Report.Person?
    /// Whether the person concerned, or the listing's seller, had left by then.
    public let isOfDeparted: Bool
    /// The decision that this one undoes, by the button of the alert that announced it; nil if it undoes none.
    /// Undoing a measure is not recorded here: its `Kind.undoing` tells it.
    public let undone: ID?

    /// A decision as stored.
    public init(
        id: ID, kind: Kind, subject: Report.Subject?, title: String, reason: String,
        date: Timestamp, ends: Timestamp? = nil, report: Report.ID?, decider: Report.Person?,
        isOfDeparted: Bool = false, undone: ID? = nil
    ) {
        self.ends = ends
        self.isOfDeparted = isOfDeparted
        self.undone = undone
        self.id = id
        self.kind = kind
        (self.subject, self.report) = (subject, report)
        self.title = title
        self.reason = reason
        self.date = date
        self.decider = decider
    }

    /// The kinds of decisions; the raw value is stored.
    public enum Kind: Int, CaseIterable, Sendable {
        /// A report was dismissed: nothing follows from it.
        case dismissed
        /// A listing was hidden from everybody but its seller.
        case hidden
        /// A hidden listing is shown to everybody again.
        case shown
        /// Somebody was suspended: they can neither write nor post.
        case suspended
        /// A suspension was lifted.
        case lifted
        /// A message was removed, so that nobody can read it.
        case removed
        /// A removed message was brought back for the two people of its conversation.
        case returned
        /// A settled report is open again.
        case reopened
        /// A running suspension ends at another time, or no longer by itself.
        case termChanged
        /// A hidden listing that was corrected stays hidden.
        case keptHidden

        /// The kind of decision that takes this one back; nil if it cannot be taken back.
        public var undoing: Kind? {
            switch self {
            case .dismissed: .reopened
            case .hidden: .shown
            case .suspended: .lifted
            case .removed: .returned
            case .reopened, .shown, .lifted, .returned, .termChanged, .keptHidden: nil
            }
        }

        /// The kinds that act against somebody. The others change such a measure, take it back, or
        /// find that there is nothing to do.
        public static let measures: [Kind] = [.hidden, .suspended, .removed]
    }

    /// What an operator has just decided, and wants to undo.
    public enum Measure: Equatable, Sendable {
        /// Hiding a listing.
        case hiding(Item.ID)
        /// Removing the message that a report is about.
        case removal(Report.ID)
        /// Showing a hidden listing again. Undone, it is hidden for the same reason as before.
        case showing(Item.ID)
        /// Bringing back the message that a report is about. Undone, it is removed for the same reason
        /// as before.
        case returning(Report.ID)
        /// Suspending somebody.
        case suspension(Account.ID)
        /// Dismissing a report.
        case dismissal(Report.ID)
        /// Lifting a suspension. Undone, the person is suspended for the same reason and until the
        /// same end as before; `hidingItems` says whether their listings are hidden with them again.
        case lifting(Account.ID, hidingItems: Bool)
        /// Changing when a suspension ends. Undone, it ends when it did before; nil for never.
        case termChange(Account.ID, until: Timestamp?)
    }
}

extension Decision {
    /// Whether the reports that this decision settled may be reopened: they were dismissed, or the
    /// measure has been taken back since.
    /// - Parameter later: the decisions about the same subject after this one, the earliest first.
    public func mayBeReopened(after later: [Decision]) -> Bool {
        kind == .dismissed || undoing(among: later) != nil
    }

    /// The decision that has taken this one back; nil if none has.
    /// - Parameter later: the decisions about the same subject after this one, the earliest first.
    public func undoing(among later: [Decision]) -> Decision? {
        if let own = later.first(where: { $0.undone == id }) { return own }
        // A later decision that was undone, and the one that undid it, leave everything as it was.
        let takenBack = Set(later.map(\.id)).intersection(later.compactMap(\.undone))
        let standing = later.filter { decision in
            !takenBack.contains(decision.undone ?? decision.id)
        }
        // Anything after the next decision of the same kind refers to that one.
        return standing.prefix { $0.kind != kind }.first { $0.kind == kind.undoing }
    }
}

/// The report that an operator decides on, as its page showed it.
public struct SeenReport: Equatable, Sendable {
    /// The report's id.
    public var id: Report.ID
    /// The other operator's dismissal that the measure overrules; nil if the report was open.
    public var dismissal: Decision.ID?

    /// An open report, unless its dismissal is to be overruled.
    public init(_ id: Report.ID, overruling dismissal: Decision.ID? = nil) {
        (self.id, self.dismissal) = (id, dismissal)
    }
}

/// What came of a decision that an operator wanted to take.
public struct DecisionOutcome: Equatable, Sendable {
    /// Another operator's decision that stands instead: it had already brought about the same,
    /// dismissed the report, or came after the measure that was to be undone. Nil if there is none.
    public let earlier: Decision?
    /// The number of listings that were hidden along with a suspended member.
    public let hiddenItems: Int
    /// The number of listings hidden along with a suspended member that are shown again.
    public let shownItems: Int
    /// Whether the reported person, or the seller of the reported listing, has left.
    public let isOfDeparted: Bool
    /// Whether the suspension that was to be lifted or changed is over already, so that nothing was done.
    public let isOver: Bool
    /// When the suspension whose end was changed would have ended; nil for never.
    public let formerEnd: Timestamp?
    /// Whether there is no decision that could be undone, so that nothing was done.
    public let wasNeverTaken: Bool

    /// By default, the decision was taken and no other operator was first.
    public init(
        earlier: Decision? = nil, hiddenItems: Int = 0, shownItems: Int = 0,
        isOfDeparted: Bool = false, isOver: Bool = false, formerEnd: Timestamp? = nil,
        wasNeverTaken: Bool = false
    ) {
        (self.earlier, self.hiddenItems, self.shownItems) = (earlier, hiddenItems, shownItems)
        (self.isOfDeparted, self.isOver, self.formerEnd) = (isOfDeparted, isOver, formerEnd)
        self.wasNeverTaken = wasNeverTaken
    }
}

/// A decision and the person concerned, as the operators' log shows it.
public struct LoggedDecision: Identifiable, Equatable, Sendable {
    /// What was decided.
    public let decision: Decision
    /// The person that it is about, or who posted or wrote what it is about; nil for a guest.
    public let person: Report.Person?
    /// Whether the listing that it is about still exists, so that operators can look at it.
    public let isItemThere: Bool

    /// The id of the decision.
    public var id: Decision.ID { decision.id }

    /// A decision as shown in the log.
    public init(decision: Decision, person: Report.Person?, isItemThere: Bool) {
        self.decision = decision
        self.person = person
        self.isItemThere = isItemThere
    }
}
