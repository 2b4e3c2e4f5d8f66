import Market

/// What is newest of all that somebody has not seen: what a push tells of.
public struct PushNews: Sendable {
    /// Whose.
    public typealias Input = Account.ID

    /// Among so many conversations, written in last, one is looked for that was not read.
    private static let mostConversations = 20

    private let storage: any ConversationStorage & SavedSearchStorage & ReminderStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(
        storage: any ConversationStorage & SavedSearchStorage & ReminderStorage,
        zone: MarketTimeZone
    ) {
        (self.storage, self.zone) = (storage, zone)
    }

    /// One piece of news.
    public struct Output: Equatable, Sendable {
        /// What it leads to.
        public let subject: Subject
        /// Who has written, or what it is about.
        public let title: Phrase
        /// What is new.
        public let body: Phrase
        /// When it came.
        public let date: Timestamp
        /// How much of the same was not seen, this with it.
        public let count: Int
        /// Tells it from the one before of the same: that of the message or match.
        public let number: Int64
    }

    /// What a piece of news is about, of which the newest takes the place of those before.
    public enum Subject: Hashable, Sendable {
        /// What the other has written or done.
        case conversation(Conversation.ID)
        /// What matches a kept search.
        case search(SavedSearch.ID)
        /// What is due.
        case reminder(Reminder.Subject)
    }

    /// Nil when everything was seen.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for account: Input, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        let news = [
            try await conversation(of: account), try await search(of: account),
            try await reminder(of: account, at: now),
        ]
        return news.compactMap { $0 }.max { $0.date < $1.date }
    }

    private func conversation(of account: Account.ID) async throws(StorageError) -> Output? {
        guard try await storage.countUnreadMessages(of: account) > 0 else { return nil }
        let conversations = try await storage.conversations(
            of: .account(account), before: nil, limit: Self.mostConversations)
        return conversations.first { $0.unread > 0 }.map { Output($0, in: zone) }
    }

    private func search(of account: Account.ID) async throws(StorageError) -> Output? {
        guard try await storage.countUnseenMatches(of: account) > 0 else { return nil }
        var newest: Output?
        for search in try await storage.savedSearches(of: account) where search.unseenMatches > 0 {
            let match = try await storage.matches(
                of: search.id, of: account, before: nil, limit: 1
            ).first
            guard let match, newest.map({ $0.date < match.date }) ?? true else { continue }
            newest = Output(match, of: search)
        }
        return newest
    }

    private func reminder(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        try await storage.reminders(of: account, until: now, limit: Limits.countedReminders)
            .last.map { Output($0) }
    }
}

extension PushNews.Output {
    fileprivate init(_ conversation: Conversation, in zone: MarketTimeZone) {
        let entry = ConversationList.Entry(
            conversation, in: zone, at: conversation.lastMessage.date)
        let unread = Phrase(.unreadMessages, conversation.unread)
        // What the reader wrote last is not what they have not read.
        let said =
            entry.excerpt.map(Phrase.Argument.text) ?? entry.label.map(Phrase.Argument.phrase)
        subject = .conversation(conversation.id)
        title = Phrase(.messageFrom, entry.other.name)
        body = Phrase(
            .messageAbout, .text(entry.subject.title),
            (entry.isOwn ? nil : said) ?? .phrase(unread))
        date = conversation.lastMessage.date
        count = conversation.unread
        number = conversation.lastMessage.id.rawValue
    }

    fileprivate init(_ match: SavedSearch.Match, of search: SavedSearch) {
        let entry = SavedSearchList.Entry(search)
        subject = .search(search.id)
        title = Phrase(.searchFeedTitle, .phrase(entry.title))
        body = Phrase(.newMatchOf, .text(match.item.title), .number(Int64(search.unseenMatches)))
        date = match.date
        count = search.unseenMatches
        number = match.id.rawValue
    }

    fileprivate init(_ reminder: Reminder) {
        subject = .reminder(reminder.subject)
        title = Phrase(.reminderOf, .text(reminder.title))
        body =
            if let spot = reminder.spot {
                Phrase(.timeToMeet, .text(spot))
            } else {
                Phrase(.reminderIsDue)
            }
        date = reminder.date
        count = 1
        number = reminder.date.seconds
    }
}

extension Correspondent {
    /// What they are called, or what stands for it.
    fileprivate var name: Phrase.Argument {
        if let nickname { return .text(nickname) }
        return .phrase(label ?? Phrase(.formerMember))
    }
}
