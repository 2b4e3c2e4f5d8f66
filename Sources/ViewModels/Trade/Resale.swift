import Market

/// To whom an item has gone, as its seller is told before it is on offer again: either a dealing is
/// taken back, or they stand and there is another one.
public struct Resale: Sendable {
    /// Which item.
    public typealias Input = Item.ID

    /// The most deals that are told, the last ones.
    public static let mostDeals = 20

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What is told.
    public struct Output: Sendable {
        /// Names it in links.
        public let item: Item.ID
        /// Whose it is.
        public let seller: Conversation.Reader
        /// Whether it is wanted, not offered.
        public let isWanted: Bool
        /// Closed last first.
        public let entries: [Entry]
    }

    /// A deal that stands.
    public struct Entry: Equatable, Sendable {
        /// As a list of deals shows it.
        public let deal: Deals.Entry
        /// Names its closing in the form that takes it back.
        public let closing: ChatMessage.ID
        /// Says until when it may be taken back; nil when it may not.
        public let reopenUntil: Phrase?
    }

    /// - Returns: nil where there is nothing to tell: some are left, or they have gone to nobody here.
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
