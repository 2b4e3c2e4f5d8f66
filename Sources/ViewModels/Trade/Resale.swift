import Market

/// Shows a seller to whom an item has gone before they put it on sale again: they take a deal back,
/// or keep the deals and offer another piece.
public struct Resale: Sendable {
    /// Which item.
    public typealias Input = Item.ID

    /// How many deals are shown at most, the latest ones.
    public static let mostDeals = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page.
    public struct Output: Sendable {
        /// Identifies the item in links.
        public let item: Item.ID
        /// Who sells the item.
        public let seller: Conversation.Reader
        /// Whether the item is a wanted post.
        public let isWanted: Bool
        /// The most recently closed first.
        public let entries: [Entry]
    }

    /// A deal that has not been taken back.
    public struct Entry: Equatable, Sendable {
        /// As a list of deals shows it.
        public let deal: Deals.Entry
        /// Identifies its closing in the form that takes it back.
        public let closing: ChatMessage.ID
        /// Says until when it may be taken back; nil when it may not.
        public let reopenUntil: Phrase?
    }

    /// - Returns: nil when some pieces are left, or the item has gone to nobody on this market.
    /// - Throws: `.itemNotFound` when there is no such item, or it is not the seller's.
    public func output(
        for id: Input, of seller: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        let item = try await storage.item(id, of: seller)
        guard item.isGone else { return nil }
        let deals = try await storage.deals(about: id, by: seller, limit: Self.mostDeals)
        guard !deals.isEmpty else { return nil }
        return Output(
            item: id, seller: seller, isWanted: item.content.purpose == .request,
            entries: deals.map { deal in
                Entry(
                    deal: Deals.Entry(deal, in: zone, at: now), closing: deal.id,
                    reopenUntil: deal.dealing.reopenUntil(at: now, in: zone))
            })
    }
}
