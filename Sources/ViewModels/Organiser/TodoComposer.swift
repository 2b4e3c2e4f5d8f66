import Market

/// The form that makes a task from elsewhere: from a listing that it is pinned to.
public struct TodoComposer: Sendable {
    /// The list made for who has none.
    static let firstList = TaskListContent(title: "할 일")

    private let storage: any OrganiserStorage & ItemStorage

    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    public struct Input: Equatable, Sendable {
        /// A list's id; with nothing the task goes on the newest list.
        public var list: String
        public var todo: TodoInput

        public init(list: String = "", todo: TodoInput = TodoInput()) {
            self.list = list
            self.todo = todo
        }
    }

    public struct Output: Sendable {
        public let input: TodoInput
        public let lists: [ListChoice]
        public let item: PinnedItem?
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// A list among those to choose from.
    public struct ListChoice: Equatable, Sendable {
        /// Nil for one that is made when the task is saved.
        public let id: TaskList.ID?
        public let title: String
        public let isSelected: Bool
    }

    /// - Parameter item: the id of the listing to pin it to.
    public func blank(
        item: String, of account: Account.ID
    ) async throws(StorageError) -> Output {
        try await output(Input(todo: TodoInput(item: item)), of: account)
    }

    /// Adds the task.
    /// - Returns: the list that it is on, or the form.
    public func create(
        _ input: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<TaskList.ID, Output> {
        let rejection: Refusal
        switch input.todo.content() {
        case .failure(let faults): rejection = faults
        case .success(let content):
            switch try await save(content, on: input.list, of: account, at: now) {
            case .success(let list): return .saved(list)
            case .failure(let refused): rejection = refused
            }
        }
        return .refused(
            try await output(input, of: account, rejection), rejection.reason)
    }

    private func save(
        _ content: TodoContent, on typedList: String, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Result<TaskList.ID, Refusal> {
        do {
            return try await saving(limit: TaskListDetail.limitFault) {
                () async throws(StorageError) in
                let list = try await list(typedList, of: account, at: now)
                _ = try await storage.insert(content, in: list, of: account, at: now)
                return list
            }
        } catch .notFound {
            return .failure(Refusal([Fault("list", "목록이 지워졌으니 다른 목록을 골라주세요.")]))
        }
    }

    private func list(
        _ typed: String, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TaskList.ID {
        if !typed.isEmpty {
            guard let id = TaskList.ID(digits: typed) else { throw .notFound }
            return id
        }
        if let newest = try await storage.lists(of: account).last { return newest.id }
        return try await storage.insert(Self.firstList, of: account, at: now)
    }

    private func output(
        _ input: Input, of account: Account.ID, _ rejection: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
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
            faults: rejection?.faults ?? [],
            alert: rejection?.alert)
    }
}
