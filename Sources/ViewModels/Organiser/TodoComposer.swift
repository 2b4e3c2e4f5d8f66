import Market

/// The form that makes a to-do from elsewhere: from an item that it is pinned to.
public struct TodoComposer: Sendable {
    /// The list made for who has none.
    private static let firstList = TodoListContent(title: "할 일")

    private let storage: any OrganiserStorage & ItemStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    /// Whose to-do, and what was typed into its form.
    public struct Input: Equatable, Sendable {
        /// Whose to-do it becomes.
        public var account: Account.ID
        /// A list's id; with nothing the to-do goes on the newest list.
        public var list: String
        /// What its fields hold; the link here from an item's page fills in `item`.
        public var todo: TodoInput

        /// Without `todo` it asks for an empty form.
        public init(account: Account.ID, list: String = "", todo: TodoInput = TodoInput()) {
            self.account = account
            self.list = list
            self.todo = todo
        }
    }

    /// The form.
    public struct Output: FormOutput {
        /// As the form holds it.
        public let input: TodoInput
        /// Newest first; one to be made for who has none.
        public let lists: [ListChoice]
        /// The item that the form names; nil when it names none, or one that is gone.
        public let item: PinnedItem?
        /// Why it came back; nil as it begins.
        public let refusal: Refusal?
    }

    /// A list among those to choose from.
    public struct ListChoice: Equatable, Sendable {
        /// Nil for one that is made when the to-do is saved.
        public let id: TodoList.ID?
        /// The list's, or what the one to be made will be called.
        public let title: String
        /// True of one: the list asked for, or the newest.
        public let isSelected: Bool
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(for input: Input) async throws(StorageError) -> Output {
        try await output(for: input, nil)
    }

    /// Adds the to-do.
    /// - Returns: the list that it is on, or the form.
    public func submit(
        _ input: Input, at now: Timestamp
    ) async throws(StorageError) -> FormResult<TodoList.ID, Output> {
        do {
            return try await FormResult(
                input.todo.content(), limit: TodoListDetail.limitFault,
                save: { content async throws(StorageError) in
                    let list = try await list(input, at: now)
                    _ = try await storage.insert(content, in: list, of: input.account, at: now)
                    return list
                },
                refused: { refusal async throws(StorageError) in
                    try await output(for: input, refusal)
                })
        } catch .notFound {
            let refusal = Refusal([Fault("list", "목록이 지워졌으니 다른 목록을 골라주세요.")])
            return .refused(try await output(for: input, refusal))
        }
    }

    private func list(_ input: Input, at now: Timestamp) async throws(StorageError) -> TodoList.ID {
        if !input.list.isEmpty {
            guard let id = TodoList.ID(digits: input.list) else { throw .notFound }
            return id
        }
        if let newest = try await storage.lists(of: input.account).last { return newest.id }
        return try await storage.insert(Self.firstList, of: input.account, at: now)
    }

    private func output(
        for input: Input, _ refusal: Refusal?
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: input.account)
        let selected = lists.last { $0.id.description == input.list } ?? lists.last
        let choices = lists.reversed().map { summary in
            ListChoice(
                id: summary.id, title: summary.list.content.title,
                isSelected: summary.id == selected?.id)
        }
        let first = ListChoice(id: nil, title: Self.firstList.title, isSelected: true)
        return Output(
            input: input.todo,
            lists: choices.isEmpty ? [first] : choices,
            item: try await storage.pinnedItem(typed: input.todo.item),
            refusal: refusal)
    }
}

/// What was typed of a to-do, as it was typed.
public struct TodoInput: Equatable, Sendable {
    /// At most `Limits.title` letters are saved.
    public var title: String
    /// Korean time, as a `datetime-local` field sends it.
    public var reminder: String
    /// The id of the item that it is to be pinned to.
    public var item: String

    /// With nothing it is an empty form.
    public init(title: String = "", reminder: String = "", item: String = "") {
        self.title = title
        self.reminder = reminder
        self.item = item
    }

    init(_ content: TodoContent) {
        self.init(
            title: content.title, reminder: content.reminder?.typedKoreanTime ?? "",
            item: content.item?.description ?? "")
    }

    /// What to save, or everything that has to be put right.
    func content() -> Result<TodoContent, Refusal> {
        var reader = FieldReader()
        let content = TodoContent(
            title: reader.line(title, "title", called: "할 일을", atMost: Limits.title),
            reminder: reader.reminder(reminder), item: Item.ID(digits: item))
        return reader.result(content)
    }
}
