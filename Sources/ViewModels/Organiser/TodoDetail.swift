import Market

/// One to-do, and the form that edits it.
public struct TodoDetail: Sendable {
    /// What was typed.
    public typealias Input = NoteInput

    private let storage: any OrganiserStorage & ItemStorage
    private let zone: MarketTimeZone

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage & ItemStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page of a to-do, with its form.
    public struct Output: FormOutput {
        /// The to-do's ID, for the paths of its forms.
        public let id: Todo.ID
        /// The revision that the edit is made from.
        public let revision: Int64
        /// The list that the page leads back to.
        public let list: ListLink
        /// The lists to choose from, newest first; initially its own is selected.
        public let lists: [ListChoice]
        /// The form's values.
        public let input: NoteInput
        /// The earliest time that the reminder's field accepts.
        public let earliestReminder: String
        /// Whether it can repeat; not once completing it has opened the next one.
        public let isRepeatable: Bool
        /// The item that the form names; nil when it names none, or that item is gone.
        public let item: PinnedItem?
        /// Whether the stored to-do is completed, which the form does not change.
        public let isCompleted: Bool
        /// When it was added to its list.
        public let dateCreated: Moment
        /// When it was last edited; nil if it never was.
        public let dateModified: Moment?
        /// When it was completed; nil while it is open.
        public let dateCompleted: Moment?
        /// The day that a completed, repeating to-do was for: `11월 20일 (금) 몫`; nil for any other.
        public let occasion: Phrase?
        /// The stored version, if it is not the one that the edit was made from.
        public let current: CurrentVersion?
        /// Why the form was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// The list that a to-do is on.
    public struct ListLink: Equatable, Sendable {
        /// The list's ID, for its link.
        public let id: TodoList.ID
        /// Its title, on one line.
        public let title: String
    }

    /// The form, filled in with the to-do.
    /// - Throws: `.notFound` when the account has no such to-do.
    public func output(
        for id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let todo = try await storage.todo(id, of: account)
        return try await output(
            todo, of: account, NoteInput(todo.content, in: zone), on: "", at: now)
    }

    /// Saves an edit. If the to-do has changed since the edit began, the form comes back with both versions.
    /// - Parameters:
    ///   - typedList: the ID of the list that it moves to; if empty, it stays on its list.
    ///   - revision: the revision that the edit is made from; 0 for none.
    /// - Returns: the list that the to-do is on, or the form.
    /// - Throws: `.notFound` when the account has no such to-do.
    public func submit(
        _ input: Input, for id: Todo.ID, on typedList: String = "", revision: Int64,
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<TodoList.ID, Output> {
        do {
            let list = try list(typedList)
            let edit = Edit<Todo>(
                content: { input.todo(at: now, in: zone, over: $0) }, revision: revision,
                isInPlace: { list == nil || $0.list == list })
            let result = try await edit.save(
                limit: { Fault("list", Phrase(.tooManyTodos, $0)) },
                read: { () throws(StorageError) in try await storage.todo(id, of: account) },
                update: { content throws(StorageError) in
                    try await storage.update(
                        id, of: account, content: content, in: list, revision: revision,
                        at: now)
                })
            switch result {
            case .success(let todo): return .saved(list ?? todo.list)
            case .failure(let refused):
                return .refused(
                    try await output(
                        refused.stored, of: account, input, on: typedList, refused, at: now))
            }
        } catch .notFound {
            // If the to-do exists, the list that it was to move to is what was not found.
            let todo = try await storage.todo(id, of: account)
            let refused = RefusedEdit(
                refusal: Refusal([ListChoice.goneFault]), stored: todo, revision: revision)
            return .refused(
                try await output(todo, of: account, input, on: typedList, refused, at: now))
        }
    }

    /// - Throws: `.notFound` when it is not an ID.
    private func list(_ typed: String) throws(StorageError) -> TodoList.ID? {
        guard !typed.isEmpty else { return nil }
        guard let id = TodoList.ID(digits: typed) else { throw .notFound }
        return id
    }

    private func output(
        _ todo: Todo, of account: Account.ID, _ input: NoteInput, on typedList: String,
        _ refused: RefusedEdit<Todo>? = nil, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        guard let list = lists.first(where: { $0.id == todo.list })?.list else { throw .notFound }
        return Output(
            id: todo.id,
            revision: refused?.revision ?? todo.revision,
            list: ListLink(id: list.id, title: list.content.title),
            lists: ListChoice.all(lists, selected: typedList, orElse: list.id),
            input: input,
            earliestReminder: NoteInput.earliestReminder(
                keeping: todo.content.reminder, at: now, in: zone),
            isRepeatable: todo.next == nil,
            item: try await storage.pinnedItem(Item.ID(digits: input.item)),
            isCompleted: todo.dateCompleted != nil,
            dateCreated: Moment(todo.dateCreated, in: zone),
            dateModified: todo.revision == 1 || todo.dateModified == todo.dateCreated
                ? nil : Moment(todo.dateModified, in: zone),
            dateCompleted: todo.dateCompleted.map { Moment($0, in: zone) },
            occasion: zone.occasion(of: todo),
            current: refused?.current(in: zone),
            refusal: refused?.refusal)
    }
}

/// The completed to-dos of all lists or of one, the most recently completed first, a page at a time.
public struct CompletedTodos: Sendable {
    /// Whose to-dos.
    public typealias Input = Account.ID

    /// How many to-dos a page shows at most.
    public static let pageSize = 50

    private let storage: any OrganiserStorage
    private let zone: MarketTimeZone

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The page.
    public struct Output: Sendable {
        /// The only list whose to-dos are shown; nil for all lists.
        public let list: TodoDetail.ListLink?
        /// The most recently completed first.
        public let page: ListPage<Entry, CompletedTodo.Key>
    }

    /// The result of ticking or unticking a to-do.
    public struct Outcome: Equatable, Sendable {
        /// The list that the to-do is on.
        public let list: TodoList.ID
        /// Whether an occurrence of a repeating to-do was reopened on its own: it does not repeat,
        /// while the next one, also open, does.
        public let isApart: Bool
    }

    /// A completed to-do as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// The to-do's ID, for its link.
        public let id: Todo.ID
        /// Its title, on one line.
        public let title: String
        /// The list that it is on.
        public let list: TodoDetail.ListLink
        /// When it was last completed.
        public let dateCompleted: Moment
        /// The day that a repeating to-do was for: `11월 20일 (금) 몫`; nil for any other.
        public let occasion: Phrase?
        /// The row that the page goes to when this one is gone.
        public let next: Todo.ID?
    }

    /// - Parameters:
    ///   - id: the only list whose to-dos are shown; nil for all lists.
    ///   - key: the key that the page comes after; nil for the first page.
    /// - Throws: `.notFound` when the account has no such list.
    public func output(
        for account: Input, in id: TodoList.ID? = nil, before key: CompletedTodo.Key? = nil
    ) async throws(StorageError) -> Output {
        var list: TodoDetail.ListLink?
        if let id {
            let title = try await storage.list(id, of: account).content.title
            list = TodoDetail.ListLink(id: id, title: title)
        }
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.completedTodos(in: id, of: account, before: key, limit: limit)
        }
        return Output(
            list: list,
            page: ListPage(
                entries: page.elements.withNext.map { entry($0, next: $1?.id) },
                isFirst: key == nil, older: page.next(\.key),
                emptyText: page.elements.isEmpty ? Phrase(.noCompletedTodos) : nil))
    }

    /// Completes a to-do; completing a repeating one opens the next.
    /// - Parameter isCompleted: false to reopen it.
    /// - Throws: `.notFound` when the account has no such to-do.
    public func submit(
        _ id: Todo.ID, isCompleted: Bool, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Outcome {
        let before = try await storage.todo(id, of: account)
        let list = try await storage.setCompleted(
            isCompleted, id, of: account, at: now, by: zone.calendar)
        guard !isCompleted, before.next != nil else { return Outcome(list: list, isApart: false) }
        let todo = try await storage.todo(id, of: account)
        return Outcome(list: list, isApart: todo.content.repetition == nil)
    }

    private func entry(_ completed: CompletedTodo, next: Todo.ID?) -> Entry {
        let list = TodoDetail.ListLink(id: completed.todo.list, title: completed.list.title)
        return Entry(
            id: completed.id, title: completed.todo.content.title, list: list,
            dateCompleted: Moment(completed.dateCompleted, in: zone),
            occasion: zone.occasion(of: completed.todo), next: next)
    }
}
