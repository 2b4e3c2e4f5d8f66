/// A to-do on a list; the name `Task` is Swift's.
public struct Todo: Revised, Identifiable, Equatable, Sendable {
    /// The number of a to-do; it grows with each.
    public typealias ID = Identifier<Todo>

    /// The larger the newer.
    public let id: ID
    /// The list that it is on.
    public let list: TodoList.ID
    /// What its account wrote last.
    public var content: TodoContent
    /// When it was first written.
    public let dateCreated: Timestamp
    /// Moves at every edit, and as what repeats comes at its next time.
    public var dateModified: Timestamp
    /// Nil while it is open.
    public var dateCompleted: Timestamp?
    /// Grows with every edit: an edit names the one it was made from.
    public var revision: Int64
    /// The one that completing it has opened, on which it repeats since; it may be gone.
    public var next: ID?
    /// What the item is called that it is pinned to; nil for none, and for one that is hidden or
    /// deleted.
    public var itemTitle: String?

    /// A to-do as it is kept.
    public init(
        id: ID, list: TodoList.ID, content: TodoContent, dateCreated: Timestamp,
        dateModified: Timestamp, dateCompleted: Timestamp?, revision: Int64, next: ID? = nil,
        itemTitle: String? = nil
    ) {
        self.id = id
        self.list = list
        self.content = content
        self.dateCreated = dateCreated
        self.dateModified = dateModified
        self.dateCompleted = dateCompleted
        self.revision = revision
        self.next = next
        self.itemTitle = itemTitle
    }

    /// When it was completed, once it is so or not: a completed to-do keeps its date.
    public func dateCompleted(when isCompleted: Bool, at now: Timestamp) -> Timestamp? {
        isCompleted ? dateCompleted ?? now : nil
    }
}

/// What somebody writes of a to-do, checked.
public struct TodoContent: Equatable, Sendable {
    /// 1 to `Limits.title` letters.
    public var title: String
    /// When to be reminded of it.
    public var reminder: Timestamp?
    /// How it comes again; nothing without a reminder does.
    public var repetition: Repetition?
    /// The item that it is pinned to.
    public var item: Item.ID?

    /// A to-do's title, with a reminder, how it repeats and an item if it has them.
    public init(
        title: String, reminder: Timestamp? = nil, repetition: Repetition? = nil,
        item: Item.ID? = nil
    ) {
        self.title = title
        self.reminder = reminder
        self.repetition = repetition
        self.item = item
    }
}

/// An open to-do beside the list that it is on.
public struct OpenTodo: Identifiable, Equatable, Sendable {
    /// The to-do itself.
    public let todo: Todo
    /// The title and icon of its list.
    public let list: TodoListContent

    /// That of the to-do.
    public var id: Todo.ID { todo.id }

    /// A to-do with its list.
    public init(todo: Todo, list: TodoListContent) {
        self.todo = todo
        self.list = list
    }
}

/// A completed to-do beside the list that it is on.
public struct CompletedTodo: Identifiable, Equatable, Sendable {
    /// The to-do itself.
    public let todo: Todo
    /// The title and icon of its list.
    public let list: TodoListContent
    /// When it was completed; the same as the to-do's, which is not nil.
    public let dateCompleted: Timestamp

    /// That of the to-do.
    public var id: Todo.ID { todo.id }

    /// Where the next page of completed to-dos goes on from.
    public var key: Key { Key(dateCompleted: dateCompleted, id: todo.id) }

    /// A completed to-do with its list and date.
    public init(todo: Todo, list: TodoListContent, dateCompleted: Timestamp) {
        self.todo = todo
        self.list = list
        self.dateCompleted = dateCompleted
    }

    /// The place of a to-do among the completed ones.
    public struct Key: Hashable, Comparable, Sendable {
        /// When it was completed: the later come first.
        public let dateCompleted: Timestamp
        /// Tells to-dos apart that were completed in one second.
        public let id: Todo.ID

        /// The place of a to-do that was completed at a date.
        public init(dateCompleted: Timestamp, id: Todo.ID) {
            self.dateCompleted = dateCompleted
            self.id = id
        }

        /// Whether the first was completed earlier.
        public static func < (left: Key, right: Key) -> Bool {
            (left.dateCompleted, left.id) < (right.dateCompleted, right.id)
        }
    }
}

/// Where to-dos are kept. Every method is atomic and sees one account's rows only: an id of somebody
/// else's, or of what is deleted, is `.notFound` like one that never was.
public protocol TodoStorage: Sendable {
    /// Past `Limits.todos` in a list, what was completed first of those that repeated is forgotten.
    /// - Throws: `.notFound` when there is no such list, `.itemNotFound`,
    ///   `.limitReached` where there is no such one.
    func insert(
        _ todo: TodoContent, in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Todo.ID

    /// The to-dos of a list, open and completed, newest first.
    /// - Parameter moment: what was completed before is left out; nil leaves out none.
    /// - Throws: `.notFound` when there is no such list.
    func todos(
        in list: TodoList.ID, of account: Account.ID, completedSince moment: Timestamp?
    ) async throws(StorageError) -> [Todo]

    /// How many to-dos of a list are completed.
    /// - Throws: `.notFound` when there is no such list.
    func countCompletedTodos(
        in list: TodoList.ID, of account: Account.ID
    ) async throws(StorageError) -> Int

    /// The open to-dos of all lists, newest first.
    func openTodos(
        of account: Account.ID, limit: Int
    ) async throws(StorageError) -> [OpenTodo]

    /// The completed to-dos of a list, completed last first. Ask for one more than is shown to
    /// know whether there are more.
    /// - Parameters:
    ///   - list: nil for those of all lists; of what is no list of the account there are none.
    ///   - key: of the to-do that they come after; nil begins with the last completed.
    func completedTodos(
        in list: TodoList.ID?, of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) async throws(StorageError) -> [CompletedTodo]

    /// The account's to-dos that are pinned to an item, open and completed, newest first.
    func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) async throws(StorageError) -> [Todo]

    /// - Throws: `.notFound`.
    func todo(_ id: Todo.ID, of account: Account.ID) async throws(StorageError) -> Todo

    /// Replaces what is written and moves the modification date; how it repeats is left out where it
    /// has opened a next one. A reminder at another time than before, or that repeats in another way, is
    /// not dismissed any more.
    /// - Parameters:
    ///   - list: where it goes; nil leaves it on its list. What repeats comes there from then on, and what was
    ///     completed of it stays. Past `Limits.todos` there, it is as by `insert`.
    ///   - revision: the one that was edited.
    /// - Throws: `.notFound`, also when there is no such list, `.itemNotFound`, `.limitReached`,
    ///   `.changedMeanwhile` when its revision is another by now; then nothing has changed.
    func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, in list: TodoList.ID?,
        revision: Int64, at now: Timestamp
    ) async throws(StorageError)

    /// Completes a to-do or reopens it; one that is so already stays as it is. This is no edit, but of
    /// what repeats it raises the revision.
    ///
    /// Completing one that repeats opens the next one on its list, which repeats instead of it: past
    /// `Limits.todos` there, the first of those completed is forgotten, as by `insert`. Reopening
    /// takes the next one back, unless that was touched: then it is the one that goes on repeating.
    /// What has another time by then repeats from there.
    /// - Parameter calendar: tells when the next one comes.
    /// - Returns: the list that it is on.
    /// - Throws: `.notFound`.
    @discardableResult
    func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp,
        by calendar: @escaping Repetition.Calendar
    ) async throws(StorageError) -> TodoList.ID

    /// Deletes a to-do, for `restore` to bring back.
    /// - Throws: `.notFound`.
    func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// Deletes all to-dos of a list, for `restore` to bring back; nil when there is none.
    /// - Throws: `.notFound` when there is no such list.
    func deleteTodos(
        in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?

    /// Deletes all completed to-dos, for `restore` to bring back; nil when there is none.
    func deleteCompletedTodos(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?
}

extension TodoStorage {
    /// All to-dos of a list, open and completed, newest first.
    /// - Throws: `.notFound` when there is no such list.
    public func todos(
        in list: TodoList.ID, of account: Account.ID
    ) async throws(StorageError) -> [Todo] {
        try await todos(in: list, of: account, completedSince: nil)
    }

    /// The completed to-dos of all lists, completed last first.
    public func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) async throws(StorageError) -> [CompletedTodo] {
        try await completedTodos(in: nil, of: account, before: key, limit: limit)
    }
}
