import Market

/// What an account has bought, or sold, a page at a time.
public struct Deals: Sendable {
    /// Whose deals.
    public typealias Input = Account.ID

    /// The most deals of a page.
    public static let pageSize = 20

    private let storage: any DealStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any DealStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of deals, closed last first.
    public typealias Output = ListPage<Entry, Deal.ID>

    /// A deal as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// What the link to its conversation is made of.
        public let id: Conversation.ID
        /// What the link to its reviews is made of.
        public let reviewLink: ReviewLink
        /// What it was about.
        public let subject: ConversationSubject
        /// Whom it was with.
        public let other: Correspondent
        /// How many, where that is more than one; nil for one.
        public let pieces: Phrase?
        /// What was paid for all of them; nil when that was not told, or in no currency that is known any more.
        public let price: PriceTag?
        /// When it changed hands.
        public let day: Phrase
        /// Says until when a review may be written; nil when none may.
        public let reviewUntil: Phrase?
    }

    /// - Parameter key: of the deal that the page comes after; nil begins with the last.
    /// - Throws: `StorageError` of a storage that failed.
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
