/// Where conversations are kept. Every method is atomic and sees those of its reader only: the id of
/// somebody else's is `.notFound` like one that never was. With an account goes its side of each; the
/// other keeps theirs, until nobody is left who can read it.
public protocol ConversationStorage: Sendable {
    /// Writes to the seller of an item: begins a conversation, or goes on with the one there is.
    /// - Parameters:
    ///   - message: without a text only the price is named.
    ///   - amount: a price that is named with it, in the minor unit of the item's currency; nil for none.
    /// - Throws: `.notFound` when the asker is gone, `.itemNotFound`; as `Item.checkMayBeAsked` and
    ///   `Conversation.checkMayWrite`, with a price as `DealingStorage.take`. Nothing is sent then.
    func ask(
        _ message: NewChatMessage, offering amount: Int64?, about item: Item.ID,
        by asker: Account.ID
    ) async throws(StorageError) -> Conversation.ID

    /// Nil when the account has not asked about the item, which may be in its seller's trash. Of one
    /// that is gone for good its seller finds one, too: what was written in last.
    func conversation(
        about item: Item.ID, by account: Account.ID
    ) async throws(StorageError) -> Conversation.ID?

    /// - Throws: `.notFound`.
    func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> Conversation

    /// Written in last first. Ask for one more than is shown to know whether there are more.
    /// - Parameters:
    ///   - item: one that the reader offers; nil for all, on either side.
    ///   - message: the last one of the conversation that they come after; nil begins with the latest.
    func conversations(
        of reader: Conversation.Reader, about item: Item.ID?, before message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// Those of the account, on either side, that have what is looked for, written in last first: each
    /// word stands in what the other is called or the item is titled, or they say it in a message, all
    /// that neither name has in the same one. Of steps, of what was taken back or removed, and of where
    /// to meet nothing is found.
    ///
    /// Folds what it looks at, one row after another, since no index knows these words: of the
    /// account's own conversations a tenth of `most`, of each as many messages, the newest, and about
    /// `most` messages in all. Ask for one more than is shown to know whether there are more.
    /// - Parameter message: the last one of the conversation that they come after; nil begins with
    ///   the latest.
    func conversations(
        of account: Account.ID, matching search: SearchQuery, before message: ChatMessage.ID?,
        limit: Int, lookingAt most: Int
    ) async throws(StorageError) -> FoundConversations

    /// Those that wait for an answer of the account's, on either side, written in last first: the
    /// other has the last word, which asks for one, and has had it for no longer than
    /// `Conversation.answerTime`; or a price or an appointment that they proposed is still open; or
    /// the account keeps something for them, and neither says anything (`Conversation.isIdle`).
    /// Looked for among the `Conversation.lookedAtToAnswer` that come after `message`. What is
    /// closed, has gone to others or is deleted waits for nothing, nor do those who have left or
    /// whom the account has blocked. Where the account may not reach the other, only what it keeps for
    /// them waits, and that it did not come.
    /// - Parameter message: the last one of the conversation that they come after; nil begins with
    ///   the latest.
    func conversationsToAnswer(
        by account: Account.ID, before message: ChatMessage.ID?, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// Those of them that are about an item which the reader offers, but for one in which something is kept
    /// for the other and they have asked nothing.
    func unansweredConversations(
        about item: Item.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> Set<Conversation.ID>

    /// Sent last first, those taken back too.
    /// - Parameter message: that they come before; nil begins with the last.
    /// - Throws: `.notFound`.
    func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [ChatMessage]

    /// Sent first first, those taken back too.
    /// - Parameter message: that they come after; nil begins with the first.
    /// - Throws: `.notFound`.
    func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, after message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [ChatMessage]

    /// The conversation with the messages that were sent or taken back after a revision.
    /// - Throws: `.notFound`.
    func changes(
        in id: Conversation.ID, of reader: Conversation.Reader,
        after revision: Conversation.Revision, limit: Int
    ) async throws(StorageError) -> ConversationChanges

    /// Sends a message; one that was sent before by its token adds nothing.
    /// - Throws: `.notFound`; as `Conversation.checkMayWrite`.
    func insert(
        _ message: NewChatMessage, in id: Conversation.ID, by writer: Conversation.Reader
    ) async throws(StorageError) -> ChatMessage.ID

    /// The JPEG bytes of a photo that was sent, `medium` or `full`.
    /// - Throws: `.notFound` when the reader has no such conversation, `.photoNotFound`.
    func photo(
        of message: ChatMessage.ID, in id: Conversation.ID, of reader: Conversation.Reader,
        _ size: Photo.Size
    ) async throws(StorageError) -> [UInt8]

    /// Takes a message back, whose text is gone for both; twice is no error.
    /// - Throws: `.notFound`; as `ChatMessage.checkTakeBack`.
    func takeBack(
        _ message: ChatMessage.ID, in id: Conversation.ID, by writer: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError)

    /// Everything up to a message counts as read; what was read before stays so.
    /// - Throws: `.notFound`.
    func setRead(
        upTo message: ChatMessage.ID, in id: Conversation.ID, by reader: Conversation.Reader
    ) async throws(StorageError)

    /// How many messages the account has not read, on either side. Cheap enough for every page.
    func countUnreadMessages(of account: Account.ID) async throws(StorageError) -> Int
}

extension ConversationStorage {
    /// The same without a price.
    public func ask(
        _ message: NewChatMessage, about item: Item.ID, by asker: Account.ID
    ) async throws(StorageError) -> Conversation.ID {
        try await ask(message, offering: nil, about: item, by: asker)
    }

    /// All of them, on either side.
    public func conversations(
        of reader: Conversation.Reader, before message: ChatMessage.ID?, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await conversations(of: reader, about: nil, before: message, limit: limit)
    }
}
