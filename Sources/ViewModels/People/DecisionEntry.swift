import Market

/// What an operator has decided, as operators read it.
public struct DecisionEntry: Equatable, Sendable {
    /// What was decided.
    public let text: Phrase
    /// What the listing was called that it is about, or how the message begins; empty for what is about
    /// neither.
    public let title: String
    /// What they are told; empty for no reason.
    public let reason: String
    /// Until when, where it ends by itself; nil for what does not.
    public let until: Phrase?
    /// When it was taken.
    public let date: Moment
    /// Who took it; nil for who has left.
    public let decider: Report.Person?
    /// Where the page of settled reports goes on from that begins with the one that it has settled; nil
    /// for none.
    public let reportKey: Report.ID?

    init(_ decision: Decision, zone: MarketTimeZone) {
        let isOfDeparted = decision.isOfDeparted && decision.kind == .dismissed
        text = isOfDeparted ? Phrase(.reportOfDeparted) : decision.kind.text
        (title, reason, decider) = (decision.title, decision.reason, decision.decider)
        until = Phrase.until(decision.ends, in: zone)
        date = Moment(decision.date, in: zone)
        reportKey = decision.report.map { Report.ID(rawValue: $0.rawValue + 1) }
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
