import Market

/// The conversations that wait for an answer from an account, the most recently active first, a page at a time.
public struct ConversationsToAnswer: Sendable {
    /// The account that is to answer.
    public typealias Input = Account.ID
    /// A page of conversations.
    public typealias Output = ConversationList.Output

    /// How many a page shows at most.
    public static let pageSize = 30

    private let storage: any ConversationStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ConversationStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// - Parameter key: the last message of the conversation that the page comes after; nil for the first page.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for account: Input, before key: ChatMessage.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.conversationsToAnswer(by: account, before: key, at: now, limit: limit)
        }
        return Output(page, after: key, by: \.lastMessage.id, whenEmpty: Phrase(.nobodyWaits)) {
            ConversationList.Entry($0, in: zone, at: now)
        }
    }
}
