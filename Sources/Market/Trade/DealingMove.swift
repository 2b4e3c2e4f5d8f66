extension Dealing {
    /// A step with what it takes.
    public enum Move: Equatable, Sendable {
        /// - Parameter amount: in the minor unit of the item's currency.
        case offerPrice(_ amount: Int64)
        /// Takes a price that was offered.
        case acceptOffer(ChatMessage.ID)
        /// Does not.
        case declineOffer(ChatMessage.ID)
        /// Waits behind those who came before.
        case joinLine
        /// Waits no more.
        case leaveLine
        /// Keeps one for the asker.
        case reserve
        /// Gives it back.
        case release
        /// - Parameter amount: what was paid; nil is not told.
        case close(at: Int64?)

        /// The step of the machine that it is.
        public var step: Step {
            switch self {
            case .offerPrice: .offerPrice
            case .acceptOffer: .acceptOffer
            case .declineOffer: .declineOffer
            case .joinLine: .joinLine
            case .leaveLine: .leaveLine
            case .reserve: .reserve
            case .release: .release
            case .close: .close
            }
        }
    }
}

/// Where steps of dealings are taken. Every method is atomic.
public protocol DealingStorage: Sendable {
    /// Takes a step, as `Dealing.rules` have it. Stock is never kept for more people than there is
    /// of it, the item's status follows, and who is first in line is told when one is given back.
    /// - Throws: `.notFound` when the reader has no such conversation, or no such offer in it;
    ///   `.dealing` with why not.
    func take(
        _ move: Dealing.Move, in id: Conversation.ID, by reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError)
}

extension Item {
    /// How far the sale has come, when so many are kept for somebody.
    public func status(keeping held: Int64) -> Status {
        if status == .sold || content.stock == 0 { return .sold }
        return held >= content.stock ? .reserved : .selling
    }
}
