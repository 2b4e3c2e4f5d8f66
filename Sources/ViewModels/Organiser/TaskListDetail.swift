import Market

/// One list: its tasks, newest first, and the row that adds one.
public struct TaskListDetail: Sendable {
    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let id: TaskList.ID
        public let title: String
        public let icon: Icon
        public let todos: [TodoEntry]
        public let openTodos: Int
        /// Set when there is no task: what to do about it.
        public let emptyText: String?
        /// The title of a new task, as it was typed.
        public let typedTitle: String
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// - Throws: `.notFound` when the account has no such list.
    public func output(
        for id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        try await output(for: id, of: account, at: now, typedTitle: "")
    }

    /// Adds a task.
    /// - Throws: `.notFound` when the account has no such list.
    public func add(
        _ typedTitle: String, to id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<Todo.ID, Output> {
        var reader = FieldReader()
        let title = reader.line(
            typedTitle, "title", called: "할 일을", atMost: Limits.title)
        let saved: Result<Todo.ID, Refusal>
        if reader.faults.isEmpty {
            saved = try await saving(limit: Self.limitFault) { () async throws(StorageError) in
                try await storage.insert(
                    TodoContent(title: title), in: id, of: account, at: now)
            }
        } else {
            saved = .failure(Refusal(reader.faults))
        }
        switch saved {
        case .success(let todo): return .saved(todo)
        case .failure(let rejection):
            let output = try await output(
                for: id, of: account, at: now, typedTitle: typedTitle, rejection)
            return .refused(output, rejection.reason)
        }
    }

    static func limitFault(_ most: Int) -> Fault {
        Fault(
            "title", "한 목록에는 할 일을 \(grouped(Int64(most)))개까지 담을 수 있으니 끝난 일을 지워주세요.")
    }

    private func output(
        for id: TaskList.ID, of account: Account.ID, at now: Timestamp, typedTitle: String,
        _ rejection: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let list = try await storage.list(id, of: account)
        let todos = try await storage.todos(in: id, of: account)
        return Output(
            id: id,
            title: list.content.title,
            icon: list.content.icon,
            todos: todos.map { TodoEntry($0, at: now) },
            openTodos: todos.count { $0.dateCompleted == nil },
            emptyText: todos.isEmpty ? "아직 할 일이 없어요. 위에 첫 할 일을 적어보세요." : nil,
            typedTitle: typedTitle,
            faults: rejection?.faults ?? [],
            alert: rejection?.alert)
    }
}

/// A task as a list of them shows it.
public struct TodoEntry: Equatable, Sendable {
    public let id: Todo.ID
    public let title: String
    public let isCompleted: Bool
    public let isPinned: Bool
    /// Nil when it has none, or when it is completed and reminds of nothing any more.
    public let reminder: Moment?
    /// Whether the reminder's time has come.
    public let isDue: Bool

    init(_ todo: Todo, at now: Timestamp) {
        id = todo.id
        title = todo.content.title
        isCompleted = todo.dateCompleted != nil
        isPinned = todo.content.item != nil
        let reminder = todo.dateCompleted == nil ? todo.content.reminder : nil
        self.reminder = reminder.map(Moment.init)
        isDue = reminder.map { $0 <= now } ?? false
    }
}
