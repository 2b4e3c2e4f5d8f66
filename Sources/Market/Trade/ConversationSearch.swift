/// A conversation that has what somebody looks for.
public struct FoundConversation: Equatable, Sendable {
    /// As it stands now.
    public let conversation: Conversation
    /// The newest of its messages that says what its names do not; nil where these say all.
    public let message: ChatMessage?
    /// Before which message a page of it ends that shows this one, with `shownBehind` that were sent
    /// after it; nil for the last page.
    public let pageKey: ChatMessage.ID?

    /// So many messages are shown behind one that was found, fewer than a page of them holds.
    public static let shownBehind = 24

    /// A conversation with what was found in it.
    public init(
        _ conversation: Conversation, message: ChatMessage? = nil, pageKey: ChatMessage.ID? = nil
    ) {
        self.conversation = conversation
        self.message = message
        self.pageKey = pageKey
    }
}

/// What was found among somebody's conversations, and how far was looked.
public struct FoundConversations: Equatable, Sendable {
    /// So many messages are looked at for a page, so that it is there in well under a second.
    public static let mostLookedAt = 20_000

    /// Written in last first.
    public var found: [FoundConversation]
    /// The last message of the conversation behind which nothing was looked at, for it had been
    /// enough; nil where all were, or as many were found as asked for.
    public var end: ChatMessage.ID?

    /// - Parameter end: the last message of the last conversation looked at; nil where none is left.
    public init(_ found: [FoundConversation] = [], end: ChatMessage.ID? = nil) {
        self.found = found
        self.end = end
    }
}

extension SearchQuery {
    /// Its words that none of some names has, each looked for as in a title; nil where one of them has
    /// what is left out.
    public func wordsMissing(in names: [SearchText]) -> [SearchWord]? {
        guard !names.contains(where: { terms.exclude($0) }) else { return nil }
        return words.filter { word in !names.contains { word.fits($0) } }
    }

    /// Whether a message says all of these words and nothing that is left out. Consonants mean
    /// themselves: of whole syllables a long text has nearly all.
    public func isSaid(in message: SearchText, _ words: [SearchWord]) -> Bool {
        words.allSatisfy { $0.isPart(of: message) } && !terms.exclude(message)
    }
}
