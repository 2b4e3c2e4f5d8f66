/// An item that an account keeps an eye on.
public struct Interest: Identifiable, Equatable, Sendable {
    /// The number of an interest; it grows with each.
    public typealias ID = Identifier<Interest>

    /// Grows with each: the order in which they were taken up.
    public let id: ID
    /// The item as a list shows it.
    public let item: ItemSummary
    private let firstAmount: Int64?

    /// An interest in an item.
    /// - Parameter firstAmount: what was to be paid when it was taken up, in minor units of the currency
    ///   that the item has now, 0 where the price was open; nil where it is not known, as it was in another
    ///   currency or the item was posted for another purpose.
    public init(id: ID, item: ItemSummary, firstAmount: Int64? = nil) {
        self.id = id
        self.item = item
        self.firstAmount = firstAmount
    }

    /// What was to be paid for an offer when it was taken up, where that was more than now.
    public var formerAmount: Int64? {
        guard item.purpose == .offer, let firstAmount, firstAmount > item.price.amountToPay
        else { return nil }
        return firstAmount
    }
}

/// Which items accounts keep an eye on. Each is told when an edit has made an offer of somebody else's
/// cheaper than it knows, until it has seen that or the price is what it was again: a `PriceDrop` among
/// its reminders. Every method is atomic.
public protocol InterestStorage: Sendable {
    /// Takes an interest up, or gives it up; twice is no error.
    /// - Throws: `.notFound` when the account is gone, `.itemNotFound` also of a hidden item to take it up
    ///   in, `.dealing(.ownItem)`, `.limitReached` past `Limits.interests`.
    func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) async throws(StorageError)

    /// Has an account be told no more that less is asked for an item than it knew: it has seen that. Where
    /// less still is asked meanwhile, it is told that. Nothing is written where it is told nothing.
    /// - Parameter price: the one that it has seen.
    /// - Returns: whether it was told so.
    func seePriceDrop(
        of item: Item.ID, to price: Price, by account: Account.ID
    ) async throws(StorageError) -> Bool

    /// Taken up last first. Ask for one more than is shown to know whether there are more.
    /// - Parameter id: of the interest that they come after; nil begins with the last.
    func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) async throws(StorageError) -> [Interest]
}
