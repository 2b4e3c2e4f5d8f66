import Market

/// An account's purchases or sales, a page at a time.
public struct Deals: Sendable {
    /// Whose deals.
    public typealias Input = Account.ID

    /// How many deals a page shows at most.
    public static let pageSize = 20

    private let storage: any DealStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any DealStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of deals, the most recently closed first.
    public typealias Output = ListPage<Entry, Deal.ID>

    /// A deal as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// The conversation's ID, for its link.
        public let id: Conversation.ID
        /// What the link to its reviews needs.
        public let reviewLink: ReviewLink
        /// The item that was traded.
        public let subject: ConversationSubject
        /// Whom the deal was with.
        public let other: Correspondent
        /// The number of pieces; nil for one.
        public let pieces: Phrase?
        /// What was paid for all pieces; nil when that was not told, or its currency is not
        /// supported any more.
        public let price: PriceTag?
        /// When it changed hands.
        public let day: Phrase
        /// Says until when the reader may write a review; nil when they may not.
        public let reviewUntil: Phrase?
    }

    /// - Parameter key: the deal that the page comes after; nil for the first page.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        _ side: Deal.Side, for account: Input, before key: Deal.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.deals(side, of: account, before: key, limit: limit)
        }
        return Output(page, after: key, by: \.id, whenEmpty: side.emptyText) {
            Entry($0, in: zone, at: now)
        }
    }
}

extension Deals.Entry {
    init(_ deal: Deal, in zone: MarketTimeZone, at now: Timestamp) {
        let conversation = deal.conversation
        id = conversation.id
        reviewLink = ReviewLink(deal.dealing)
        subject = ConversationSubject(of: conversation)
        other = Correspondent(conversation.other)
        pieces = deal.pieces > 1 ? Phrase(.pieces, deal.pieces) : nil
        price = deal.price.map { PriceTag($0) }
        day = zone.civilTime(deal.date).dayText
        reviewUntil = deal.dealing.reviewUntil(at: now, in: zone)
    }
}

extension Deal.Side {
    fileprivate var emptyText: Phrase {
        switch self {
        case .purchase: Phrase(.noPurchases)
        case .sale: Phrase(.nothingSold)
        }
    }
}
