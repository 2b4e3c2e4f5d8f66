import Market

/// The organiser's home: new matches of saved searches, what is due today, coming appointments,
/// conversations and reviews that wait for the account, its sales and wanted posts, open to-dos and
/// the newest memos.
public struct OrganiserHome: Sendable {
    /// Whose organiser.
    public typealias Input = Account.ID

    private static let mostDue = 10
    private static let mostTodos = 6
    private static let mostCompleted = 4
    private static let mostSales = 8
    private static let mostMemos = 3
    private static let mostReviews = 3
    private static let mostAppointments = 3
    /// How far ahead appointments are shown, in seconds, and among how many reminders they are sought.
    private static let soon: Int64 = 14 * 86_400
    private static let mostRemindersLookedAt = 50 + Limits.priceDrops
    private static let mostConversations = 5

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The organiser's home.
    public struct Output: Sendable {
        /// Names the listing that the account has begun to write; nil for none.
        public let draft: Phrase?
        /// Offers to take over the items posted from this browser without an account; nil for none.
        public let postedText: Phrase?
        /// The saved searches with unseen matches, the latest first.
        public let news: [SavedSearchList.Entry]
        /// Says how many listings of followed sellers are new; nil if none are.
        public let followedNews: Phrase?
        /// What is due before the market's next midnight, soonest first, then items that have
        /// become cheaper, then the to-dos for that time that were just ticked.
        public let due: [DueEntry]
        /// The heading above them, which says whether some are from an earlier day.
        public let dueHeading: Phrase
        /// Appointments in the two weeks after today, soonest first.
        public let appointments: [DueEntry]
        /// The conversations that wait for the account's answer, the most recently active first.
        public let conversations: [ConversationList.Entry]
        /// Whether more conversations wait.
        public let hasMoreConversations: Bool
        /// The dealings that the account may still review, the most recently closed first.
        public let reviews: [OpenReview]
        /// The newest open to-dos that are not due, and below them those that were just ticked.
        public let todos: [HomeTodo]
        /// How many open to-dos are shown neither here nor in `due`.
        public let moreTodos: Int
        /// The account's offers by status; statuses without any are left out.
        public let stages: [OwnItems.Stage]
        /// The reserved offers, then the newest on sale.
        public let sales: [ItemList.Entry]
        /// Says how many of the offers are shown; nil when all are.
        public let shownSales: Phrase?
        /// The account's wanted posts by status, as in `stages`.
        public let wantedStages: [OwnItems.Stage]
        /// The wanted posts that are not settled yet.
        public let wanted: [ItemList.Entry]
        /// As `shownSales`, of the wanted posts.
        public let shownWanted: Phrase?
        /// The newest memos.
        public let memos: [MemoList.Entry]

        /// Whether an open to-do is shown in `due`.
        public var hasDueTodos: Bool { due.contains(where: \.isOpenTodo) }

        /// Whether there is nothing to show yet.
        public var isEmpty: Bool {
            news.isEmpty && followedNews == nil && due.isEmpty && appointments.isEmpty
                && conversations.isEmpty && reviews.isEmpty && todos.isEmpty && stages.isEmpty
                && wantedStages.isEmpty && memos.isEmpty
        }
    }

    /// A to-do of any list, as the organiser's home shows it.
    public struct HomeTodo: Equatable, Sendable {
        /// The to-do's ID, for its link.
        public let id: Todo.ID
        /// Its title, on one line.
        public let title: String
        /// Whether it has just been ticked.
        public let isCompleted: Bool
        /// When its reminder comes, or the day that a ticked, repeating to-do was for; nil for any other.
        public let time: Phrase?
        /// The list that it is on.
        public let list: TodoListContent
        /// The title of the item that it is pinned to, shown instead of its list's; nil for none, and
        /// if others cannot see that item.
        public let itemTitle: String?
    }

    /// - Parameters:
    ///   - posted: the items that the browser says it has posted without an account.
    ///   - isShownAgain: whether the visitor is still on the page, so that what they just ticked
    ///     stays there to be undone; a new visit shows only what is open.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for account: Input, posted: PostedItems.Input = [], at now: Timestamp,
        isShownAgain: Bool = false
    ) async throws(StorageError) -> Output {
        let today = zone.day(around: now)
        var completed: [CompletedTodo] = []
        if isShownAgain { completed = try await justTicked(of: account, at: now) }
        let reminders = try await storage.reminders(
            of: account, until: today.upperBound + Self.soon, limit: Self.mostRemindersLookedAt)
        let due = due(reminders, completed, by: today.upperBound, at: now)
        let counts = try await storage.itemCounts(of: account)
        let stages = counts.stages(of: .offer).filter { $0.count > 0 }
        let wantedStages = counts.stages(of: .request).filter { $0.count > 0 }
        let waiting = try await storage.conversationsToAnswer(
            by: account, before: nil, at: now, limit: Self.mostConversations + 1)
        let todos = try await todos(of: account, completed, besides: due, at: now)
        let sales = try await unsold(of: account, stages, at: now)
        let wanted = try await unsold(of: account, wantedStages, at: now)
        return Output(
            draft: try await storage.draft(of: account)?.unfinishedText,
            postedText: try await offer(of: posted, at: now),
            news: try await storage.news(of: account),
            followedNews: try await storage.followedNews(of: account),
            due: due, dueHeading: heading(of: reminders, before: today.lowerBound),
            appointments: appointments(reminders, from: today.upperBound, at: now),
            conversations: waiting.prefix(Self.mostConversations).map {
                ConversationList.Entry($0, in: zone, at: now)
            },
            hasMoreConversations: waiting.count > Self.mostConversations,
            reviews: try await storage.dealingsToReview(
                by: account, at: now, limit: Self.mostReviews
            ).compactMap { OpenReview($0, in: zone, at: now) },
            todos: todos,
            moreTodos: try await countOpenTodos(of: account, besides: due, todos),
            stages: stages, sales: sales, shownSales: shown(sales, of: stages),
            wantedStages: wantedStages, wanted: wanted,
            shownWanted: shown(wanted, of: wantedStages),
            memos: try await storage.memos(of: account, before: nil, limit: Self.mostMemos)
                .map { MemoList.Entry($0, in: zone) })
    }

    private func justTicked(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [CompletedTodo] {
        try await storage.completedTodos(of: account, before: nil, limit: Self.mostCompleted)
            .filter { now + -TodoEntry.timeToTakeBack <= $0.dateCompleted }
    }

    private func offer(
        of posted: PostedItems.Input, at now: Timestamp
    ) async throws(StorageError) -> Phrase? {
        guard !posted.isEmpty else { return nil }
        let found = try await PostedItems(storage: storage).output(for: posted, at: now)
        // A hidden item is taken over on its own page, and counted only when there are no others.
        let count = found.entries.isEmpty ? found.hidden.count : found.entries.count
        return count > 0 ? Phrase(.takePostedOver, count) : nil
    }

    private func appointments(
        _ reminders: [Reminder], from tomorrow: Timestamp, at now: Timestamp
    ) -> [DueEntry] {
        reminders.filter { $0.spot != nil && $0.date >= tomorrow }.prefix(Self.mostAppointments)
            .map { entry($0, at: now) }
    }

    private func due(
        _ reminders: [Reminder], _ completed: [CompletedTodo], by end: Timestamp, at now: Timestamp
    ) -> [DueEntry] {
        let due = reminders.filter { $0.date < end }
        // Cheaper items come last: however many there are, they leave room for what is to be done.
        let ordered = due.filter { $0.priceDrop == nil } + due.filter { $0.priceDrop != nil }
        let open = ordered.prefix(Self.mostDue).map { entry($0, at: now) }
        let ticked = completed.compactMap(\.reminder).filter { $0.date < end }
            .sorted { $0.date < $1.date }
        return open + ticked.map { entry($0, isCompleted: true, at: now) }
    }

    /// Nobody has missed a price or a decision that they have not looked at.
    private func heading(of reminders: [Reminder], before midnight: Timestamp) -> Phrase {
        let hasOverdue = reminders.contains {
            $0.date < midnight && $0.priceDrop == nil && $0.notice == nil
        }
        return Phrase(hasOverdue ? .overdueAndToday : .today)
    }

    private func entry(
        _ reminder: Reminder, isCompleted: Bool = false, at now: Timestamp
    ) -> DueEntry {
        DueEntry(
            reminder, isCompleted: isCompleted,
            saying: zone.civilTime(reminder.date).text(on: zone.civilTime(now)), in: zone,
            at: now)
    }

    /// Open to-dos first.
    private func todos(
        of account: Account.ID, _ completed: [CompletedTodo], besides due: [DueEntry],
        at now: Timestamp
    ) async throws(StorageError) -> [HomeTodo] {
        let subjects = due.map(\.subject)
        let most = Self.mostTodos + subjects.count
        let open = try await storage.openTodos(of: account, limit: most)
            .filter { !subjects.contains(.todo($0.id)) }
            .prefix(Self.mostTodos)
        let ticked = completed.filter { !subjects.contains(.todo($0.id)) }
        let today = zone.civilTime(now)
        let rows = open.map { open -> HomeTodo in
            let time = open.todo.content.reminder.map { zone.civilTime($0).text(besides: today) }
            return HomeTodo(open.todo, open.list, time)
        }
        return rows + ticked.map { HomeTodo($0.todo, $0.list, zone.occasion(of: $0.todo)) }
    }

    private func countOpenTodos(
        of account: Account.ID, besides due: [DueEntry], _ todos: [HomeTodo]
    ) async throws(StorageError) -> Int {
        let all = try await storage.lists(of: account).reduce(0) { $0 + $1.openTodos }
        return max(all - due.count(where: \.isOpenTodo) - todos.count { !$0.isCompleted }, 0)
    }

    /// Reserved items first.
    private func unsold(
        of account: Account.ID, _ stages: [OwnItems.Stage], at now: Timestamp
    ) async throws(StorageError) -> [ItemList.Entry] {
        var items: [ItemSummary] = []
        for stage in stages.reversed() where stage.status != .sold {
            items += try await storage.items(
                of: account, stage.status, for: stage.purpose, before: nil,
                limit: Self.mostSales - items.count)
        }
        return items.map { ItemList.Entry($0, at: now) }
    }

    private func shown(_ items: [ItemList.Entry], of stages: [OwnItems.Stage]) -> Phrase? {
        let all = stages.filter { $0.status != .sold }.reduce(0) { $0 + $1.count }
        guard items.count >= Self.mostSales, items.count < all else { return nil }
        return Phrase(.shownOfAll, .number(Int64(all)), .number(Int64(items.count)))
    }
}

extension OrganiserHome.HomeTodo {
    fileprivate init(_ todo: Todo, _ list: TodoListContent, _ time: Phrase?) {
        id = todo.id
        title = todo.content.title
        isCompleted = todo.dateCompleted != nil
        self.time = time
        self.list = list
        itemTitle = todo.itemTitle
    }
}
