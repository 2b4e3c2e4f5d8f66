import Market

/// Somebody's conversations, the most recently active first, a page at a time.
public struct ConversationList: Sendable {
    /// Whose conversations: an account's, or those about a guest's item.
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

        /// The conversation's ID, for its link.
        public let id: Conversation.ID
        /// Whom the conversation is with.
        public let other: Correspondent
        /// The item that the conversation is about.
        public let subject: ConversationSubject
        /// What a search has found in the conversation; nil when the last message is shown.
        public let hit: Hit?
        /// The beginning of the message that is shown; nil when it was taken back, or is not a text.
        public let excerpt: String?
        /// Describes a message that is not a text, or was taken back; nil for a text.
        public let label: Phrase?
        /// Whether the reader wrote that message.
        public let isOwn: Bool
        /// How long ago that message was sent, in words.
        public let age: Phrase
        /// How many messages the reader has not read.
        public let unread: Int
        /// Whether all pieces of the item are reserved for other people.
        public let isKeptForOthers: Bool
        /// When and where the two meet; nil until that is agreed on.
        public let appointment: AppointmentEntry?
        /// The asker's place in line; nil when they do not wait.
        public let line: Phrase?
        /// Whether the other person waits for an answer; set only in the list about one item.
        public let isUnanswered: Bool
        /// Whether the reader has muted it.
        public let isMuted: Bool
        /// Whether the reader has archived it.
        public let isArchived: Bool
        /// The sort key of an account's list about one item: those with a reservation, then the line in order.
        fileprivate let standing: Int

        init(
            _ conversation: Conversation, showing hit: Hit? = nil, isUnanswered: Bool = false,
            in zone: MarketTimeZone, at now: Timestamp
        ) {
            let message = hit?.message ?? conversation.lastMessage
            self.hit = hit
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
            let place = conversation.placeInLine
            line = place.map { Phrase(.inLine, $0) }
            self.isUnanswered = isUnanswered
            (isMuted, isArchived) = (conversation.isMuted, conversation.isArchived)
            standing = conversation.stage.holdsStock ? 0 : place ?? .max
        }

        static func excerpt(of message: ChatMessage) -> String? {
            message.isTakenBack || message.kind != .text
                ? nil : oneLine(message.text, atMost: longestExcerpt)
        }
    }

    /// A page of conversations. In an account's list about one item, those with a reservation come first in
    /// the page, then those in line, in its order. A guest's list about one item starts with the newest
    /// question, because guests have no other list that does.
    /// - Parameters:
    ///   - item: an item that the reader offers; nil for all conversations.
    ///   - areArchived: whether an account's archived conversations are listed, instead of the others.
    ///   - key: the last message of the conversation that the page comes after; nil for the first page.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for reader: Input, about item: Item.ID? = nil, areArchived: Bool = false,
        before key: ChatMessage.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            guard item == nil, let account = reader.account else {
                return try await storage.conversations(
                    of: reader, about: item, before: key, limit: limit)
            }
            return try await storage.conversations(
                of: account, areArchived: areArchived, before: key, limit: limit)
        }
        let unanswered = try await unanswered(about: item, of: reader, before: key, at: now)
        let isOfAll = item == nil && reader.account != nil
        let output = Output(
            page, after: key, by: \.lastMessage.id,
            whenEmpty: Phrase(
                areArchived ? .noArchivedConversations : isOfAll ? .noConversations : .noInquiries)
        ) {
            Entry($0, isUnanswered: unanswered.contains($0.id), in: zone, at: now)
        }
        guard item != nil, reader.account != nil else { return output }
        return Output(
            entries: output.entries.byStanding, isFirst: output.isFirst, older: output.older,
            emptyText: output.emptyText)
    }

    private func unanswered(
        about item: Item.ID?, of reader: Input, before key: ChatMessage.ID?, at now: Timestamp
    ) async throws(StorageError) -> Set<Conversation.ID> {
        guard let item else { return [] }
        return try await storage.unansweredConversations(
            about: item, of: reader, before: key, at: now)
    }
}

extension [ConversationList.Entry] {
    /// The sort is stable: entries of equal standing keep their order.
    fileprivate var byStanding: [Element] {
        enumerated().sorted {
            ($0.element.standing, $0.offset) < ($1.element.standing, $1.offset)
        }
        .map(\.element)
    }
}
