/// A dealing that is closed, as its buyer sees it: who asked about an offer, or posted what was
/// wanted. Of an item that is deleted, who asked.
public struct Purchase: Identifiable, Equatable, Sendable {
    /// That of the message which tells of the closing; it grows with each.
    public typealias ID = ChatMessage.ID

    /// The larger the later it was closed.
    public let id: ID
    /// When it changed hands.
    public let date: Timestamp
    /// What was paid, in the minor unit of the item's currency; nil is not told.
    public let amount: Int64?
    /// Between the two, as the buyer reads it.
    public let conversation: Conversation

    /// A purchase as it is kept.
    public init(id: ID, date: Timestamp, amount: Int64?, conversation: Conversation) {
        self.id = id
        self.date = date
        self.amount = amount
        self.conversation = conversation
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
