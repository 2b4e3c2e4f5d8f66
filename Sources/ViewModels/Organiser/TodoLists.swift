import Market

/// All lists of an account, and the form that makes another.
public struct TodoLists: Sendable {
    private let storage: any OrganiserStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// What was typed into the form.
    public struct Input: Equatable, Sendable {
        /// The new list's title, as typed.
        public var title: String
        /// An icon's name.
        public var icon: String

        /// Without arguments, an empty form.
        public init(title: String = "", icon: String = Icon.check.rawValue) {
            self.title = title
            self.icon = icon
        }
    }

    /// The page of all lists.
    public struct Output: FormOutput {
        /// In the order they were made.
        public let lists: [TodoListSummary]
        /// Says what to do when there are no lists; nil otherwise.
        public let emptyText: Phrase?
        /// The form's values.
        public let input: Input
        /// All icons, in the order of the form.
        public let icons: [IconChoice]
        /// Why the form was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// - Parameter refusal: why the form was refused; nil before it is sent.
    /// - Throws: `StorageError` when the storage fails.
    public func output(
        for input: Input = Input(), of account: Account.ID, refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        return Output(
            lists: lists,
            emptyText: lists.isEmpty ? Phrase(.noLists) : nil,
            input: input,
            icons: IconChoice.all(selected: input.icon),
            refusal: refusal)
    }

    /// Makes a list.
    public func submit(
        _ input: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<TodoList.ID, Output> {
        try await FormResult(
            input.content(), limit: Self.limitFault,
            save: { content throws(StorageError) in
                try await storage.insert(content, of: account, at: now)
            },
            refused: { refusal throws(StorageError) in
                try await output(for: input, of: account, refusal: refusal)
            })
    }

    static func limitFault(_ most: Int) -> Fault { Fault("title", Phrase(.tooManyLists, most)) }
}

extension TodoLists.Input {
    /// - Parameter row: the field that holds the title.
    fileprivate func content(titledIn row: String = "title") -> Result<TodoListContent, Refusal> {
        var reader = FieldReader()
        let content = TodoListContent(
            title: reader.line(title, row, called: .listName, atMost: Limits.title),
            icon: reader.icon(icon))
        return reader.result(content)
    }
}

/// The order of a list's to-dos.
public enum TodoOrder: String, Sendable {
    /// The newest first.
    case newest = "new"
    /// By due time, overdue ones first; those without a time come last, newest first.
    case due

    fileprivate func sort(_ todos: [Todo]) -> [Todo] {
        guard self == .due else { return todos }
        // To-dos with the same time stay newest first.
        return todos.enumerated().sorted { one, other in
            switch (one.element.content.reminder, other.element.content.reminder) {
            case (let first?, let second?) where first != second: first < second
            case (.some, nil): true
            case (nil, .some): false
            default: one.offset < other.offset
            }
        }.map(\.element)
    }
}

/// One list: its open to-dos, and the field that adds one.
public struct TodoListDetail: Sendable {
    /// Which list.
    public typealias Input = TodoList.ID

    private let storage: any OrganiserStorage
    private let zone: MarketTimeZone
    private let order: TodoOrder

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage, zone: MarketTimeZone, order: TodoOrder = .newest) {
        self.storage = storage
        self.zone = zone
        self.order = order
    }

    /// The page of a list.
    public struct Output: FormOutput {
        /// The stored list.
        public let list: TodoList
        /// The open to-dos in their order, including those that were just ticked.
        public let todos: [TodoEntry]
        /// The order of the to-dos.
        public let order: TodoOrder
        /// How many are completed, shown or not.
        public let completedTodos: Int
        /// How many are not completed.
        public let openTodos: Int
        /// Says what to do when no to-do is shown; nil otherwise.
        public let emptyText: Phrase?
        /// The title of a new to-do, as typed.
        public let typedTitle: String
        /// The values of the form that renames the list.
        public let naming: TodoLists.Input
        /// Whether that form was refused.
        public let isNaming: Bool
        /// All icons, in the order of that form.
        public let icons: [IconChoice]
        /// Why one of the forms was refused; nil before one is sent.
        public let refusal: Refusal?

        /// Whether there are enough to-dos for the order to matter.
        public var mayBeOrdered: Bool { todos.count > 1 }
        /// Whether the list has any to-dos, shown or not.
        public var hasTodos: Bool { !todos.isEmpty || completedTodos > 0 }
    }

    /// - Parameters:
    ///   - typedTitle: the title of a new to-do that was refused.
    ///   - naming: a title and icon for the list that were refused.
    ///   - isShownAgain: whether the visitor is still on the page, so that what they just ticked
    ///     stays in its place to be undone.
    ///   - refusal: why the form was refused; nil before it is sent.
    /// - Throws: `.notFound` when the account has no such list.
    public func output(
        for id: Input, typedTitle: String = "", naming: TodoLists.Input? = nil,
        of account: Account.ID, at now: Timestamp, isShownAgain: Bool = false,
        refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let todos = try await storage.todos(
            in: id, of: account,
            completedSince: isShownAgain
                ? now + -TodoEntry.timeToTakeBack : Timestamp(seconds: .max))
        let completedTodos = try await storage.countCompletedTodos(in: id, of: account)
        let list = try await storage.list(id, of: account)
        let named =
            naming
            ?? TodoLists.Input(title: list.content.title, icon: list.content.icon.rawValue)
        return Output(
            list: list,
            todos: TodoEntry.all(order.sort(todos), under: list.content.title, at: now, in: zone),
            order: order,
            completedTodos: completedTodos,
            openTodos: todos.count { $0.dateCompleted == nil },
            emptyText: todos.isEmpty ? Phrase(completedTodos > 0 ? .noOpenTodos : .noTodos) : nil,
            typedTitle: typedTitle,
            naming: named,
            isNaming: naming != nil,
            icons: IconChoice.all(selected: named.icon),
            refusal: refusal)
    }

    /// Changes the list's title and icon.
    /// - Parameter input: as typed; a fault in the title is reported for the field `name`.
    /// - Throws: `.notFound` when the account has no such list.
    public func submit(
        _ input: TodoLists.Input, renaming id: TodoList.ID, of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormResult<Void, Output> {
        try await FormResult(
            input.content(titledIn: "name"), limit: TodoLists.limitFault,
            save: { content throws(StorageError) in
                try await storage.update(id, of: account, content: content)
            },
            refused: { refusal throws(StorageError) in
                try await output(for: id, naming: input, of: account, at: now, refusal: refusal)
            })
    }

    /// Adds a to-do.
    /// - Parameter title: as typed.
    /// - Throws: `.notFound` when the account has no such list.
    public func submit(
        _ title: String, in id: TodoList.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Todo.ID, Output> {
        try await FormResult(
            NoteInput(text: title).todo(at: now, in: zone), limit: Self.limitFault,
            save: { content throws(StorageError) in
                try await storage.insert(content, in: id, of: account, at: now)
            },
            refused: { refusal throws(StorageError) in
                try await output(for: id, typedTitle: title, of: account, at: now, refusal: refusal)
            })
    }

    static func limitFault(_ most: Int) -> Fault { Fault("title", Phrase(.tooManyTodos, most)) }
}

/// A to-do as its list shows it.
public struct TodoEntry: Equatable, Sendable {
    /// For how long a ticked to-do stays visible to a visitor who has not left the page, in
    /// seconds, since it may have been ticked by mistake.
    static let timeToTakeBack: Int64 = 600

    /// The to-do's ID, for its link.
    public let id: Todo.ID
    /// Its title, on one line.
    public let title: String
    /// Whether its tick is set.
    public let isCompleted: Bool
    /// The title of the item that it is pinned to, `…` if others cannot see that item; nil for none,
    /// and if the list has the same title.
    public let itemTitle: String?
    /// Its reminder; nil when it has none, and once it is completed.
    public let reminder: Moment?
    /// How it repeats: `매주 금요일`; nil when it does not, and once it is completed.
    public let repetition: Phrase?
    /// The day that a completed, repeating to-do was for: `11월 20일 (금) 몫`; nil for any other.
    public let occasion: Phrase?
    /// Whether the reminder's time has come.
    public let isDue: Bool
    /// The row that the page goes to when this one is gone.
    public let next: Todo.ID?

    /// - Parameter heading: the title above them. A checklist has its item's title, which its to-dos
    ///   need not repeat.
    static func all(
        _ todos: [Todo], under heading: String? = nil, at now: Timestamp, in zone: MarketTimeZone
    ) -> [TodoEntry] {
        todos.withNext.map { TodoEntry($0, under: heading, next: $1?.id, at: now, in: zone) }
    }

    private init(
        _ todo: Todo, under heading: String?, next: Todo.ID?, at now: Timestamp,
        in zone: MarketTimeZone
    ) {
        id = todo.id
        self.next = next
        title = todo.content.title
        isCompleted = todo.dateCompleted != nil
        let item = todo.content.item.map { _ in todo.itemTitle ?? PinnedItem.untitled }
        itemTitle = item.flatMap { String($0.prefix(Limits.title)) == heading ? nil : $0 }
        let reminder = todo.dateCompleted == nil ? todo.content.reminder : nil
        self.reminder = reminder.map { Moment($0, in: zone) }
        repetition = reminder.flatMap { _ in todo.content.repetition.map(zone.text) }
        occasion = zone.occasion(of: todo)
        isDue = reminder.map { $0 <= now } ?? false
    }
}

/// An icon to choose.
public struct IconChoice: Equatable, Sendable {
    /// The icon; its raw value is what the form sends.
    public let icon: Icon
    /// The icon's name, for screen readers.
    public let name: Phrase
    /// Whether it is selected; none is when the form was sent with an unknown name.
    public let isSelected: Bool

    static func all(selected: String) -> [IconChoice] {
        Icon.allCases.map { icon in
            IconChoice(icon: icon, name: Phrase(icon.name), isSelected: icon.rawValue == selected)
        }
    }
}

extension Icon {
    /// The icon's name, for screen readers.
    fileprivate var name: Phrase.Key {
        switch self {
        case .check: .checkIcon
        case .cart: .cartIcon
        case .card: .cardIcon
        case .heart: .heartIcon
        case .mask: .maskIcon
        case .eye: .eyeIcon
        case .ear: .earIcon
        case .pulse: .pulseIcon
        case .alarm: .alarmIcon
        case .scissors: .scissorsIcon
        case .brush: .brushIcon
        case .tortoise: .tortoiseIcon
        case .shirt: .shirtIcon
        case .plane: .planeIcon
        case .car: .carIcon
        case .ferry: .ferryIcon
        case .fuel: .fuelIcon
        case .gamepad: .gamepadIcon
        case .headphones: .headphonesIcon
        case .tv: .tvIcon
        case .magazine: .magazineIcon
        case .sun: .sunIcon
        case .envelope: .envelopeIcon
        }
    }
}
