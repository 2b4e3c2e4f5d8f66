import Market

/// The organiser's main page: the way to lists, completed to-dos, memos and reminders, with how much
/// there is, or what came last.
public struct OrganiserHome: Sendable {
    /// Whose organiser.
    public typealias Input = Account.ID

    private static let longestExcerpt = 40

    private let storage: any OrganiserStorage

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// The main page.
    public struct Output: Sendable {
        /// How many there are.
        public let lists: Int
        /// How many to-dos of all lists are not completed.
        public let openTodos: Int
        /// How many have come and are not dismissed; `Limits.countedReminders` may be more.
        public let dueReminders: Int
        /// The title of the to-do completed last; nil when there is none.
        public let lastCompleted: String?
        /// How the newest memo begins; nil when there is none.
        public let newestMemo: String?
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for account: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        let completed = try await storage.completedTodos(of: account, before: nil, limit: 1)
        let memos = try await storage.memos(of: account, before: nil, limit: 1)
        return Output(
            lists: lists.count,
            openTodos: lists.map(\.openTodos).reduce(0, +),
            dueReminders: try await storage.countDueReminders(of: account, at: now),
            lastCompleted: completed.first.map {
                oneLine($0.todo.content.title, atMost: Self.longestExcerpt)
            },
            newestMemo: memos.first.map {
                oneLine($0.content.text, atMost: Self.longestExcerpt)
            })
    }
}
