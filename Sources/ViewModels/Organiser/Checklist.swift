import Market

/// The steps of selling an item, from which an account has to-dos made for its items.
public struct Checklist: Sendable {
    /// The steps as typed, one a line.
    public typealias Input = String

    /// The steps of an account that has set none, photos first; posting is not among them, since the
    /// item is posted by then.
    public static let standard: [Phrase] = [
        Phrase(.takePhotos), Phrase(.appoint), Phrase(.handOver),
    ]

    private let storage: any AccountStorage
    private let standard: [String]

    /// Reads and writes in `storage`.
    /// - Parameter standard: `standard` in the account's language.
    public init(storage: any AccountStorage, standard: [String]) {
        self.storage = storage
        self.standard = standard
    }

    /// The form.
    public struct Output: FormOutput {
        /// A line for each step.
        public let typedSteps: String
        /// Why the form was refused; nil before it is sent.
        public let refusal: Refusal?
    }

    /// - Throws: `.notFound` when the account is gone.
    public func output(for account: Account.ID) async throws(StorageError) -> Output {
        let steps = try await steps(of: account)
        return Output(typedSteps: steps.joined(separator: "\n"), refusal: nil)
    }

    /// Replaces the steps; without any, the standard ones apply again.
    /// - Parameter typed: one step a line.
    public func submit(
        _ typed: Input, of account: Account.ID
    ) async throws(StorageError) -> FormResult<Void, Output> {
        try await FormResult(
            content(typed), limit: { Fault("steps", Phrase(.tooManySteps, $0)) },
            save: { steps throws(StorageError) in
                try await storage.setChecklist(steps == standard ? [] : steps, of: account)
            },
            refused: { Output(typedSteps: typed, refusal: $0) })
    }

    func steps(of account: Account.ID) async throws(StorageError) -> [String] {
        let steps = try await storage.checklist(of: account)
        return steps.isEmpty ? standard : steps
    }

    /// The steps for an item: the standard ones begin with its photos only while it has none.
    func steps(of account: Account.ID, for item: Item) async throws(StorageError) -> [String] {
        let steps = try await steps(of: account)
        return steps == standard && !item.photos.isEmpty ? Array(steps.dropFirst()) : steps
    }

    private func content(_ typed: String) -> Result<[String], Refusal> {
        let steps = typed.split(whereSeparator: \.isNewline).map { String($0).trimmed }
            .filter { !$0.isEmpty }
        var reader = FieldReader()
        if steps.contains(where: { $0.isLonger(than: Limits.title) }) {
            reader.add("steps", Phrase(.stepTooLong, Limits.title))
        }
        return reader.result(steps)
    }
}

/// Makes a list for one of the account's items: a to-do for each step, pinned to the item, the
/// first step on top.
public struct ItemChecklist: Sendable {
    /// The item to sell.
    public typealias Input = Item.ID
    /// The page of all lists, which says if there is no room for another.
    public typealias Output = TodoLists.Output

    private let storage: any MarketStorage

    /// Reads and writes in `storage`.
    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    /// Makes the list, unless to-dos are pinned to the item already.
    /// - Parameter standard: the steps of an account that has set none.
    /// - Returns: the list with the item's to-dos, or the page of all lists, which says that there
    ///   is no room for another.
    /// - Throws: `.itemNotFound` when there is no such item, or it belongs to somebody else.
    public func submit(
        _ id: Input, standard: [String], of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<TodoList.ID, TodoLists.Output> {
        let item = try await storage.item(id)
        guard item.seller == account else { throw .itemNotFound }
        let pinned = try await storage.todos(pinnedTo: item.id, of: account, limit: 1)
        if let todo = pinned.first { return .saved(todo.list) }
        let list = TodoListContent(
            title: String(item.content.title.prefix(Limits.title)), icon: .cart)
        let checklist = Checklist(storage: storage, standard: standard)
        let steps = try await checklist.steps(of: account, for: item)
        return try await FormResult(
            .success(list), limit: TodoLists.limitFault,
            save: { list throws(StorageError) in
                let id = try await storage.insert(list, of: account, at: now)
                for step in steps.reversed() {
                    let todo = TodoContent(title: step, item: item.id)
                    _ = try await storage.insert(todo, in: id, of: account, at: now)
                }
                return id
            },
            refused: { refusal throws(StorageError) in
                try await TodoLists(storage: storage).output(of: account, refusal: refusal)
            })
    }
}
