/// An item that an account keeps an eye on.
public struct Interest: Identifiable, Equatable, Sendable {
    /// The number of an interest; it grows with each.
    public typealias ID = Identifier<Interest>

    /// Grows with each: the order in which they were taken up.
    public let id: ID
    /// The item as a list shows it.
    public let item: ItemSummary

    /// An interest in an item.
    public init(id: ID, item: ItemSummary) {
        self.id = id
        self.item = item
    }
}

/// Which items accounts keep an eye on. Every method is atomic.
public protocol InterestStorage: Sendable {
    /// Takes an interest up, or gives it up; twice is no error.
    /// - Throws: `.notFound` when the account is gone, `.itemNotFound` also of a hidden item to take it up
    ///   in, `.dealing(.ownItem)`, `.limitReached` past `Limits.interests`.
    func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) async throws(StorageError)

    /// Taken up last first. Ask for one more than is shown to know whether there are more.
    /// - Parameter id: of the interest that they come after; nil begins with the last.
    func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) async throws(StorageError) -> [Interest]
}
