import Market

/// Asks for confirmation before a message is taken back, since its text is not kept anywhere.
public struct MessageDeletionPrompt: Sendable {
    /// Which message.
    public typealias Input = ChatMessage.ID
    /// What is asked.
    public typealias Output = Question

    private let storage: any ConversationStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ConversationStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// - Returns: nil for a message that the reader may not take back, or not any more.
    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for id: Input, in conversationID: Conversation.ID, of reader: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) -> Output? {
        let conversation = try await storage.conversation(conversationID, of: reader)
        let next = ChatMessage.ID(rawValue: id.rawValue &+ 1)
        let found = try await storage.messages(
            in: conversation.id, of: reader, before: next, limit: 1)
        guard let message = found.first, message.id == id,
            message.mayBeTakenBack(by: conversation.party, at: now)
        else { return nil }
        let words =
            ConversationList.Entry.excerpt(of: message).map { Phrase(.quoted, .text($0)) }
            ?? message.label(in: conversation, zone: zone, at: now)
        return Question(
            heading: Phrase(.askTakeBack),
            consequences: [words, Phrase(.takeBackIsFinal)].compactMap { $0 },
            answer: Phrase(.takeBack))
    }
}
