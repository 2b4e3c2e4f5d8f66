import Market

/// Asks a seller to whom an item has gone before it is marked as sold: one of the people who have
/// written about it, in whose conversation a dealing is closed, or somebody elsewhere, and how many
/// pieces are left then.
public struct Sale: Sendable {
    /// Which item.
    public typealias Input = Item.ID

    /// How many people a page shows at most.
    public static let pageSize = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What is asked.
    public struct Output: FormOutput, Equatable {
        /// Identifies the item in links.
        public let item: Item.ID
        /// The item's title.
        public let itemTitle: String
        /// Who sells the item.
        public let seller: Conversation.Reader
        /// Whether the item is a wanted post.
        public let isWanted: Bool
        /// Those with a reservation first, the others by their latest message.
        public let entries: [ConversationList.Entry]
        /// Whether more people have written about it.
        public let hasMore: Bool
        /// Whether all pieces are reserved: nobody else gets one before one is released.
        public let isKept: Bool
        /// How many pieces are left; nil for one.
        public let stock: Int64?
        /// How many will be left, as typed; nil before anything is typed.
        public let left: String?
        /// Why the number was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// - Parameters:
    ///   - left: how many will be left, as typed; nil before anything is typed.
    ///   - refusal: why that was refused.
    /// - Returns: nil when there is nothing to ask: the item is sold, or it is a single one and
    ///   nobody has written who could have got it.
    /// - Throws: `.itemNotFound` when there is no such item, or it is not the seller's.
    public func output(
        for id: Input, of seller: Conversation.Reader, leaving left: String? = nil,
        at now: Timestamp, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output? {
        let item = try await storage.item(id, of: seller)
        guard item.status != .sold, item.content.stock > 0 else { return nil }
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.conversationsToClose(about: id, by: seller, limit: limit)
        }
        let stock = item.content.stock > 1 ? item.content.stock : nil
        guard stock != nil || !page.elements.isEmpty else { return nil }
        return Output(
            item: id, itemTitle: item.content.title, seller: seller,
            isWanted: item.content.purpose == .request,
            entries: page.elements.map { ConversationList.Entry($0, in: zone, at: now) },
            hasMore: page.hasMore,
            isKept: page.elements.first.map { $0.stage.holdsStock && $0.freeStock == 0 } ?? false,
            stock: stock, left: left, refusal: refusal)
    }
}
