/// A list of things to do.
public struct TodoList: Identifiable, Equatable, Sendable {
    /// The number of a list; it grows with each.
    public typealias ID = Identifier<TodoList>

    /// The larger the newer.
    public let id: ID
    /// Its title and icon.
    public var content: TodoListContent
    /// When it was made.
    public let dateCreated: Timestamp

    /// A list as it is kept, without its to-dos.
    public init(id: ID, content: TodoListContent, dateCreated: Timestamp) {
        self.id = id
        self.content = content
        self.dateCreated = dateCreated
    }
}

/// What somebody writes of a list, checked.
public struct TodoListContent: Equatable, Sendable {
    /// 1 to `Limits.title` letters.
    public var title: String
    /// Shown beside the title.
    public var icon: Icon

    /// A title and an icon, which is a check mark unless one is chosen.
    public init(title: String, icon: Icon = .check) {
        self.title = title
        self.icon = icon
    }
}

/// What the page of all lists shows of one.
public struct TodoListSummary: Identifiable, Equatable, Sendable {
    /// The list without its to-dos.
    public let list: TodoList
    /// How many of its to-dos are not completed.
    public let openTodos: Int

    /// That of the list.
    public var id: TodoList.ID { list.id }

    /// A list with a count of its to-dos.
    public init(list: TodoList, openTodos: Int) {
        self.list = list
        self.openTodos = openTodos
    }
}

/// The picture beside a list; the raw value is its name in forms, files and storage.
public enum Icon: String, CaseIterable, Sendable {
    /// What a list has unless another is chosen.
    case check
    case cart
    case card
    case heart
    case mask
    case eye
    case ear
    case pulse
    case alarm
    case scissors
    case brush
    case tortoise
    case shirt
    case plane
    case car
    case ferry
    case fuel
    case gamepad
    case headphones
    case tv
    case magazine
    case sun
    case envelope
}

/// Where lists are kept. Every method is atomic and sees one account's rows only: an id of somebody
/// else's, or of what is deleted, is `.notFound` like one that never was.
public protocol TodoListStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone, `.limitReached` past `Limits.lists`.
    func insert(
        _ list: TodoListContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID

    /// In the order in which they were made.
    func lists(of account: Account.ID) async throws(StorageError) -> [TodoListSummary]

    /// - Throws: `.notFound`.
    func list(_ id: TodoList.ID, of account: Account.ID) async throws(StorageError) -> TodoList

    /// Replaces its title and icon.
    /// - Throws: `.notFound`.
    func update(
        _ id: TodoList.ID, of account: Account.ID, content: TodoListContent
    ) async throws(StorageError)

    /// Deletes a list with its to-dos, for `restore` to bring back.
    /// - Throws: `.notFound`.
    func deleteList(
        _ id: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// Deletes every list with its to-dos, for `restore` to bring back; nil when there is none.
    func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?
}
