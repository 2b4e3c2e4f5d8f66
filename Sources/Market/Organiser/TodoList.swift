/// A list of to-dos.
public struct TodoList: Identifiable, Equatable, Sendable {
    /// A list's number; every new list gets a larger one.
    public typealias ID = Identifier<TodoList>

    /// The newer the list, the larger its id.
    public let id: ID
    /// Its title and icon.
    public var content: TodoListContent
    /// When the list was created.
    public let dateCreated: Timestamp

    /// A list as stored, without its to-dos.
    public init(id: ID, content: TodoListContent, dateCreated: Timestamp) {
        self.id = id
        self.content = content
        self.dateCreated = dateCreated
    }
}

/// What a member writes for a list, already validated.
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

/// A list as the page of all lists shows it.
public struct TodoListSummary: Identifiable, Equatable, Sendable {
    /// The list without its to-dos.
    public let list: TodoList
    /// The number of its to-dos that are not completed.
    public let openTodos: Int

    /// The id of the list.
    public var id: TodoList.ID { list.id }

    /// A list with a count of its to-dos.
    public init(list: TodoList, openTodos: Int) {
        self.list = list
        self.openTodos = openTodos
    }
}

/// The picture beside a list; the raw value is its name in forms, files and storage.
public enum Icon: String, CaseIterable, Sendable {
    /// The default icon.
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

/// Stores lists. Every method is atomic and sees the rows of one account only: the id of another
/// account's list, or of a deleted one, is `.notFound`, as if it had never existed.
public protocol TodoListStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone, `.limitReached` past `Limits.lists`.
    func insert(
        _ list: TodoListContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID

    /// The account's lists, in the order in which they were created.
    func lists(of account: Account.ID) async throws(StorageError) -> [TodoListSummary]

    /// - Throws: `.notFound`.
    func list(_ id: TodoList.ID, of account: Account.ID) async throws(StorageError) -> TodoList

    /// Replaces the list's title and icon.
    /// - Throws: `.notFound`.
    func update(
        _ id: TodoList.ID, of account: Account.ID, content: TodoListContent
    ) async throws(StorageError)

    /// Deletes a list with its to-dos; `restore` brings them back.
    /// - Throws: `.notFound`.
    func deleteList(
        _ id: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// Deletes every list with its to-dos; `restore` brings them back. Returns nil if there are no lists.
    func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?
}
