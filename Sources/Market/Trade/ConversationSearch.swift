/// A conversation that matches a search.
public struct FoundConversation: Equatable, Sendable {
    /// The conversation as it is now.
    public let conversation: Conversation
    /// The newest message that contains the words which the names do not; nil if the names contain all.
    public let message: ChatMessage?
    /// The message before which the page that shows the found one ends, with `shownBehind` messages
    /// after it; nil for the last page.
    public let pageKey: ChatMessage.ID?

    /// How many messages are shown after the found one, fewer than a page holds.
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

/// What a search of somebody's conversations found, and how far it looked.
public struct FoundConversations: Equatable, Sendable {
    /// How many messages are looked at for one page, so that it takes well under a second.
    public static let mostLookedAt = 20_000

    /// Conversations written in last come first.
    public var found: [FoundConversation]
    /// The last message of the last conversation that was looked at, if the search stopped there
    /// because it had looked at enough; nil if it looked at all, or found as many as asked for.
    public var end: ChatMessage.ID?

    /// - Parameter end: the last message of the last conversation looked at; nil if the search did
    ///   not stop early.
    public init(_ found: [FoundConversation] = [], end: ChatMessage.ID? = nil) {
        self.found = found
        self.end = end
    }
}

extension SearchQuery {
    /// The words that none of these names contains, each looked for as in a title; nil if a name
    /// contains an excluded word.
    public func wordsMissing(in names: [SearchText]) -> [SearchWord]? {
        guard !names.contains(where: { terms.exclude($0) }) else { return nil }
        return words.filter { word in !names.contains { word.fits($0) } }
    }

    /// Whether a message contains all of these words and nothing that is excluded. Initial
    /// consonants match only themselves: a long text contains syllables with nearly all of them.
    public func isSaid(in message: SearchText, _ words: [SearchWord]) -> Bool {
        words.allSatisfy { $0.isPart(of: message) } && !terms.exclude(message)
    }
}
