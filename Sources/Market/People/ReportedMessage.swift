/// A reported message in its context, as operators see it.
public struct ReportedMessage: Identifiable, Equatable, Sendable {
    /// How many messages before it are shown, at most, so that operators see what it answers.
    public static let mostBefore = 3
    /// How many messages after it are shown, at most, so that operators see what it led to.
    public static let mostAfter = 2

    /// The id of the message.
    public let id: ChatMessage.ID
    /// The item that the conversation is about; nil if it is deleted.
    public let item: Item.ID?
    /// The item's title, or its last one if it is deleted.
    public let itemTitle: String
    /// The person who offers the item.
    public let seller: Conversation.Person
    /// The person who asked about it.
    public let asker: Conversation.Person
    /// The message and those around it, oldest first, without the notes about steps of the deal.
    public let messages: [ChatMessage]

    /// A message with those around it.
    public init(
        id: ChatMessage.ID, item: Item.ID?, itemTitle: String, seller: Conversation.Person,
        asker: Conversation.Person, messages: [ChatMessage]
    ) {
        self.id = id
        self.item = item
        self.itemTitle = itemTitle
        self.seller = seller
        self.asker = asker
        self.messages = messages
    }
}
