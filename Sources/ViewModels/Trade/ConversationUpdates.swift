import Market

/// What changes in a conversation whose page stays open, so that it can be shown there.
public struct ConversationUpdates: Sendable {
    /// More at once are for the page to be asked for again.
    private static let most = 50

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// What somebody has seen of which conversation.
    public struct Input: Equatable, Sendable {
        /// Which conversation.
        public var id: Conversation.ID
        /// Who looks at it.
        public var reader: Conversation.Reader
        /// The last change that was shown.
        public var revision: Conversation.Revision

        /// - Parameter revision: the last change that was shown.
        public init(
            id: Conversation.ID, reader: Conversation.Reader, after revision: Conversation.Revision
        ) {
            self.id = id
            self.reader = reader
            self.revision = revision
        }
    }

    /// What is to be shown beside that.
    public struct Output: Equatable, Sendable {
        /// Sent or taken back since, sent first first.
        public let messages: [MessageEntry]
        /// Whether there are more.
        public let isIncomplete: Bool
        /// Up to which message the other has read; nil for none.
        public let readByOther: ChatMessage.ID?
        /// How many messages wait in all conversations of an account; nil for a guest, who has none.
        public let unread: Int?
        /// What it is about, as it is now.
        public let subject: ConversationSubject
        /// How far the two have come, and what may be done next.
        public let steps: DealingSteps
        /// Says why nothing can be written; nil when it can, as far as the reader is told.
        public let silence: Phrase?
        /// Whether an open page says so, too. That the other cannot be reached is told by the next page
        /// only: at once, it would tell somebody the moment in which they are blocked.
        public let isSilenceTold: Bool
        /// Whom the reader has blocked and may let write again; nil for nobody.
        public let blocked: Account.ID?
        /// The last change that is shown then.
        public let revision: Conversation.Revision
    }

    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for input: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let changes = try await storage.changes(
            in: input.id, of: input.reader, after: input.revision, limit: Self.most + 1)
        var unread: Int?
        if case .account(let account) = input.reader {
            unread = try await storage.countUnreadMessages(of: account)
        }
        let spots = try await storage.meetingSpots(for: changes.conversation, at: now)
        return output(changes, meetingAt: spots, unread: unread, at: now)
    }

    /// Not inlined: a task keeps the room that it once needed for as long as its stream is open.
    @inline(never)
    private func output(
        _ changes: ConversationChanges, meetingAt spots: MeetingSpots, unread: Int?,
        at now: Timestamp
    ) -> Output {
        let conversation = changes.conversation
        let silence = conversation.silence
        return Output(
            messages: MessageEntry.all(
                changes.messages, in: conversation, at: now, zone: zone),
            isIncomplete: changes.messages.count > Self.most,
            readByOther: conversation.readByOther, unread: unread,
            subject: ConversationSubject(of: conversation),
            steps: DealingSteps(conversation, meetingAt: spots, at: now, in: zone),
            silence: silence, isSilenceTold: silence != Phrase(.otherIsUnreachable),
            blocked: conversation.blockedPerson,
            revision: conversation.revision)
    }
}
