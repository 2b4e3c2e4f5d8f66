/// A task on a list (iCalendar's VTODO; `Task` is Swift's).
public struct Todo: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<Todo>

    public let id: ID
    public let list: TaskList.ID
    public var content: TodoContent
    public let dateCreated: Timestamp
    /// Moves at every edit.
    public var dateModified: Timestamp
    /// Nil while it is open.
    public var dateCompleted: Timestamp?
    /// Grows with every edit: an edit names the one it was made from.
    public var revision: Int64

    public init(
        id: ID, list: TaskList.ID, content: TodoContent, dateCreated: Timestamp,
        dateModified: Timestamp, dateCompleted: Timestamp?, revision: Int64
    ) {
        self.id = id
        self.list = list
        self.content = content
        self.dateCreated = dateCreated
        self.dateModified = dateModified
        self.dateCompleted = dateCompleted
        self.revision = revision
    }
}

/// What somebody writes of a task, checked.
public struct TodoContent: Equatable, Sendable {
    /// 1 to `Limits.title` letters.
    public var title: String
    /// When to be reminded of it.
    public var reminder: Timestamp?
    /// The listing that it is pinned to.
    public var item: Item.ID?

    public init(title: String, reminder: Timestamp? = nil, item: Item.ID? = nil) {
        self.title = title
        self.reminder = reminder
        self.item = item
    }
}

/// A completed task beside the list that it is on.
public struct CompletedTodo: Identifiable, Equatable, Sendable {
    public let todo: Todo
    public let list: TaskListContent
    public let dateCompleted: Timestamp

    public var id: Todo.ID { todo.id }

    /// Where the next page of completed tasks goes on from.
    public var key: Key { Key(dateCompleted: dateCompleted, id: todo.id) }

    public init(todo: Todo, list: TaskListContent, dateCompleted: Timestamp) {
        self.todo = todo
        self.list = list
        self.dateCompleted = dateCompleted
    }

    /// The place of a task among the completed ones.
    public struct Key: Hashable, Comparable, Sendable {
        public let dateCompleted: Timestamp
        public let id: Todo.ID

        public init(dateCompleted: Timestamp, id: Todo.ID) {
            self.dateCompleted = dateCompleted
            self.id = id
        }

        public static func < (left: Key, right: Key) -> Bool {
            (left.dateCompleted, left.id) < (right.dateCompleted, right.id)
        }
    }
}
