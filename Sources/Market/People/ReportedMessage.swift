/// A reported message where it stands, as operators see it.
public struct ReportedMessage: Identifiable, Equatable, Sendable {
    /// So many messages before it say what it answers.
    public static let mostBefore = 3
    /// So many after it say what it led to.
    public static let mostAfter = 2

    /// Of the message.
    public let id: ChatMessage.ID
    /// What the two write about; nil when that is deleted.
    public let item: Item.ID?
    /// What the item is called, or was when it was deleted.
    public let itemTitle: String
    /// Who offers it.
    public let seller: Conversation.Person
    /// Who has asked about it.
    public let asker: Conversation.Person
    /// Itself and those around it, sent first first; steps are left out.
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
