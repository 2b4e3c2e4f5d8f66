import Market

/// What an operator has decided about somebody, as operators read it.
public struct DecisionEntry: Equatable, Sendable {
    /// What was decided.
    public let text: Phrase
    /// What the listing was called that it is about; empty for what is about none.
    public let title: String
    /// What they are told; empty for no reason.
    public let reason: String
    /// When it was taken.
    public let date: Moment
    /// Who took it; nil for who has left.
    public let decider: Report.Person?

    init(_ decision: Decision, zone: MarketTimeZone) {
        text = decision.kind.text
        (title, reason, decider) = (decision.title, decision.reason, decision.decider)
        date = Moment(decision.date, in: zone)
    }
}

extension Decision.Kind {
    /// As its operator was told.
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
        }
    }
}
