import Market

/// Somebody's conversations, written in last first, a page at a time.
public struct ConversationList: Sendable {
    /// Whose: an account's, or those about a guest's item.
    public typealias Input = Conversation.Reader

    /// How many a page shows at most.
    public static let pageSize = 30
    private let storage: any ConversationStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any ConversationStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// A page of conversations.
    public typealias Output = ListPage<Entry, ChatMessage.ID>

    /// A conversation as the page shows it.
    public struct Entry: Equatable, Sendable {
        private static let longestExcerpt = 80

        /// What the link to it is made of.
        public let id: Conversation.ID
        /// Whom it is with.
        public let other: Correspondent
        /// What it is about.
        public let subject: ConversationSubject
        /// How the last message begins; nil when that was taken back, or is no text.
        public let excerpt: String?
        /// What stands for a price or a step; nil for another message.
        public let label: Phrase?
        /// Whether the reader wrote that.
        public let isOwn: Bool
        /// How long ago that was, in words.
        public let age: Phrase
        /// How many messages the reader has not read.
        public let unread: Int
        /// Whether all of it is kept for others.
        public let isKeptForOthers: Bool
        /// When and where the two meet; nil while nothing is agreed on.
        public let appointment: AppointmentEntry?

        init(_ conversation: Conversation, in zone: MarketTimeZone, at now: Timestamp) {
            let message = conversation.lastMessage
            id = conversation.id
            other = Correspondent(conversation.other)
            subject = ConversationSubject(of: conversation)
            excerpt = Self.excerpt(of: message)
            label = message.label(in: conversation, zone: zone, at: now)
            isOwn = message.isOwn(of: conversation.party)
            age = ageText(of: message.date, at: now)
            unread = conversation.unread
            isKeptForOthers = conversation.isKeptForOthers
            appointment = conversation.meeting.appointment.map {
                AppointmentEntry($0, isOwn: true, in: conversation, at: now, zone: zone)
            }
        }

        static func excerpt(of message: ChatMessage) -> String? {
            message.isTakenBack || message.kind != .text
                ? nil : oneLine(message.text, atMost: longestExcerpt)
        }
    }

    /// - Parameters:
    ///   - item: one that the reader offers; nil for all conversations.
    ///   - key: of the conversation that the page comes after; nil begins with the latest.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for reader: Input, about item: Item.ID? = nil, before key: ChatMessage.ID? = nil,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.conversations(of: reader, about: item, before: key, limit: limit)
        }
        let isOfAll = item == nil && reader.account != nil
        return Output(
            page, after: key, by: \.lastMessage.id,
            whenEmpty: Phrase(isOfAll ? .noConversations : .noInquiries)
        ) { Entry($0, in: zone, at: now) }
    }
}
