import Market

/// An account's conversations that wait for its answer, written in last first, a page at a time.
public struct ConversationsToAnswer: Sendable {
    /// Whose answer.
    public typealias Input = Account.ID
    /// A page of them.
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

    /// - Parameter key: of the conversation that the page comes after; nil begins with the latest.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for account: Input, before key: ChatMessage.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.conversationsToAnswer(
                by: account, before: key, at: now, limit: limit)
        }
        return Output(page, after: key, by: \.lastMessage.id, whenEmpty: Phrase(.nobodyWaits)) {
            ConversationList.Entry($0, in: zone, at: now)
        }
    }
}
