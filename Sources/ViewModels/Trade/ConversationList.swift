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
        /// What was found in it; nil where the last message is shown.
        public let hit: Hit?
        /// How the message begins that is shown; nil when that was taken back, or is no text.
        public let excerpt: String?
        /// What stands for what is no text, or is gone; nil for a text.
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
        /// The asker's place in line; nil when they do not wait.
        public let line: Phrase?
        /// Whether the other waits for an answer, among those about one item.
        public let isUnanswered: Bool
        /// The lower the sooner the asker gets one: first those for whom one is kept.
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
            standing = conversation.stage.holdsStock ? 0 : place ?? .max
        }

        static func excerpt(of message: ChatMessage) -> String? {
            message.isTakenBack || message.kind != .text
                ? nil : oneLine(message.text, atMost: longestExcerpt)
        }
    }

    /// Of those about one item, as a page has them, those come first for whom one is kept, then the line in
    /// its order.
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
        let unanswered = try await unanswered(about: item, of: reader, before: key, at: now)
        let isOfAll = item == nil && reader.account != nil
        let output = Output(
            page, after: key, by: \.lastMessage.id,
            whenEmpty: Phrase(isOfAll ? .noConversations : .noInquiries)
        ) {
            Entry($0, isUnanswered: unanswered.contains($0.id), in: zone, at: now)
        }
        guard item != nil else { return output }
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
    /// Those who stand alike stay in their order.
    fileprivate var byStanding: [Element] {
        enumerated().sorted {
            ($0.element.standing, $0.offset) < ($1.element.standing, $1.offset)
        }
        .map(\.element)
    }
}
