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

    /// A listing as it is hidden.
    public init(id: Item.ID, title: String, reason: String, date: Timestamp) {
        self.id = id
        self.title = title
        self.reason = reason
        self.date = date
    }
}
