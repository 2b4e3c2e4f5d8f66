/// A listing that an operator has hidden, as shown to operators and to its seller.
public struct HiddenItem: Identifiable, Equatable, Sendable {
    /// The id, which is in the address of the listing's page.
    public let id: Item.ID
    /// The current title.
    public let title: String
    /// The reason that the seller is told; empty for none.
    public let reason: String
    /// When it was hidden.
    public let date: Timestamp
    /// When the seller last edited the listing after it was hidden; nil if they have not.
    public let dateEdited: Timestamp?
    /// Whether the seller has edited the listing and it waits for an operator to review it.
    public let isMended: Bool
    /// The listing's seller; nil for a guest's listing.
    public let seller: Report.Person?
    /// The operator who has hidden it; nil if they have left, or if that was not recorded.
    public let decider: Report.Person?

    /// A hidden listing.
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
