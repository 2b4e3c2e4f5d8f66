import Market

/// The form that makes a to-do from elsewhere: from an item that it is pinned to.
public struct TodoComposer: Sendable {
    /// What was typed.
    public typealias Input = NoteInput

    /// What the list is called that is made for who has none.
    public static let firstList = Phrase(.firstList)

    private let storage: any OrganiserStorage & ItemStorage
    private let zone: MarketTimeZone
    private let firstList: TodoListContent

    /// Reads and writes in `storage`.
    /// - Parameter firstList: the same, in the language of the account.
    public init(
        storage: any OrganiserStorage & ItemStorage, zone: MarketTimeZone, firstList: String
    ) {
        self.storage = storage
        self.zone = zone
        self.firstList = TodoListContent(title: firstList)
    }

    /// The form.
    public struct Output: FormOutput {
        /// As the form holds it.
        public let input: NoteInput
        /// The first moment that the field for the reminder offers.
        public let earliestReminder: String
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

    /// - Parameters:
    ///   - input: what the fields hold; the link here from an item's page fills in `item`.
    ///   - typedList: a list's id; with nothing the newest is chosen.
    ///   - refusal: why the form comes back; nil as it begins.
    /// - Throws: `StorageError` of a storage that failed.
    public func output(
        for input: Input, on typedList: String = "", of account: Account.ID, at now: Timestamp,
        refusal: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        let selected = lists.last { $0.id.description == typedList } ?? lists.last
        let choices = lists.reversed().map { summary in
            ListChoice(
                id: summary.id, title: summary.list.content.title,
                isSelected: summary.id == selected?.id)
        }
        let first = ListChoice(id: nil, title: firstList.title, isSelected: true)
        return Output(
            input: input,
            earliestReminder: NoteInput.earliestReminder(keeping: nil, at: now, in: zone),
            lists: choices.isEmpty ? [first] : choices,
            item: try await storage.pinnedItem(Item.ID(digits: input.item)),
            refusal: refusal)
    }

    /// Adds the to-do.
    /// - Parameter typedList: a list's id; with nothing the to-do goes on the newest list.
    /// - Returns: the list that it is on, or the form.
    public func submit(
        _ input: Input, on typedList: String = "", of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<TodoList.ID, Output> {
        do {
            return try await FormResult(
                input.todo(at: now, in: zone), limit: TodoListDetail.limitFault,
                save: { content throws(StorageError) in
                    let list = try await list(typedList, of: account, at: now)
                    _ = try await storage.insert(content, in: list, of: account, at: now)
                    return list
                },
                refused: { refusal throws(StorageError) in
                    try await output(
                        for: input, on: typedList, of: account, at: now, refusal: refusal)
                })
        } catch .notFound {
            let refusal = Refusal([Fault("list", Phrase(.listGone))])
            return .refused(
                try await output(
                    for: input, on: typedList, of: account, at: now, refusal: refusal))
        }
    }

    private func list(
        _ typed: String, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TodoList.ID {
        if !typed.isEmpty {
            guard let id = TodoList.ID(digits: typed) else { throw .notFound }
            return id
        }
        if let newest = try await storage.lists(of: account).last { return newest.id }
        return try await storage.insert(firstList, of: account, at: now)
    }
}
