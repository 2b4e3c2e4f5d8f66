import Market

/// What a member does with a conversation for themselves: muting it, and taking it out of the list.
/// The other person does not notice.
public struct ConversationTidying: Sendable {
    /// Which conversation.
    public typealias Input = Conversation.ID

    private let storage: any ConversationStorage

    /// Writes to `storage`.
    public init(storage: any ConversationStorage) {
        self.storage = storage
    }

    /// What is done with the conversation.
    public enum Step: Equatable, Sendable {
        /// Its messages are no longer pushed, nor counted in the header.
        case mute
        /// Its messages are pushed and counted again.
        case unmute
        /// Takes it out of the list until either of the two writes in it.
        case archive
        /// Puts it back.
        case list
    }

    /// - Throws: `.notFound` when the account has no such conversation.
    public func submit(
        _ step: Step, on id: Input, of account: Account.ID
    ) async throws(StorageError) -> Outcome {
        switch step {
        case .mute, .unmute:
            try await storage.setMuted(step == .mute, id, by: account)
            return .done
        case .archive, .list:
            let isDone = try await storage.setArchived(step == .archive, id, by: account)
            return isDone ? .done : .hasNews
        }
    }

    /// How the account keeps the conversation.
    public struct Output: Equatable, Sendable {
        /// Whether it is muted.
        public let isMuted: Bool
        /// Whether it is archived.
        public let isArchived: Bool

        /// Nil for a guest, who has no list and gets no pushes.
        init?(_ conversation: Conversation, of reader: Conversation.Reader) {
            guard reader.account != nil else { return nil }
            (isMuted, isArchived) = (conversation.isMuted, conversation.isArchived)
        }
    }

    /// What came of a step.
    public enum Outcome: Equatable, Sendable {
        /// It was done.
        case done
        /// The conversation stays listed, because it has something that the account has not read.
        case hasNews
    }
}
