import Market

/// The organiser's main page: what is new for the searches that the account keeps, what is
/// due today, whom it meets soon, who waits for an answer or a review, what it sells, what is to do
/// and the newest memos.
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
    /// So far ahead, in seconds, among so many reminders.
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

    /// The main page.
    public struct Output: Sendable {
        /// Names what it has begun to write of an item; nil for nothing.
        public let draft: Phrase?
        /// Offers the account what was posted in its browser without one; nil for nothing.
        public let postedText: Phrase?
        /// The searches with matches that were not seen, kept last first.
        public let news: [SavedSearchList.Entry]
        /// Says how many listings of followed sellers are new; nil if none are.
        public let followedNews: Phrase?
        /// What is due before the market's next midnight, soonest first, below it what is cheaper, and the
        /// to-dos of that time which were ticked just now.
        public let due: [DueEntry]
        /// Appointments of the next two weeks after today, soonest first.
        public let appointments: [DueEntry]
        /// Those that wait for an answer of its own, written in last first.
        public let conversations: [ConversationList.Entry]
        /// Whether there are more of them.
        public let hasMoreConversations: Bool
        /// The dealings that it may still review, closed last first.
        public let reviews: [OpenReview]
        /// The newest open ones that are not due, and below them those ticked just now.
        public let todos: [HomeTodo]
        /// How many open ones stand neither there nor among what is due.
        public let moreTodos: Int
        /// How far its sales have come, those without any left out.
        public let stages: [OwnItems.Stage]
        /// The reserved ones, then the newest on sale.
        public let sales: [ItemList.Entry]
        /// How many of them are shown, where these are not all.
        public let shownSales: Phrase?
        /// The same of what it looks for: of that how far it has come.
        public let wantedStages: [OwnItems.Stage]
        /// What it has not found yet.
        public let wanted: [ItemList.Entry]
        /// As `shownSales`.
        public let shownWanted: Phrase?
        /// The newest.
        public let memos: [MemoList.Entry]

        /// Whether an open to-do stands among what is due.
        public var hasDueTodos: Bool {
            due.contains(where: \.isOpenTodo)
        }

        /// Whether there is nothing to show yet.
        public var isEmpty: Bool {
            news.isEmpty && followedNews == nil && due.isEmpty && appointments.isEmpty
                && conversations.isEmpty && reviews.isEmpty && todos.isEmpty && stages.isEmpty
                && wantedStages.isEmpty && memos.isEmpty
        }
    }

    /// A to-do among those of all lists.
    public struct HomeTodo: Equatable, Sendable {
        /// What the link to its page is made of.
        public let id: Todo.ID
        /// As it was saved, on one line.
        public let title: String
        /// Whether it was ticked just now.
        public let isCompleted: Bool
        /// When its reminder comes; of a ticked one that repeats the day that it was for. Nil of any other.
        public let time: Phrase?
        /// The one that it is on.
        public let list: TodoListContent
    }

    /// - Parameters:
    ///   - posted: what its browser says to have posted without an account.
    ///   - isShownAgain: whether who sees it has not left it, and may take back what they have just
    ///     ticked there; whoever comes anew finds only what is to be done.
    /// - Throws: `StorageError` of a storage that failed.
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
            due: due,
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
        // What is hidden is taken over by itself.
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
        // However much is cheaper, it leaves room for what is to be done.
        let ordered = due.filter { $0.priceDrop == nil } + due.filter { $0.priceDrop != nil }
        let open = ordered.prefix(Self.mostDue).map { entry($0, at: now) }
        let ticked = completed.compactMap(\.reminder).filter { $0.date < end }
            .sorted { $0.date < $1.date }
        return open + ticked.map { entry($0, isCompleted: true, at: now) }
    }

    private func entry(
        _ reminder: Reminder, isCompleted: Bool = false, at now: Timestamp
    ) -> DueEntry {
        DueEntry(
            reminder, isCompleted: isCompleted,
            saying: zone.civilTime(reminder.date).text(on: zone.civilTime(now)), in: zone,
            at: now)
    }

    /// What is open first.
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

    /// The reserved ones first.
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
    }
}
