/// A listing that an account keeps an eye on.
public struct Interest: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<Interest>

    /// Grows with each: the order in which they were taken up.
    public let id: ID
    public let item: ItemSummary

    public init(id: ID, item: ItemSummary) {
        self.id = id
        self.item = item
    }
}
