/// A list of things to do.
public struct TaskList: Identifiable, Equatable, Sendable {
    /// The number of a list; it grows with each.
    public typealias ID = Identifier<TaskList>

    /// The larger the newer.
    public let id: ID
    /// Its title and icon.
    public var content: TaskListContent
    /// When it was made.
    public let dateCreated: Timestamp

    /// A list as it is kept, without its tasks.
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
    /// Shown beside the title.
    public var icon: Icon

    /// A title and an icon, which is a check mark unless one is chosen.
    public init(title: String, icon: Icon = .check) {
        self.title = title
        self.icon = icon
    }
}

/// What the page of all lists shows of one.
public struct TaskListSummary: Identifiable, Equatable, Sendable {
    /// The list without its tasks.
    public let list: TaskList
    /// How many of its tasks are not completed.
    public let openTodos: Int

    /// That of the list.
    public var id: TaskList.ID { list.id }

    /// A list with a count of its tasks.
    public init(list: TaskList, openTodos: Int) {
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
public protocol TaskListStorage: Sendable {
    /// - Throws: `.notFound` when the account is gone, `.limitReached` past `Limits.lists`.
    func insert(
        _ list: TaskListContent, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TaskList.ID

    /// In the order in which they were made.
    func lists(of account: Account.ID) async throws(StorageError) -> [TaskListSummary]

    /// - Throws: `.notFound`.
    func list(_ id: TaskList.ID, of account: Account.ID) async throws(StorageError) -> TaskList

    /// Deletes a list with its tasks, for `restore` to bring back.
    /// - Throws: `.notFound`.
    func deleteList(
        _ id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion

    /// Deletes every list with its tasks, for `restore` to bring back; nil when there is none.
    func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion?
}
