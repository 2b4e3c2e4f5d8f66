import Market

/// One to-do, and the form that edits it.
public struct TodoDetail: Sendable {
    private let storage: any OrganiserStorage & ItemStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    /// Which to-do, and what was typed into its form.
    public struct Input: Equatable, Sendable {
        /// Whose to-do it has to be.
        public var account: Account.ID
        /// The to-do to show, or to edit.
        public var id: Todo.ID
        /// What its fields held when the form was sent.
        public var todo: TodoInput
        /// The one that the edit is made from; 0 is none.
        public var revision: Int64

        /// With nothing but the ids it asks for the to-do as it is saved.
        public init(
            account: Account.ID, id: Todo.ID, todo: TodoInput = TodoInput(), revision: Int64 = 0
        ) {
            self.account = account
            self.id = id
            self.todo = todo
            self.revision = revision
        }
    }

    /// The page of a to-do, with its form.
    public struct Output: FormOutput {
        /// What the paths of its forms are made of.
        public let id: Todo.ID
        /// The one that an edit is made from.
        public let revision: Int64
        /// Where the page leads back to.
        public let list: ListLink
        /// As the form holds it.
        public let input: TodoInput
        /// The item that the form holds.
        public let item: PinnedItem?
        /// As it is saved: the form does not change it.
        public let isCompleted: Bool
        /// When it was added to its list.
        public let dateCreated: Moment
        /// Nil when it was never edited.
        public let dateModified: Moment?
        /// Nil while it is open.
        public let dateCompleted: Moment?
        /// What is stored by now, when it is not what the edit was made from.
        public let current: CurrentVersion?
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// The list that a to-do is on.
    public struct ListLink: Equatable, Sendable {
        /// What the link to its page is made of.
        public let id: TodoList.ID
        /// As it was saved, on one line.
        public let title: String
        /// Shown beside the title.
        public let icon: Icon
    }

    /// The form, filled with the to-do.
    /// - Throws: `.notFound` when the account has no such to-do.
    public func output(for input: Input) async throws(StorageError) -> Output {
        let todo = try await storage.todo(input.id, of: input.account)
        return try await output(todo, of: input.account, TodoInput(todo.content))
    }

    /// Saves an edit; one made from what has changed meanwhile comes back with both.
    /// - Returns: the list that the to-do is on, or the form.
    /// - Throws: `.notFound` when the account has no such to-do.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<TodoList.ID, Output> {
        let edit = Edit<Todo>(content: input.todo.content(), revision: input.revision)
        let result = try await edit.save(
            limit: TodoListDetail.limitFault,
            read: { () async throws(StorageError) in
                try await storage.todo(input.id, of: input.account)
            },
            update: { content async throws(StorageError) in
                try await storage.update(
                    input.id, of: input.account, content: content, revision: input.revision,
                    at: now)
            })
        switch result {
        case .success(let todo): return .saved(todo.list)
        case .failure(let refused):
            return .refused(
                try await output(refused.stored, of: input.account, input.todo, refused))
        }
    }

    private func output(
        _ todo: Todo, of account: Account.ID, _ input: TodoInput,
        _ refused: RefusedEdit<Todo>? = nil
    ) async throws(StorageError) -> Output {
        let list = try await storage.list(todo.list, of: account)
        return Output(
            id: todo.id,
            revision: refused?.revision ?? todo.revision,
            list: ListLink(id: list.id, title: list.content.title, icon: list.content.icon),
            input: input,
            item: try await storage.pinnedItem(typed: input.item),
            isCompleted: todo.dateCompleted != nil,
            dateCreated: Moment(todo.dateCreated),
            dateModified: todo.revision == 1 ? nil : Moment(todo.dateModified),
            dateCompleted: todo.dateCompleted.map(Moment.init),
            current: refused?.current,
            refusal: refused?.refusal)
    }
}

/// Completes a to-do, or reopens it.
public struct TodoCompletion: Sendable {
    private let storage: any OrganiserStorage

    /// Writes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// Which to-do, and what becomes of it.
    public struct Input: Equatable, Sendable {
        /// Whose to-do it has to be.
        public var account: Account.ID
        /// The to-do whose tick was pressed.
        public var id: Todo.ID
        /// False reopens it.
        public var isCompleted: Bool

        /// - Parameter id: another account's is not found.
        public init(account: Account.ID, id: Todo.ID, isCompleted: Bool) {
            self.account = account
            self.id = id
            self.isCompleted = isCompleted
        }
    }

    /// - Returns: the list that it is on.
    /// - Throws: `.notFound` when the account has no such to-do.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID {
        try await storage.setCompleted(
            input.isCompleted, input.id, of: input.account, at: now)
    }
}

/// The completed to-dos of all lists, completed last first, a page at a time.
public struct CompletedTodos: Sendable {
    /// How many to-dos a page shows at most.
    public static let pageSize = 50

    private let storage: any OrganiserStorage

    /// Reads from `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// Whose to-dos, and which page of them.
    public struct Input: Equatable, Sendable {
        /// Whose to-dos these are.
        public var account: Account.ID
        /// Where the page goes on from; what is no key begins with the last completed.
        public var before: String?

        /// - Parameter before: nil asks for the first page.
        public init(account: Account.ID, before: String? = nil) {
            self.account = account
            self.before = before
        }
    }

    /// A page of completed to-dos.
    public struct Output: Sendable {
        /// Completed last first, `pageSize` at most.
        public let entries: [Entry]
        /// Whether it begins with the one completed last.
        public let isFirstPage: Bool
        /// The key that the next page goes on from; nil on the last one.
        public let older: String?
        /// Set when there is none: what to do about it.
        public let emptyText: String?
    }

    /// A completed to-do as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// What the link to its page is made of.
        public let id: Todo.ID
        /// As it was saved, on one line.
        public let title: String
        /// The one that it is still on.
        public let list: TodoDetail.ListLink
        /// When it was completed last.
        public let dateCompleted: Moment
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(for input: Input) async throws(StorageError) -> Output {
        let key = input.before.flatMap(CompletedTodo.Key.init(typed:))
        let page = try await KeyedPage(size: Self.pageSize) {
            limit async throws(StorageError) in
            try await storage.completedTodos(of: input.account, before: key, limit: limit)
        }
        return Output(
            entries: page.elements.map(Entry.init),
            isFirstPage: key == nil,
            older: page.next(\.key.typed),
            emptyText: page.elements.isEmpty ? "완료한 일이 없어요. 목록에서 할 일을 마치면 여기에 모여요." : nil)
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
