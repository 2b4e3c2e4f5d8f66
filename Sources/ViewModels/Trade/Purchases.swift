import Market

/// What an account has bought, a page at a time.
public struct Purchases: Sendable {
    /// Whose purchases.
    public typealias Input = Account.ID

    /// The most purchases of a page.
    public static let pageSize = 20

    private let storage: any PurchaseStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any PurchaseStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of purchases, closed last first.
    public typealias Output = ListPage<Entry, Purchase.ID>

    /// A purchase as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// What the link to its conversation is made of.
        public let id: Conversation.ID
        /// What the link to its reviews is made of.
        public let reviewLink: ReviewLink
        /// What was bought.
        public let subject: ConversationSubject
        /// Whom it was bought from.
        public let other: Correspondent
        /// What was paid; nil when that was not told, or in no currency that is known any more.
        public let price: PriceTag?
        /// When it changed hands.
        public let day: Phrase
        /// Says until when a review may be written; nil when none may.
        public let reviewUntil: Phrase?
    }

    /// - Parameter key: of the purchase that the page comes after; nil begins with the last.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for account: Input, before key: Purchase.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.purchases(of: account, before: key, limit: limit)
        }
        let emptyText = key == nil ? Phrase(.noPurchases) : pastTheEndText
        return Output(
            entries: page.elements.map { Entry($0, in: zone, at: now) }, isFirst: key == nil,
            older: page.next(\.id), emptyText: page.elements.isEmpty ? emptyText : nil)
    }
}

extension Purchases.Entry {
    fileprivate init(_ purchase: Purchase, in zone: MarketTimeZone, at now: Timestamp) {
        let conversation = purchase.conversation
        id = conversation.id
        reviewLink = ReviewLink(purchase.dealing)
        subject = ConversationSubject(of: conversation)
        other = Correspondent(conversation.other)
        price = purchase.price.map { PriceTag($0) }
        day = zone.civilTime(purchase.date).dayText
        reviewUntil = purchase.dealing.reviewUntil(at: now, in: zone)
    }
}

extension Purchase {
    fileprivate var price: Price? {
        guard let amount, let currency else { return nil }
        // What was closed at was checked as a price is.
        return try? Price(amount, currency: currency)
    }
}
