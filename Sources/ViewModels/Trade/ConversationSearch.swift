import Market

/// An account's conversations: those that it has not archived, those that it has, or all that match a
/// search; the most recently active first, a page at a time.
public struct ConversationSearch: Sendable {
    /// Whose conversations.
    public typealias Input = Account.ID

    /// Up to this many can be seen at a glance, and need no search field.
    private static let handful = 5

    private let storage: any ConversationStorage
    private let zone: MarketTimeZone
    private let mostLookedAt: Int

    /// Reads from `storage`.
    /// - Parameter mostLookedAt: how many messages are scanned at most for a page.
    public init(
        storage: any ConversationStorage, zone: MarketTimeZone,
        mostLookedAt: Int = FoundConversations.mostLookedAt
    ) {
        self.storage = storage
        self.zone = zone
        self.mostLookedAt = mostLookedAt
    }

    /// A page of conversations.
    public struct Output: Sendable {
        /// The search that the conversations match, archived or not; without words there is no search.
        public let search: TypedSearch
        /// Whether there are enough conversations for a search field.
        public let isSearchable: Bool
        /// The conversations that are shown.
        public let list: ConversationList.Output
        /// Whether these are the archived ones.
        public let areArchived: Bool
        /// Whether there are archived ones as well; false for a search, which finds those too.
        public let hasArchived: Bool

        /// How many were found, as far as the first page can tell; nil on other pages, without a
        /// search, and when nothing was found.
        public var hits: Phrase? {
            guard search.query != nil, list.isFirst, !list.entries.isEmpty else { return nil }
            return Phrase(list.older == nil ? .hits : .hitsAtLeast, list.entries.count)
        }
    }

    /// - Parameters:
    ///   - text: the search as typed.
    ///   - areArchived: whether the archived conversations are shown, unless there is a search.
    ///   - key: the last message of the conversation that the page comes after; nil for the first page.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for account: Input, text: String = "", areArchived: Bool = false,
        before key: ChatMessage.ID? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let typed = TypedSearch(text)
        if let search = typed.query {
            return Output(
                search: typed, isSearchable: true,
                list: try await found(search, of: account, before: key, at: now),
                areArchived: false, hasArchived: false)
        }
        let list = try await ConversationList(storage: storage, zone: zone).output(
            for: .account(account), areArchived: areArchived, before: key, at: now)
        let hasArchived =
            try await areArchived ? false : storage.hasArchivedConversations(of: account)
        let isSearchable = hasArchived || Self.isWorthWhile(among: list) || !typed.text.isEmpty
        return Output(
            search: typed, isSearchable: isSearchable,
            list: hasArchived ? Self.sayingWhereTheyAre(list) : list, areArchived: areArchived,
            hasArchived: hasArchived)
    }

    /// Tells somebody who has archived all of their conversations that they are there, not that they have
    /// none.
    private static func sayingWhereTheyAre(
        _ list: ConversationList.Output
    ) -> ConversationList.Output {
        guard list.isFirst, list.emptyText != nil else { return list }
        return ConversationList.Output(
            entries: [], isFirst: true, older: nil,
            emptyText: Phrase(.allConversationsArchived))
    }

    /// Whether a list has enough conversations, with those on other pages, for a search field.
    public static func isWorthWhile(among list: ConversationList.Output) -> Bool {
        !list.isFirst || list.older != nil || list.entries.count > handful
    }

    private func found(
        _ search: SearchQuery, of account: Account.ID, before key: ChatMessage.ID?,
        at now: Timestamp
    ) async throws(StorageError) -> ConversationList.Output {
        let size = ConversationList.pageSize
        let result = try await storage.conversations(
            of: account, matching: search, before: key, limit: size + 1, lookingAt: mostLookedAt)
        let shown = result.found.prefix(size)
        let hasMore = result.found.count > size
        let older = hasMore ? shown.last?.conversation.lastMessage.id : result.end
        let entries = shown.map { found in
            ConversationList.Entry(
                found.conversation, showing: ConversationList.Hit(found, search), in: zone, at: now)
        }
        return ConversationList.Output(
            entries: entries, isFirst: key == nil, older: older,
            emptyText: entries.isEmpty ? Self.emptyText(search, after: key, older: older) : nil)
    }

    private static func emptyText(
        _ search: SearchQuery, after key: ChatMessage.ID?, older: ChatMessage.ID?
    ) -> Phrase {
        let quoted = Phrase.Argument.phrase(Phrase(.quoted, .text(search.text)))
        if older != nil { return Phrase(.noConversationFoundYet, quoted) }
        return key == nil ? Phrase(.noConversationFound, quoted) : pastTheEndText
    }
}

extension ConversationList {
    /// The newest message of a conversation that matches a search.
    public struct Hit: Equatable, Sendable {
        private static let longestExcerpt = 80
        /// How many characters are shown before the match, so that a phone shows both on one line.
        private static let longestLead = 8

        /// Identifies the message in links.
        public let id: ChatMessage.ID
        /// The key of the page of the conversation that shows the message; nil for the latest page.
        public let pageKey: ChatMessage.ID?
        /// The text around the first match, with the matches marked.
        public let segments: [TitleSegment]
        /// The whole message.
        let message: ChatMessage

        /// Nil if the names (of the item or the other person) already match the whole search.
        init?(_ found: FoundConversation, _ search: SearchQuery) {
            guard let message = found.message else { return nil }
            self.message = message
            (id, pageKey) = (message.id, found.pageKey)
            segments = Self.segments(of: message.text, matching: search)
        }

        private static func segments(
            of text: String, matching search: SearchQuery
        ) -> [TitleSegment] {
            let line = oneLine(text, atMost: Limits.message)
            let all = TitleSegment.segments(of: line, matching: search)
            guard let first = all.first else { return [] }
            let before = first.isMatch ? 0 : first.text.count
            guard before > longestLead else {
                return TitleSegment.segments(
                    of: oneLine(line, atMost: longestExcerpt), matching: search)
            }
            let rest = String(line.dropFirst(before - longestLead))
            return TitleSegment.segments(
                of: "…" + oneLine(rest, atMost: longestExcerpt), matching: search)
        }
    }
}
