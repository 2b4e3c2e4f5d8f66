import Market

/// An operator's decision, as operators read it.
public struct DecisionEntry: Equatable, Sendable {
    /// What was decided.
    public let text: Phrase
    /// Whether it acts against somebody.
    public let isMeasure: Bool
    /// Whether it neither acts against anybody nor ends such a measure.
    public let isNeutral: Bool
    /// Whether the operator took it by undoing an earlier decision that was not a measure.
    public let isUndo: Bool
    /// The title of the listing, or the beginning of the message, that it is about; empty if it is
    /// about neither.
    public let title: String
    /// The reason that the person concerned is told; empty if none was given.
    public let reason: String
    /// When a suspension ends by itself, or that it lasts until an operator lifts it; nil for other
    /// decisions.
    public let until: Phrase?
    /// When the decision was taken.
    public let date: Moment
    /// The operator who decided; nil if they have left.
    public let decider: Report.Person?
    /// The key of the page of settled reports that begins with the report settled by this decision;
    /// nil if it settled none.
    public let reportKey: Report.ID?

    init(_ decision: Decision, zone: MarketTimeZone) {
        let isOfDeparted = decision.isOfDeparted && decision.kind == .dismissed
        text = isOfDeparted ? Phrase(.reportOfDeparted) : decision.kind.text
        isMeasure = Decision.Kind.measures.contains(decision.kind)
        isNeutral = [.reopened, .termChanged, .keptHidden].contains(decision.kind)
        isUndo = decision.undone != nil
        (title, reason, decider) = (decision.title, decision.reason, decision.decider)
        let isSuspension = [.suspended, .termChanged].contains(decision.kind)
        let unlimited = isSuspension ? Phrase(.untilLifted) : nil
        until = Phrase.until(decision.ends, in: zone) ?? unlimited
        date = Moment(decision.date, in: zone)
        reportKey = decision.report.map { Report.ID(rawValue: $0.rawValue + 1) }
    }
}

extension Decision.Kind {
    /// The decision, in the words in which its operator was told.
    fileprivate var text: Phrase {
        switch self {
        case .dismissed: Phrase(.reportDismissed)
        case .hidden: Phrase(.itemHidden)
        case .shown: Phrase(.itemShown)
        case .suspended: Phrase(.writingStopped)
        case .lifted: Phrase(.writingAllowed)
        case .removed: Phrase(.messageRemoved)
        case .returned: Phrase(.messageReturned)
        case .reopened: Phrase(.reportReopened)
        case .termChanged: Phrase(.termChanged)
        case .keptHidden: Phrase(.itemStaysHidden)
        }
    }
}
