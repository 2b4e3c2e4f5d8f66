import Market

/// What somebody has not seen of recent news: the content of pushes.
public struct PushNews: Sendable {
    /// The account whose news it is.
    public typealias Input = Account.ID

    /// How long something is news to a browser that was off, in seconds: push services keep a push as
    /// long.
    public static let lifetime: Int64 = 86_400
    /// Unread messages are looked for in this many conversations, the latest first, and among this
    /// many messages of each.
    private static let (mostConversations, mostMessages) = (20, 30)
    /// How many reminders that came due are read.
    private static let mostReminders = 20
    /// How many listings of followed sellers are looked through, and matches of each search.
    private static let mostListings = 20
    /// With this many reminders due, any other one may be due too.
    private static let mostDue = 1_000

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
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
        /// When it happened.
        public let date: Timestamp
        /// How many unseen ones there are of this subject, this one included.
        public let count: Int
        /// Tells this news from earlier news of the same subject: the number of the message, match or
        /// listing, or the time of the reminder.
        public let number: Int64
    }

    /// What a piece of news is about; newer news of a subject replaces older.
    public enum Subject: Hashable, Sendable {
        /// The other person has written or done something.
        case conversation(Conversation.ID)
        /// Something matches a saved search.
        case search(SavedSearch.ID)
        /// Somebody whom the account follows has posted something.
        case follows
        /// Something is due.
        case reminder(Reminder.Subject)
    }

    /// The newest unseen news of each subject, the newest first.
    /// - Parameter start: earlier news is left out.
    /// - Throws: `StorageError` if the storage fails.
    public func outputs(
        for account: Input, from start: Timestamp, until now: Timestamp
    ) async throws(StorageError) -> [Output] {
        let matches = try await matches(of: account, from: start)
        let news =
            try await messages(of: account, from: start) + matches.news
            + listings(for: account, from: start, besides: matches.items)
            + reminders(of: account, after: start + -1, until: now)
        return news.sorted { $0.date > $1.date }
    }

    /// Whether there is still something unseen of a subject.
    /// - Throws: `StorageError` if the storage fails.
    public func isUnseen(
        _ subject: Subject, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Bool {
        try await !unseen(among: [subject], of: account, at: now).isEmpty
    }

    /// The subjects of which something is still unseen, however old it is.
    /// - Throws: `StorageError` if the storage fails.
    public func unseen(
        among subjects: [Subject], of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [Subject] {
        var due: [Reminder] = []
        if subjects.contains(where: \.isReminder) {
            due = try await storage.latestReminders(
                of: account, after: Timestamp(seconds: .min), until: now, limit: Self.mostDue)
        }
        var unseen: [Subject] = []
        for subject in subjects {
            if try await isUnseen(subject, of: account, due) { unseen.append(subject) }
        }
        return unseen
    }

    /// - Parameter due: the reminders that are due, `mostDue` at most.
    private func isUnseen(
        _ subject: Subject, of account: Account.ID, _ due: [Reminder]
    ) async throws(StorageError) -> Bool {
        do throws(StorageError) {
            switch subject {
            case .conversation(let id):
                let conversation = try await storage.conversation(id, of: .account(account))
                guard conversation.unread > 0, conversation.isMuted else {
                    return conversation.unread > 0
                }
                return try await newestUnread(in: conversation, of: account) != nil
            case .search(let id):
                return try await storage.savedSearch(id, of: account).toldMatches > 0
            case .follows:
                return try await storage.countUnseenFollowedItems(of: account) > 0
            case .reminder(let reminder):
                return due.count >= Self.mostDue || due.contains { $0.subject == reminder }
            }
        } catch {
            // It was deleted, or the person has left.
            guard error.isNotFound else { throw error }
            return false
        }
    }

    private func messages(
        of account: Account.ID, from start: Timestamp
    ) async throws(StorageError) -> [Output] {
        guard try await storage.hasUnreadMessages(of: account) else { return [] }
        let conversations = try await storage.conversations(
            of: .account(account), before: nil, limit: Self.mostConversations)
        var news: [Output] = []
        for conversation in conversations
        where conversation.unread > 0 && conversation.lastMessage.date >= start {
            guard let message = try await newestUnread(in: conversation, of: account),
                message.date >= start
            else { continue }
            news.append(Output(message, in: conversation, zone))
        }
        return news
    }

    /// The newest unread message that is news: not one's own, not taken back, and in a muted
    /// conversation one that is pushed all the same.
    private func newestUnread(
        in conversation: Conversation, of account: Account.ID
    ) async throws(StorageError) -> ChatMessage? {
        func isNews(_ message: ChatMessage) -> Bool {
            message.author != conversation.party && !message.isTakenBack
                && (!conversation.isMuted || message.isPushedWhenMuted)
        }
        guard !isNews(conversation.lastMessage) else { return conversation.lastMessage }
        return try await storage.messages(
            in: conversation.id, of: .account(account), before: conversation.lastMessage.id,
            limit: Self.mostMessages
        ).first { isNews($0) && $0.id > conversation.read ?? .min }
    }

    /// The newest match of each search, and the items of all matches that are news.
    private func matches(
        of account: Account.ID, from start: Timestamp
    ) async throws(StorageError) -> (news: [Output], items: [Item.ID]) {
        guard try await storage.countUnseenMatches(of: account) > 0 else { return ([], []) }
        var (news, items): ([Output], [Item.ID]) = ([], [])
        for search in try await storage.savedSearches(of: account) where search.toldMatches > 0 {
            let matches = try await storage.matches(
                of: search.id, of: account, before: nil,
                limit: min(search.toldMatches, Self.mostListings)
            ).prefix { $0.date >= start }
            items += matches.map(\.item.id)
            // An item that matches several searches is told of once.
            guard let match = matches.first,
                !news.contains(where: { $0.number == match.id.rawValue })
            else { continue }
            news.append(Output(match, of: search))
        }
        return (news, items)
    }

    /// The newest listing of the sellers whom the account follows.
    /// - Parameter told: items that its searches tell of.
    private func listings(
        for account: Account.ID, from start: Timestamp, besides told: [Item.ID]
    ) async throws(StorageError) -> [Output] {
        let count = try await storage.countUnseenFollowedItems(of: account)
        guard count > 0 else { return [] }
        let newest = try await storage.followedItems(
            of: account, before: nil, limit: Self.mostListings
        ).first { $0.isUnseen && $0.item.datePosted >= start && !told.contains($0.item.id) }
        return newest.map { [Output($0, count: count)] } ?? []
    }

    private func reminders(
        of account: Account.ID, after start: Timestamp, until now: Timestamp
    ) async throws(StorageError) -> [Output] {
        try await storage.latestReminders(
            of: account, after: start, until: now, limit: Self.mostReminders
        ).map { Output($0, zone, at: now) }
    }
}

extension PushNews.Subject {
    /// Whether it is something due, of which there is one at a time.
    var isReminder: Bool { if case .reminder = self { true } else { false } }
}

extension PushNews.Output {
    fileprivate init(
        _ message: ChatMessage, in conversation: Conversation, _ zone: MarketTimeZone
    ) {
        let said =
            ConversationList.Entry.excerpt(of: message).map(Phrase.Argument.text)
            ?? message.label(in: conversation, zone: zone, at: message.date)
            .map(Phrase.Argument.phrase)
        subject = .conversation(conversation.id)
        title = Phrase(.messageFrom, Correspondent(conversation.other).name)
        body = Phrase(
            .messageAbout, .text(ConversationSubject(of: conversation).title),
            said ?? .phrase(Phrase(.unreadMessages, conversation.unread)))
        date = message.date
        count = conversation.unread
        number = message.id.rawValue
    }

    fileprivate init(_ match: SavedSearch.Match, of search: SavedSearch) {
        let entry = SavedSearchList.Entry(search)
        subject = .search(search.id)
        title = Phrase(.searchFeedTitle, .phrase(entry.title))
        body = Phrase(.newMatchOf, .text(match.item.title), .number(Int64(search.toldMatches)))
        date = match.date
        count = search.toldMatches
        number = match.id.rawValue
    }

    fileprivate init(_ listing: FollowedItem, count: Int) {
        subject = .follows
        title = Phrase(.newListingBy, .text(listing.seller))
        body = Phrase(.newMatchOf, .text(listing.item.title), .number(Int64(count)))
        date = listing.item.datePosted
        self.count = count
        number = listing.item.id.rawValue
    }

    fileprivate init(_ reminder: Reminder, _ zone: MarketTimeZone, at now: Timestamp) {
        subject = .reminder(reminder.subject)
        title = Phrase(.reminderOf, .text(reminder.title))
        body =
            if let spot = reminder.spot {
                Phrase(
                    .timeToMeet,
                    .phrase(zone.civilTime(reminder.date).text(on: zone.civilTime(now))),
                    .text(spot))
            } else if case .hiding = reminder.subject {
                .hidden(because: reminder.hidingReason)
            } else if let notice = reminder.notice {
                notice.text(in: zone)
            } else if let drop = reminder.priceDrop {
                Phrase(.isCheaper, .phrase(drop.text))
            } else {
                Phrase(.reminderIsDue)
            }
        date = reminder.dateDue
        count = 1
        number = reminder.date.seconds
    }
}

extension Correspondent {
    /// The nickname, or what stands in for it.
    fileprivate var name: Phrase.Argument {
        if let nickname { return .text(nickname) }
        return .phrase(label ?? Phrase(.formerMember))
    }
}
