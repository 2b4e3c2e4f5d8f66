/// A dealing that is closed, as its buyer sees it: who asked about an offer, or posted what was
/// wanted, whatever has become of the item.
public struct Purchase: Identifiable, Equatable, Sendable {
    /// That of the message which tells of the closing; it grows with each.
    public typealias ID = ChatMessage.ID

    /// What was paid, in the currency's minor unit; nil is not told.
    public let amount: Int64?
    /// That of the item then; nil where it is not known any more.
    public let currency: Currency?
    /// How it ended, and between whom, as the buyer reads it.
    public let dealing: ClosedDealing

    /// The larger the later it was closed.
    public var id: ID { dealing.id }
    /// When it changed hands.
    public var date: Timestamp { dealing.closing.date }
    /// Between the two, as the buyer reads it.
    public var conversation: Conversation { dealing.conversation }

    /// A purchase as it is kept.
    public init(amount: Int64?, currency: Currency?, dealing: ClosedDealing) {
        self.amount = amount
        self.currency = currency
        self.dealing = dealing
    }
}

/// What accounts have bought. Every method is atomic.
public protocol PurchaseStorage: Sendable {
    /// Closed last first. Ask for one more than is shown to know whether there are more.
    /// - Parameter id: of the purchase that they come after; nil begins with the last.
    func purchases(
        of account: Account.ID, before id: Purchase.ID?, limit: Int
    ) async throws(StorageError) -> [Purchase]
}
