/// A listing that an operator has hidden, as operators and its seller look through them.
public struct HiddenItem: Identifiable, Equatable, Sendable {
    /// Names its page.
    public let id: Item.ID
    /// As it reads now.
    public let title: String
    /// What its seller is told; empty for no reason.
    public let reason: String
    /// When it was hidden.
    public let date: Timestamp
    /// When its seller has edited it since; nil when they have not.
    public let dateEdited: Timestamp?
    /// Whether what they have edited waits for an operator.
    public let isMended: Bool
    /// Whose it is; nil for a guest's.
    public let seller: Report.Person?
    /// Who has hidden it; nil for who has left, and where that was not kept.
    public let decider: Report.Person?

    /// A listing as it is hidden.
    public init(
        id: Item.ID, title: String, reason: String, date: Timestamp, dateEdited: Timestamp?,
        isMended: Bool, seller: Report.Person?, decider: Report.Person?
    ) {
        self.id = id
        self.title = title
        self.reason = reason
        self.date = date
        (self.dateEdited, self.isMended) = (dateEdited, isMended)
        (self.seller, self.decider) = (seller, decider)
    }
}
