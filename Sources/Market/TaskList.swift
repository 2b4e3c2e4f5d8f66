/// A list of things to do.
public struct TaskList: Identifiable, Equatable, Sendable {
    public typealias ID = Identifier<TaskList>

    public let id: ID
    public var content: TaskListContent
    public let dateCreated: Timestamp

    public init(id: ID, content: TaskListContent, dateCreated: Timestamp) {
        self.id = id
        self.content = content
        self.dateCreated = dateCreated
    }
}

/// What somebody writes of a list, checked.
public struct TaskListContent: Equatable, Sendable {
    /// 1 to `Limits.title` letters.
    public var title: String
    public var icon: Icon

    public init(title: String, icon: Icon = .check) {
        self.title = title
        self.icon = icon
    }
}

/// What the page of all lists shows of one.
public struct TaskListSummary: Identifiable, Equatable, Sendable {
    public let list: TaskList
    /// How many of its tasks are not completed.
    public let openTodos: Int

    public var id: TaskList.ID { list.id }

    public init(list: TaskList, openTodos: Int) {
        self.list = list
        self.openTodos = openTodos
    }
}
