/// An account's interest in an item.
public struct Interest: Identifiable, Equatable, Sendable {
    /// The number of an interest; it grows with each.
    public typealias ID = Identifier<Interest>

    /// Grows with each: the order in which interests were added.
    public let id: ID
    /// The item as a list shows it.
    public let item: ItemSummary
    private let firstAmount: Int64?

    /// An interest in an item.
    /// - Parameter firstAmount: the price when the interest was added, in minor units of the item's
    ///   present currency, 0 for an open price; nil if unknown, because the item had another
    ///   currency or purpose then.
    public init(id: ID, item: ItemSummary, firstAmount: Int64? = nil) {
        self.id = id
        self.item = item
        self.firstAmount = firstAmount
    }

    /// The price of an offer when the interest was added, if it was higher than now.
    public var formerAmount: Int64? {
        guard item.purpose == .offer, let firstAmount, firstAmount > item.price.amountToPay
        else { return nil }
        return firstAmount
    }
}

/// Which items accounts are interested in. An account is told when an edit makes somebody else's
/// offer cheaper than it knows, by a `PriceDrop` among its reminders, until it has seen the price
/// or the price is back. Every method is atomic.
public protocol InterestStorage: Sendable {
    /// Adds or removes an interest; doing so twice is no error.
    /// - Throws: `.notFound` if the account is gone; `.itemNotFound`, also when adding a hidden
    ///   item; `.dealing(.ownItem)`; `.limitReached` past `Limits.interests`.
    func setInterest(
        _ isInterested: Bool, of account: Account.ID, in item: Item.ID
    ) async throws(StorageError)

    /// Ends the notice of an item's price drop, which the account has seen. If the price has fallen
    /// further meanwhile, the account is told of that. Writes nothing if there is no notice.
    /// - Parameter price: the price that the account has seen.
    /// - Returns: whether there was such a notice.
    func seePriceDrop(
        of item: Item.ID, to price: Price, by account: Account.ID
    ) async throws(StorageError) -> Bool

    /// The account's interests, last added first. Ask for one more than is shown to know whether
    /// there are more.
    /// - Parameter id: of the interest that they come after; nil begins with the last.
    func interests(
        of account: Account.ID, before id: Interest.ID?, limit: Int
    ) async throws(StorageError) -> [Interest]
}
