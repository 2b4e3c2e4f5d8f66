/// A closed dealing as one of the two sees it, whatever has become of the item.
public struct Deal: Identifiable, Equatable, Sendable {
    /// The number of the message that tells of the closing; it grows with each.
    public typealias ID = ChatMessage.ID

    /// The account's side in a deal.
    public enum Side: CaseIterable, Sendable {
        /// Bought something: asked about an offer, or posted what was wanted.
        case purchase
        /// Sold it: posted an offer, or answered what was wanted.
        case sale
    }

    /// How the dealing ended, and between whom, as the account reads it.
    public let dealing: ClosedDealing

    /// The larger, the later it was closed.
    public var id: ID { dealing.id }
    /// When the item changed hands.
    public var date: Timestamp { dealing.closing.date }
    /// How many pieces of the item changed hands.
    public var pieces: Int64 { dealing.closing.pieces }
    /// The price of all pieces; nil if it was not told.
    public var price: Price? { dealing.closing.price }
    /// The conversation between the two, as the account reads it.
    public var conversation: Conversation { dealing.conversation }

    /// A deal as it is kept.
    public init(dealing: ClosedDealing) {
        self.dealing = dealing
    }
}

/// What accounts have bought and sold. Every method is atomic.
public protocol DealStorage: Sendable {
    /// An account's deals, closed last first. Ask for one more than is shown to know whether there are more.
    /// - Parameter id: of the deal that they come after; nil begins with the last.
    func deals(
        _ side: Deal.Side, of account: Account.ID, before id: Deal.ID?, limit: Int
    ) async throws(StorageError) -> [Deal]

    /// The deals about an item, as its seller reads them, closed last first.
    func deals(
        about item: Item.ID, by seller: Conversation.Reader, limit: Int
    ) async throws(StorageError) -> [Deal]

    /// What was paid for each of a seller's items that was sold in one deal of one piece. An item that was
    /// sold in several deals or pieces, or for a price that was not given, is left out.
    func pricesPaid(
        for items: [Item.ID], of seller: Account.ID
    ) async throws(StorageError) -> [Item.ID: Price]
}
