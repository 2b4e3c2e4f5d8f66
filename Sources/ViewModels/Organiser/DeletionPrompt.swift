import Market

/// Asks before something of the organiser is deleted, and deletes it.
public struct DeletionPrompt: Sendable {
    private static let longestTitle = 40

    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// What is to be deleted.
    public enum Subject: Equatable, Sendable {
        case list(TaskList.ID)
        case lists
        case todo(Todo.ID)
        case todos(in: TaskList.ID)
        /// A task, from the page of completed ones.
        case completedTodo(Todo.ID)
        case completedTodos
        case memo(Memo.ID)
    }

    public struct Output: Sendable {
        public let subject: Subject
        public let heading: String
        public let question: String
        /// The list that it is on or is; nil where there is none.
        public let list: TaskList.ID?
        /// Set when there is nothing to delete.
        public let isEmpty: Bool
    }

    /// - Throws: `.notFound` when the account has nothing like it.
    public func output(
        for subject: Subject, of account: Account.ID
    ) async throws(StorageError) -> Output {
        switch subject {
        case .list(let id): try await asking(list: id, of: account)
        case .lists: try await askingForLists(of: account)
        case .todo(let id), .completedTodo(let id):
            try await asking(todo: id, subject, of: account)
        case .todos(let list): try await asking(todosIn: list, of: account)
        case .completedTodos: try await askingForCompletedTodos(of: account)
        case .memo(let id): try await asking(memo: id, of: account)
        }
    }

    /// - Returns: nil when there was nothing to delete.
    /// - Throws: `.notFound` when the account has nothing like it.
    public func delete(
        _ subject: Subject, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        switch subject {
        case .list(let id): try await storage.deleteList(id, of: account, at: now)
        case .lists: try await storage.deleteLists(of: account, at: now)
        case .todo(let id), .completedTodo(let id):
            try await storage.deleteTodo(id, of: account, at: now)
        case .todos(let list):
            try await storage.deleteTodos(in: list, of: account, at: now)
        case .completedTodos:
            try await storage.deleteCompletedTodos(of: account, at: now)
        case .memo(let id): try await storage.deleteMemo(id, of: account, at: now)
        }
    }

    private func asking(
        list id: TaskList.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let list = try await storage.list(id, of: account)
        let todos = try await storage.todos(in: id, of: account).count
        let title = quoted(list.content.title)
        return Output(
            subject: .list(id), heading: "목록 삭제",
            question: todos == 0
                ? "\(title) 목록을 지울까요?" : "\(title) 목록과 그 안의 할 일 \(todos)개를 지울까요?",
            list: id, isEmpty: false)
    }

    private func askingForLists(of account: Account.ID) async throws(StorageError) -> Output {
        let count = try await storage.lists(of: account).count
        return Output(
            subject: .lists, heading: "목록 모두 삭제",
            question: count == 0 ? "지울 목록이 없어요." : "목록 \(count)개와 그 안의 할 일을 모두 지울까요?",
            list: nil, isEmpty: count == 0)
    }

    private func asking(
        todo id: Todo.ID, _ subject: Subject, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let todo = try await storage.todo(id, of: account)
        return Output(
            subject: subject, heading: "할 일 삭제",
            question: "할 일 \(quoted(todo.content.title)) 하나를 지울까요?",
            list: todo.list, isEmpty: false)
    }

    private func asking(
        todosIn list: TaskList.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let title = quoted(try await storage.list(list, of: account).content.title)
        let count = try await storage.todos(in: list, of: account).count
        return Output(
            subject: .todos(in: list), heading: "할 일 모두 삭제",
            question: count == 0
                ? "\(title) 목록에는 지울 할 일이 없어요."
                : "\(title) 목록의 할 일 \(count)개를 모두 지울까요?",
            list: list, isEmpty: count == 0)
    }

    private func askingForCompletedTodos(
        of account: Account.ID
    ) async throws(StorageError) -> Output {
        let isEmpty = try await storage.completedTodos(of: account, before: nil, limit: 1).isEmpty
        return Output(
            subject: .completedTodos, heading: "완료한 일 모두 삭제",
            question: isEmpty ? "지울 일이 없어요." : "완료한 일을 모두 지울까요?",
            list: nil, isEmpty: isEmpty)
    }

    private func asking(
        memo id: Memo.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let memo = try await storage.memo(id, of: account)
        return Output(
            subject: .memo(id), heading: "메모 삭제",
            question: "\(quoted(memo.content.text)) 메모를 지울까요?", list: nil, isEmpty: false)
    }

    private func quoted(_ title: String) -> String {
        "‘\(oneLine(title, atMost: Self.longestTitle))’"
    }
}
