import Market

/// Asks a seller for whom an item is reserved before it is marked as reserved: for one of the
/// people who have written about it, in whose conversation one is reserved, or for somebody elsewhere.
public struct Reservation: Sendable {
    /// Which item.
    public typealias Input = Item.ID

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What is asked.
    public struct Output: Sendable {
        /// Identifies the item in links.
        public let item: Item.ID
        /// Who sells the item.
        public let seller: Conversation.Reader
        /// The conversations to choose from, the most recently active first.
        public let entries: [ConversationList.Entry]
        /// Whether more people have written about it.
        public let hasMore: Bool
    }

    /// - Returns: nil when there is nothing to ask: the item is not on sale, or nobody has written
    ///   for whom one could be reserved.
    /// - Throws: `.itemNotFound` when there is no such item, or it is not the seller's.
    public func output(
        for id: Input, of seller: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        guard try await storage.item(id, of: seller).status == .selling else { return nil }
        let page = try await KeyedPage(size: Sale.pageSize) { limit throws(StorageError) in
            try await storage.conversationsToReserve(about: id, by: seller, limit: limit)
        }
        let askers = page.elements.filter { $0.freeStock > 0 && $0.allows(.reserve, at: now) }
        guard !askers.isEmpty else { return nil }
        return Output(
            item: id, seller: seller,
            entries: askers.map { ConversationList.Entry($0, in: zone, at: now) },
            hasMore: page.hasMore)
    }
}
