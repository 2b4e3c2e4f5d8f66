import Market

/// The changes in a conversation whose page is open, so that the page can show them.
public struct ConversationUpdates: Sendable {
    /// With more changes than this at once, the page is reloaded instead.
    private static let most = 50

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// Which conversation a reader has open, and up to which change they have seen it.
    public struct Input: Equatable, Sendable {
        /// Which conversation.
        public var id: Conversation.ID
        /// The reader who has it open.
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

    /// What the open page adds or replaces.
    public struct Output: Equatable, Sendable {
        /// Those sent or taken back since then, in the order they were sent.
        public let messages: [MessageEntry]
        /// Whether there are more changes than these.
        public let isIncomplete: Bool
        /// The last message that the other person has read; nil for none.
        public let readByOther: ChatMessage.ID?
        /// How many unread messages the account has in all conversations; nil for a guest.
        public let unread: Int?
        /// The item that the conversation is about, as it is now.
        public let subject: ConversationSubject
        /// How far the two have come, and what may be done next.
        public let steps: DealingSteps
        /// Says why the reader cannot write; nil when they can, as far as they are told.
        public let silence: Phrase?
        /// Whether an open page shows `silence`, too. That the other person cannot be reached is
        /// shown only when the page is loaded again: shown at once, it would reveal the moment of
        /// being blocked.
        public let isSilenceTold: Bool
        /// Whom the reader has blocked and may unblock; nil for nobody.
        public let blocked: Account.ID?
        /// Ready-made messages for the reader to choose from.
        public let quickAnswers: [Phrase]
        /// Whether the reader has muted and archived the conversation; nil for a guest, who can do neither.
        public let tidying: ConversationTidying.Output?
        /// The last change that the page shows after this update.
        public let revision: Conversation.Revision
    }

    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(for input: Input, at now: Timestamp) async throws(StorageError) -> Output {
        let changes = try await storage.changes(
            in: input.id, of: input.reader, after: input.revision, limit: Self.most + 1)
        var unread: Int?
        if case .account(let account) = input.reader {
            unread = try await storage.countUnreadMessages(of: account)
        }
        let spots = try await storage.meetingSpots(for: changes.conversation, at: now)
        let proposal = try await storage.ownProposal(
            in: changes.conversation, of: input.reader, at: now)
        let reported = try await storage.openReports(
            of: changes.messages, in: changes.conversation, by: input.reader)
        let latest = try await storage.messages(
            in: input.id, of: input.reader, before: nil, limit: QuickAnswers.mostLookedAt)
        return output(
            changes, of: input.reader, reported: reported, proposing: proposal, meetingAt: spots,
            unread: unread,
            quickAnswers: QuickAnswers.of(changes.conversation, after: latest, at: now), at: now)
    }

    /// Not inlined: a task holds on to the most memory it ever needed for as long as its stream is open.
    @inline(never)
    private func output(
        _ changes: ConversationChanges, of reader: Conversation.Reader,
        reported: Set<ChatMessage.ID>, proposing proposal: Appointment?,
        meetingAt spots: MeetingSpots, unread: Int?, quickAnswers: [Phrase], at now: Timestamp
    ) -> Output {
        let conversation = changes.conversation
        let silence = conversation.silence
        return Output(
            messages: MessageEntry.all(
                changes.messages, in: conversation, reported: reported, at: now, zone: zone),
            isIncomplete: changes.messages.count > Self.most,
            readByOther: conversation.readByOther, unread: unread,
            subject: ConversationSubject(of: conversation),
            steps: DealingSteps(
                conversation, proposing: proposal, meetingAt: spots, at: now, in: zone),
            silence: silence, isSilenceTold: silence != Phrase(.otherIsUnreachable),
            blocked: conversation.blockedPerson,
            quickAnswers: quickAnswers,
            tidying: ConversationTidying.Output(conversation, of: reader),
            revision: conversation.revision)
    }
}
