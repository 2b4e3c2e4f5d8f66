import Market

/// All lists of an account, and the form that makes one more.
public struct TodoLists: Sendable {
    private let storage: any OrganiserStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// What was typed into the form.
    public struct Input: Equatable, Sendable {
        /// What the new list is to be called, as it was typed.
        public var title: String
        /// An icon's name.
        public var icon: String

        /// With nothing it asks for an empty form.
        public init(title: String = "", icon: String = Icon.check.rawValue) {
            self.title = title
            self.icon = icon
        }
    }

    /// The page of all lists.
    public struct Output: FormOutput {
        /// In the order in which they were made.
        public let lists: [TodoListSummary]
        /// Set when there is none: what to do about it.
        public let emptyText: Phrase?
        /// As the form holds it.
        public let input: Input
        /// All there are, in the order in which the form shows them.
        public let icons: [IconChoice]
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// - Parameter refusal: why the form comes back; nil as it begins.
    /// - Throws: `StorageError` of a storage that failed.
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

    static func limitFault(_ most: Int) -> Fault {
        Fault("title", Phrase(.tooManyLists, most))
    }
}

extension TodoLists.Input {
    /// - Parameter row: the one that holds the title.
    fileprivate func content(
        titledIn row: String = "title"
    ) -> Result<TodoListContent, Refusal> {
        var reader = FieldReader()
        let content = TodoListContent(
            title: reader.line(title, row, called: .listName, atMost: Limits.title),
            icon: reader.icon(icon))
        return reader.result(content)
    }
}

/// Which to-dos of a list come first.
public enum TodoOrder: String, Sendable {
    /// The one that was written last.
    case newest = "new"
    /// What is overdue, and then the soonest; without a time those come last, newest first.
    case due

    fileprivate func sort(_ todos: [Todo]) -> [Todo] {
        guard self == .due else { return todos }
        // Those of one time stay newest first.
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

/// One list: what is to be done of it, and the row that adds one.
public struct TodoListDetail: Sendable {
    /// Which list.
    public typealias Input = TodoList.ID

    private let storage: any OrganiserStorage
    private let zone: MarketTimeZone
    private let order: TodoOrder

    /// Reads and writes in `storage`.
    public init(
        storage: any OrganiserStorage, zone: MarketTimeZone, order: TodoOrder = .newest
    ) {
        self.storage = storage
        self.zone = zone
        self.order = order
    }

    /// The page of a list.
    public struct Output: FormOutput {
        /// As it was saved.
        public let list: TodoList
        /// The open ones in their order, among them those ticked just now.
        public let todos: [TodoEntry]
        /// Which come first.
        public let order: TodoOrder
        /// How many are completed, shown or not.
        public let completedTodos: Int
        /// How many are not completed.
        public let openTodos: Int
        /// Set when none is shown: what to do about it.
        public let emptyText: Phrase?
        /// The title of a new to-do, as it was typed.
        public let typedTitle: String
        /// As the form that renames the list holds it.
        public let naming: TodoLists.Input
        /// Whether that form came back.
        public let isNaming: Bool
        /// All there are, in the order in which that form shows them.
        public let icons: [IconChoice]
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?

        /// Whether it makes a difference which come first.
        public var mayBeOrdered: Bool { todos.count > 1 }
        /// Whether it holds any, shown or not.
        public var hasTodos: Bool { !todos.isEmpty || completedTodos > 0 }
    }

    /// - Parameters:
    ///   - typedTitle: of a new to-do that was refused.
    ///   - naming: a title and icon of the list that were refused.
    ///   - isShownAgain: whether who sees it has not left it, and may take back what they have just ticked
    ///     there: it has not moved.
    ///   - refusal: why the form comes back; nil as it begins.
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
            ?? TodoLists.Input(
                title: list.content.title, icon: list.content.icon.rawValue)
        return Output(
            list: list,
            todos: TodoEntry.all(order.sort(todos), at: now, in: zone),
            order: order,
            completedTodos: completedTodos,
            openTodos: todos.count { $0.dateCompleted == nil },
            emptyText: todos.isEmpty
                ? Phrase(completedTodos > 0 ? .noOpenTodos : .noTodos) : nil,
            typedTitle: typedTitle,
            naming: named,
            isNaming: naming != nil,
            icons: IconChoice.all(selected: named.icon),
            refusal: refusal)
    }

    /// Gives the list another title and icon.
    /// - Parameter input: as it was typed; a fault of the title is one of `name`.
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
                try await output(
                    for: id, naming: input, of: account, at: now, refusal: refusal)
            })
    }

    /// Adds a to-do.
    /// - Parameter title: as it was typed.
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
                try await output(
                    for: id, typedTitle: title, of: account, at: now, refusal: refusal)
            })
    }

    static func limitFault(_ most: Int) -> Fault {
        Fault("title", Phrase(.tooManyTodos, most))
    }
}

/// A to-do as a list of them shows it.
public struct TodoEntry: Equatable, Sendable {
    /// What was ticked so short a time ago, in seconds, may have been ticked by mistake: it stays in sight of
    /// who has not left the page since.
    static let timeToTakeBack: Int64 = 600

    /// What the link to its page is made of.
    public let id: Todo.ID
    /// As it was saved, on one line.
    public let title: String
    /// Whether its tick is set.
    public let isCompleted: Bool
    /// What the item is called that it is pinned to, `…` for one that nobody finds; nil for none.
    public let itemTitle: String?
    /// Nil when it has none, or when it is completed and reminds of nothing any more.
    public let reminder: Moment?
    /// How it comes again: `매주 금요일`; nil when it does not, or is completed.
    public let repetition: Phrase?
    /// The day that it was for, of one that is completed and repeated: `11월 20일 (금) 몫`; nil of any other.
    public let occasion: Phrase?
    /// Whether the reminder's time has come.
    public let isDue: Bool
    /// The row that is looked at when this one is gone.
    public let next: Todo.ID?

    static func all(_ todos: [Todo], at now: Timestamp, in zone: MarketTimeZone) -> [TodoEntry] {
        todos.withNext.map { TodoEntry($0, next: $1?.id, at: now, in: zone) }
    }

    private init(_ todo: Todo, next: Todo.ID?, at now: Timestamp, in zone: MarketTimeZone) {
        id = todo.id
        self.next = next
        title = todo.content.title
        isCompleted = todo.dateCompleted != nil
        itemTitle = todo.content.item.map { _ in todo.itemTitle ?? PinnedItem.untitled }
        let reminder = todo.dateCompleted == nil ? todo.content.reminder : nil
        self.reminder = reminder.map { Moment($0, in: zone) }
        repetition = reminder.flatMap { _ in todo.content.repetition.map(zone.text) }
        occasion = zone.occasion(of: todo)
        isDue = reminder.map { $0 <= now } ?? false
    }
}

/// An icon among those to choose from.
public struct IconChoice: Equatable, Sendable {
    /// Its raw value is what the form sends.
    public let icon: Icon
    /// What it shows, for those who do not see it.
    public let name: Phrase
    /// True of none when the form was sent with an unknown name.
    public let isSelected: Bool

    static func all(selected: String) -> [IconChoice] {
        Icon.allCases.map { icon in
            IconChoice(icon: icon, name: Phrase(icon.name), isSelected: icon.rawValue == selected)
        }
    }
}

extension Icon {
    /// What it shows, for those who do not see it.
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
