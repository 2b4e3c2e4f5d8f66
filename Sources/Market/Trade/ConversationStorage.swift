/// Where conversations are kept. Every method is atomic and sees only the reader's own: the id of
/// somebody else's is `.notFound`, like one that never was. Deleting an account deletes its side of
/// each conversation; the other person keeps theirs until nobody is left who can read it.
public protocol ConversationStorage: Sendable {
    /// Writes to the seller of an item: begins a conversation, or continues the existing one.
    /// - Parameters:
    ///   - message: without a text only the price is offered.
    ///   - amount: a price offered with it, in the minor unit of the item's currency; nil for none.
    /// - Throws: `.notFound` if the asker is gone; `.itemNotFound`; as `Item.checkMayBeAsked` and
    ///   `Conversation.checkMayWrite`; with a price, as `DealingStorage.take`. Nothing is sent then.
    func ask(
        _ message: NewChatMessage, offering amount: Int64?, about item: Item.ID,
        by asker: Account.ID
    ) async throws(StorageError) -> Conversation.ID

    /// The conversation that the account began about an item, which may be in its seller's trash; nil if
    /// there is none. Once the item is gone for good, its seller finds one too: the one written in last.
    func conversation(
        about item: Item.ID, by account: Account.ID
    ) async throws(StorageError) -> Conversation.ID?

    /// - Throws: `.notFound`.
    func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) async throws(StorageError) -> Conversation

    /// The reader's conversations, those written in last first. Ask for one more than is shown to
    /// know whether there are more.
    /// - Parameters:
    ///   - item: one that the reader offers; nil for all conversations, on either side.
    ///   - message: the last message of the conversation that they come after; nil begins with the latest.
    func conversations(
        of reader: Conversation.Reader, about item: Item.ID?, before message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// The account's conversations, on either side, that it has archived, or those that it has not;
    /// otherwise as `conversations(of:about:before:limit:)`.
    func conversations(
        of account: Account.ID, areArchived: Bool, before message: ChatMessage.ID?, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// Whether the account has archived any conversation.
    func hasArchivedConversations(of account: Account.ID) async throws(StorageError) -> Bool

    /// The account's conversations, on either side and archived or not, that match a search, those
    /// written in last first. Each word must be in the other's name, in the item's title or in a
    /// message; the words in neither name must all be in the same message. Steps, messages taken back
    /// or removed, and meeting places are not searched.
    ///
    /// There is no index of these words, so that text is compared row by row: at most `most` / 10
    /// conversations, the newest `most` / 10 messages of each, and about `most` messages in all.
    /// Ask for one more than is shown to know whether there are more.
    /// - Parameter message: the last message of the conversation that they come after; nil begins
    ///   with the latest.
    func conversations(
        of account: Account.ID, matching search: SearchQuery, before message: ChatMessage.ID?,
        limit: Int, lookingAt most: Int
    ) async throws(StorageError) -> FoundConversations

    /// The conversations, on either side, that wait for an answer of the account's, those written in last
    /// first. One waits if the other has the last word, which asks for an answer and is no older than
    /// `Conversation.answerTime`; if a price or an appointment that the other proposed is still open; or
    /// if the account keeps a reservation for the other and neither says anything (`Conversation.isIdle`).
    /// Once the conversation is archived, its messages no longer wait, but everything else in it does.
    ///
    /// Only the `Conversation.lookedAtToAnswer` conversations after `message` are looked at. Closed
    /// ones do not wait, nor those whose item is deleted or has gone to others, nor those with
    /// people who have left or whom the account has blocked. If the account cannot reach the other,
    /// only two things wait: what it keeps for them, and their claim that it did not come.
    /// - Parameter message: the last message of the conversation that they come after; nil begins
    ///   with the latest.
    func conversationsToAnswer(
        by account: Account.ID, before message: ChatMessage.ID?, at now: Timestamp, limit: Int
    ) async throws(StorageError) -> [Conversation]

    /// As `conversationsToAnswer`, those about an item that the reader offers, but without those
    /// that wait only because a reservation is kept and nothing is said.
    func unansweredConversations(
        about item: Item.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> Set<Conversation.ID>

    /// The messages of a conversation, latest first, including those taken back.
    /// - Parameter message: the message that they come before; nil begins with the last.
    /// - Throws: `.notFound`.
    func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [ChatMessage]

    /// The messages of a conversation, oldest first, including those taken back.
    /// - Parameter message: the message that they come after; nil begins with the first.
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

    /// Sends a message; one whose token was sent before adds nothing.
    /// - Throws: `.notFound`; as `Conversation.checkMayWrite`.
    func insert(
        _ message: NewChatMessage, in id: Conversation.ID, by writer: Conversation.Reader
    ) async throws(StorageError) -> ChatMessage.ID

    /// The JPEG bytes of a sent photo, `medium` or `full`.
    /// - Throws: `.notFound` if the reader has no such conversation; `.photoNotFound`.
    func photo(
        of message: ChatMessage.ID, in id: Conversation.ID, of reader: Conversation.Reader,
        _ size: Photo.Size
    ) async throws(StorageError) -> [UInt8]

    /// Takes a message back, which deletes its text for both; doing so twice is no error.
    /// - Throws: `.notFound`; as `ChatMessage.checkTakeBack`.
    func takeBack(
        _ message: ChatMessage.ID, in id: Conversation.ID, by writer: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError)

    /// Marks everything up to a message as read; it never marks anything as unread.
    /// - Throws: `.notFound`.
    func setRead(
        upTo message: ChatMessage.ID, in id: Conversation.ID, by reader: Conversation.Reader
    ) async throws(StorageError)

    /// How many messages the account has not read, on either side, not counting those in muted
    /// conversations. Cheap enough for every page.
    func countUnreadMessages(of account: Account.ID) async throws(StorageError) -> Int

    /// Whether the account has any unread message, on either side, in muted conversations too.
    func hasUnreadMessages(of account: Account.ID) async throws(StorageError) -> Bool

    /// Mutes a conversation for the account, or unmutes it; the other does not notice.
    /// - Throws: `.notFound`.
    func setMuted(
        _ isMuted: Bool, _ id: Conversation.ID, by account: Account.ID
    ) async throws(StorageError)

    /// Archives a conversation for the account, or lists it again; the other does not notice.
    /// - Returns: false if it stays listed because it has unread messages.
    /// - Throws: `.notFound`.
    func setArchived(
        _ isArchived: Bool, _ id: Conversation.ID, by account: Account.ID
    ) async throws(StorageError) -> Bool
}

extension ConversationStorage {
    /// Writes to the seller of an item, without a price.
    public func ask(
        _ message: NewChatMessage, about item: Item.ID, by asker: Account.ID
    ) async throws(StorageError) -> Conversation.ID {
        try await ask(message, offering: nil, about: item, by: asker)
    }

    /// All of the reader's conversations, on either side.
    public func conversations(
        of reader: Conversation.Reader, before message: ChatMessage.ID?, limit: Int
    ) async throws(StorageError) -> [Conversation] {
        try await conversations(of: reader, about: nil, before: message, limit: limit)
    }
}
