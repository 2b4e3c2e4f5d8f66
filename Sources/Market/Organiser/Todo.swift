/// A to-do on a list. It is not called `Task`, since that name is Swift's.
public struct Todo: Revised, Identifiable, Equatable, Sendable {
    /// A to-do's number; every new to-do gets a larger one.
    public typealias ID = Identifier<Todo>

    /// The newer the to-do, the larger its id.
    public let id: ID
    /// The list that holds the to-do.
    public let list: TodoList.ID
    /// The title and settings as last saved.
    public var content: TodoContent
    /// When it was first written.
    public let dateCreated: Timestamp
    /// Updated by every edit, and when a repeating to-do moves on to its next time.
    public var dateModified: Timestamp
    /// Nil while the to-do is open.
    public var dateCompleted: Timestamp?
    /// Incremented by every edit. An edit states the revision on which it is based.
    public var revision: Int64
    /// The to-do that was opened when this one was completed, and which repeats in its place since;
    /// it may be deleted by now.
    public var next: ID?
    /// The title of the item to which the to-do is pinned; nil if there is none, or if the item is
    /// hidden or deleted.
    public var itemTitle: String?

    /// A to-do as stored.
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

    /// The new completion date when the to-do is completed or reopened; one that is completed
    /// already keeps its date.
    public func dateCompleted(when isCompleted: Bool, at now: Timestamp) -> Timestamp? {
        isCompleted ? dateCompleted ?? now : nil
    }
}

/// What a member writes for a to-do, already validated.
public struct TodoContent: Equatable, Sendable {
    /// 1 to `Limits.title` letters.
    public var title: String
    /// When to remind the member of the to-do.
    public var reminder: Timestamp?
    /// How the to-do repeats; without a reminder it does not repeat.
    public var repetition: Repetition?
    /// The item to which the to-do is pinned.
    public var item: Item.ID?

    /// A to-do's title, with a reminder, a repetition and an item if there are any.
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

/// An open to-do, with the list that holds it.
public struct OpenTodo: Identifiable, Equatable, Sendable {
    /// The to-do itself.
    public let todo: Todo
    /// The title and icon of its list.
    public let list: TodoListContent

    /// The id of the to-do.
    public var id: Todo.ID { todo.id }

    /// A to-do with its list.
    public init(todo: Todo, list: TodoListContent) {
        self.todo = todo
        self.list = list
    }
}

/// A completed to-do, with the list that holds it.
public struct CompletedTodo: Identifiable, Equatable, Sendable {
    /// The to-do itself.
    public let todo: Todo
    /// The title and icon of its list.
    public let list: TodoListContent
    /// When the to-do was completed: its own `dateCompleted`, which is not nil here.
    public let dateCompleted: Timestamp

    /// The id of the to-do.
    public var id: Todo.ID { todo.id }

    /// The key with which the next page of completed to-dos continues.
    public var key: Key { Key(date: dateCompleted, id: id) }

    /// The position of a to-do among the completed ones, by when it was completed.
    public typealias Key = DatedKey<Todo>

    /// A completed to-do with its list and completion date.
    public init(todo: Todo, list: TodoListContent, dateCompleted: Timestamp) {
        self.todo = todo
        self.list = list
        self.dateCompleted = dateCompleted
    }
}

/// Stores to-dos. Every method is atomic and sees the rows of one account only: the id of another
/// account's to-do, or of a deleted one, is `.notFound`, as if it had never existed.
public protocol TodoStorage: Sendable {
    /// Adds a to-do. Past `Limits.todos` in a list, the earliest completed to-dos that used to
    /// repeat are deleted for good.
    /// - Throws: `.notFound` if there is no such list, `.itemNotFound`, `.limitReached` if there is
    ///   no such completed to-do to delete.
    func insert(
        _ todo: TodoContent, in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Todo.ID

    /// The to-dos of a list, open and completed, newest first.
    /// - Parameter moment: leaves out to-dos that were completed before it; nil leaves out none.
    /// - Throws: `.notFound` when there is no such list.
    func todos(
        in list: TodoList.ID, of account: Account.ID, completedSince moment: Timestamp?
    ) async throws(StorageError) -> [Todo]

    /// The number of completed to-dos on a list.
    /// - Throws: `.notFound` when there is no such list.
    func countCompletedTodos(
        in list: TodoList.ID, of account: Account.ID
    ) async throws(StorageError) -> Int

    /// The open to-dos of all lists, newest first.
    func openTodos(of account: Account.ID, limit: Int) async throws(StorageError) -> [OpenTodo]

    /// Completed to-dos, most recently completed first. To find out whether there are more, ask for
    /// one more than is shown.
    /// - Parameters:
    ///   - list: nil for all lists. A list that is not the account's has no to-dos.
    ///   - key: the to-do after which to continue; nil starts with the most recently completed.
    func completedTodos(
        in list: TodoList.ID?, of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) async throws(StorageError) -> [CompletedTodo]

    /// The account's to-dos that are pinned to an item, open and completed ones, newest first.
    func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) async throws(StorageError) -> [Todo]

    /// - Throws: `.notFound`.
    func todo(_ id: Todo.ID, of account: Account.ID) async throws(StorageError) -> Todo

    /// Replaces the content and updates the modification date. A repetition is ignored if
    /// completing the to-do has already opened the next one. If the reminder's time or the
    /// repetition changes, the reminder counts as not dismissed.
    /// - Parameters:
    ///   - list: the list to move the to-do to; nil leaves it where it is. Of a repeating to-do,
    ///     later repetitions follow it there, while completed ones stay. Past `Limits.todos` the
    ///     same happens as in `insert`.
    ///   - revision: the revision that was edited.
    /// - Throws: `.notFound`, also if there is no such list, `.itemNotFound`, `.limitReached`,
    ///   `.changedMeanwhile` if the to-do has another revision by now; then nothing has changed.
    func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, in list: TodoList.ID?,
        revision: Int64, at now: Timestamp
    ) async throws(StorageError)

    /// Completes or reopens a to-do; does nothing if it is in that state already. This does not
    /// count as an edit, but it increments the revision of a repeating to-do.
    ///
    /// Completing a repeating to-do opens the next one on the same list, which then repeats in its
    /// place; past `Limits.todos`, room is made as in `insert`. Reopening the to-do deletes the
    /// next one, unless that has been edited, completed or deleted: then the next one keeps the
    /// repetition. If the reopened to-do's time was changed meanwhile, it repeats from its new
    /// time.
    /// - Parameter calendar: tells when the next one is due.
    /// - Returns: the list that holds the to-do.
    /// - Throws: `.notFound`.
    @discardableResult
    func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp,
        by calendar: @escaping Repetition.Calendar
    ) async throws(StorageError) -> TodoList.ID

    /// Deletes a to-do; `restore` brings it back.
    /// - Throws: `.notFound`.
    func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// Deletes all to-dos of a list; `restore` brings them back. Returns nil if there are none.
    /// - Throws: `.notFound` when there is no such list.
    func deleteTodos(
        in list: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?

    /// Deletes all completed to-dos; `restore` brings them back. Returns nil if there are none.
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

    /// The completed to-dos of all lists, most recently completed first.
    public func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) async throws(StorageError) -> [CompletedTodo] {
        try await completedTodos(in: nil, of: account, before: key, limit: limit)
    }
}
