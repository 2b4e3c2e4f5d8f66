import Market

/// What was deleted and can still be brought back, newest first.
public struct Trash: Sendable {
    /// Whose trash.
    public typealias Input = Account.ID

    private let storage: any OrganiserStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// The page of what was deleted.
    public struct Output: FormOutput {
        /// Newest first, `Limits.deletions` at most.
        public let entries: [Entry]
        /// Set when there is none.
        public let emptyText: String?
        /// Why something could not be brought back.
        public let refusal: Refusal?

        fileprivate init(_ deletions: [Deletion], _ refusal: Refusal? = nil) {
            entries = deletions.map(Entry.init)
            emptyText = deletions.isEmpty ? "휴지통이 비어 있어요. 지운 것은 여기에 30일 동안 있어요." : nil
            self.refusal = refusal
        }
    }

    /// A deletion as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// What bringing it back asks for.
        public let id: Deletion.ID
        /// What it held: `할 일 ‘우유 사기’ 외 2개`.
        public let title: String
        /// When it was put into the trash.
        public let dateDeleted: Moment
        /// When it is gone for good.
        public let dateGone: Moment
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for account: Input, at now: Timestamp
    ) async throws(StorageError) -> Output {
        Output(try await storage.deletions(of: account, at: now))
    }

    /// Brings back all that was deleted at once.
    /// - Returns: what it was, or the trash, saying why not.
    /// - Throws: `.notFound` when the account has no such deletion, or its time is over.
    public func submit(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Deletion.Kind, Output> {
        let deletions = try await storage.deletions(of: account, at: now)
        guard let deletion = deletions.first(where: { $0.id == id }) else { throw .notFound }
        do {
            try await storage.restore(id, of: account)
            return .saved(deletion.kind)
        } catch .limitReached(let most) {
            let reason = "\(deletion.kind.name) \(grouped(Int64(most)))개가 다 차서 되돌릴 자리가 없어요."
            return .refused(Output(deletions, Refusal(.invalid, Alert(failed: "실패", reason))))
        }
    }
}

extension Trash.Entry {
    private static let longestTitle = 60

    fileprivate init(_ deletion: Deletion) {
        id = deletion.id
        let rest = deletion.count > 1 ? " 외 \(deletion.count - 1)개" : ""
        let first = oneLine(deletion.title, atMost: Self.longestTitle)
        title = "\(deletion.kind.name) ‘\(first)’\(rest)"
        dateDeleted = Moment(deletion.date)
        dateGone = Moment(deletion.date + Deletion.lifetime)
    }
}

extension Deletion.Kind {
    fileprivate var name: String {
        switch self {
        case .lists: "목록"
        case .todos: "할 일"
        case .memos: "메모"
        }
    }
}

extension DeletionStorage {
    /// Those whose time is not over: they are removed for good some time after it only.
    func deletions(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [Deletion] {
        try await deletions(of: account).filter { now < $0.date + Deletion.lifetime }
    }
}

/// Asks before something of the organiser is deleted, and deletes it.
public struct DeletionPrompt: Sendable {
    /// What is to be deleted.
    public typealias Input = Subject

    private static let longestTitle = 40

    private let storage: any OrganiserStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// What is to be deleted.
    public enum Subject: Equatable, Sendable {
        /// A list goes with its to-dos; a plural is all of them.
        case list(TodoList.ID)
        case lists
        case todo(Todo.ID)
        case todos(in: TodoList.ID)
        /// A to-do, from the page of completed ones.
        case completedTodo(Todo.ID)
        case completedTodos
        case memo(Memo.ID)
    }

    /// The page that asks.
    public struct Output: Sendable {
        /// What the form deletes when it is sent.
        public let subject: Subject
        /// The page's heading, and its window's title.
        public let heading: String
        /// Names what would go, or says that there is nothing to delete.
        public let question: String
        /// Set when there is nothing to delete.
        public let isEmpty: Bool
    }

    /// - Throws: `.notFound` when the account has nothing like it.
    public func output(
        for subject: Input, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let (question, isEmpty) = try await question(subject, of: account)
        return Output(
            subject: subject, heading: subject.heading, question: question, isEmpty: isEmpty)
    }

    /// - Returns: what was deleted, nil when there was nothing; and the list that a single to-do
    ///   was on, nil for anything else.
    /// - Throws: `.notFound` when the account has nothing like it.
    public func submit(
        _ subject: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> (deletion: Deletion?, list: TodoList.ID?) {
        guard case .todo(let id) = subject else {
            return (try await delete(subject, of: account, at: now), nil)
        }
        let list = try await storage.todo(id, of: account).list
        return (try await delete(subject, of: account, at: now), list)
    }

    private func delete(
        _ subject: Subject, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        switch subject {
        case .list(let id): try await storage.deleteList(id, of: account, at: now)
        case .lists: try await storage.deleteLists(of: account, at: now)
        case .todo(let id), .completedTodo(let id):
            try await storage.deleteTodo(id, of: account, at: now)
        case .todos(let list): try await storage.deleteTodos(in: list, of: account, at: now)
        case .completedTodos: try await storage.deleteCompletedTodos(of: account, at: now)
        case .memo(let id): try await storage.deleteMemo(id, of: account, at: now)
        }
    }

    private func question(
        _ subject: Subject, of account: Account.ID
    ) async throws(StorageError) -> (String, isEmpty: Bool) {
        switch subject {
        case .list(let id):
            let todos = try await storage.todos(in: id, of: account).count
            let title = quoted(try await storage.list(id, of: account).content.title)
            let rest = todos == 0 ? " 목록을" : " 목록과 그 안의 할 일 \(todos)개를"
            return ("\(title)\(rest) 지울까요?", false)
        case .lists:
            let count = try await storage.lists(of: account).count
            return count == 0
                ? ("지울 목록이 없어요.", true) : ("목록 \(count)개와 그 안의 할 일을 모두 지울까요?", false)
        case .todo(let id), .completedTodo(let id):
            let title = quoted(try await storage.todo(id, of: account).content.title)
            return ("할 일 \(title) 하나를 지울까요?", false)
        case .todos(let list):
            let count = try await storage.todos(in: list, of: account).count
            let title = quoted(try await storage.list(list, of: account).content.title)
            return count == 0
                ? ("\(title) 목록에는 지울 할 일이 없어요.", true)
                : ("\(title) 목록의 할 일 \(count)개를 모두 지울까요?", false)
        case .completedTodos:
            let found = try await storage.completedTodos(of: account, before: nil, limit: 1)
            return found.isEmpty ? ("지울 일이 없어요.", true) : ("완료한 일을 모두 지울까요?", false)
        case .memo(let id):
            let text = quoted(try await storage.memo(id, of: account).content.text)
            return ("\(text) 메모를 지울까요?", false)
        }
    }

    private func quoted(_ title: String) -> String {
        "‘\(oneLine(title, atMost: Self.longestTitle))’"
    }
}

extension DeletionPrompt.Subject {
    fileprivate var heading: String {
        switch self {
        case .list: "목록 삭제"
        case .lists: "목록 모두 삭제"
        case .todo, .completedTodo: "할 일 삭제"
        case .todos: "할 일 모두 삭제"
        case .completedTodos: "완료한 일 모두 삭제"
        case .memo: "메모 삭제"
        }
    }
}
