import Market

/// The completed tasks of all lists, completed last first, a page at a time.
public struct CompletedTodos: Sendable {
    public static let pageSize = 50

    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let entries: [Entry]
        public let isFirstPage: Bool
        /// The key that the next page goes on from; nil on the last one.
        public let older: String?
        /// Set when there is none: what to do about it.
        public let emptyText: String?
    }

    /// A completed task as the page shows it.
    public struct Entry: Equatable, Sendable {
        public let id: Todo.ID
        public let title: String
        public let list: TodoDetail.ListLink
        public let dateCompleted: Moment
    }

    /// - Parameter key: where the page goes on from; what is none begins with the last completed.
    public func output(
        before key: String?, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let key = key.flatMap(CompletedTodo.Key.init(typed:))
        let found = try await storage.completedTodos(
            of: account, before: key, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        return Output(
            entries: page.map(Entry.init),
            isFirstPage: key == nil,
            older: found.count > page.count ? page.last?.key.typed : nil,
            emptyText: page.isEmpty ? "완료한 일이 없어요. 목록에서 할 일을 마치면 여기에 모여요." : nil)
    }
}

extension CompletedTodos.Entry {
    fileprivate init(_ completed: CompletedTodo) {
        id = completed.id
        title = completed.todo.content.title
        list = TodoDetail.ListLink(
            id: completed.todo.list, title: completed.list.title, icon: completed.list.icon)
        dateCompleted = Moment(completed.dateCompleted)
    }
}

extension CompletedTodo.Key {
    /// Reads what `typed` writes.
    fileprivate init?(typed: String) {
        let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(digits: parts[0]),
            let id = Todo.ID(digits: parts[1])
        else { return nil }
        self.init(dateCompleted: Timestamp(seconds: seconds), id: id)
    }

    /// As it stands in an address: `1795260000-7`.
    fileprivate var typed: String { "\(dateCompleted.seconds)-\(id)" }
}
