import Market

/// All lists of an account, and the form that makes one more.
public struct TaskLists: Sendable {
    private let storage: any OrganiserStorage

    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// What was typed, as it was typed.
    public struct Input: Equatable, Sendable {
        public var title: String
        /// An icon's name.
        public var icon: String

        public init(title: String = "", icon: String = Icon.check.rawValue) {
            self.title = title
            self.icon = icon
        }
    }

    public struct Output: Sendable {
        public let lists: [Entry]
        /// Set when there is none: what to do about it.
        public let emptyText: String?
        public let input: Input
        public let icons: [IconChoice]
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// A list as the page shows it.
    public struct Entry: Equatable, Sendable {
        public let id: TaskList.ID
        public let title: String
        public let icon: Icon
        public let openTodos: Int
    }

    public func output(of account: Account.ID) async throws(StorageError) -> Output {
        try await output(of: account, Input())
    }

    /// Makes a list.
    public func create(
        _ input: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<TaskList.ID, Output> {
        var reader = FieldReader()
        let content = TaskListContent(
            title: reader.line(
                input.title, "title", called: "목록 이름을", atMost: Limits.title),
            icon: reader.icon(input.icon))
        guard reader.faults.isEmpty else {
            return try await refused(input, of: account, Refusal(reader.faults))
        }
        let saved = try await saving(limit: Self.limitFault) { () async throws(StorageError) in
            try await storage.insert(content, of: account, at: now)
        }
        switch saved {
        case .success(let id): return .saved(id)
        case .failure(let rejection): return try await refused(input, of: account, rejection)
        }
    }

    static func limitFault(_ most: Int) -> Fault {
        Fault("title", "목록은 \(most)개까지 만들 수 있으니 쓰지 않는 목록을 지워주세요.")
    }

    func refused(
        _ input: Input, of account: Account.ID, _ rejection: Refusal
    ) async throws(StorageError) -> FormOutcome<TaskList.ID, Output> {
        .refused(try await output(of: account, input, rejection), rejection.reason)
    }

    private func output(
        of account: Account.ID, _ input: Input, _ rejection: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let lists = try await storage.lists(of: account)
        return Output(
            lists: lists.map(Entry.init),
            emptyText: lists.isEmpty ? "아직 목록이 없어요. 아래에서 첫 목록을 만들어보세요." : nil,
            input: input,
            icons: IconChoice.all(selected: input.icon),
            faults: rejection?.faults ?? [],
            alert: rejection?.alert)
    }
}

extension TaskLists.Entry {
    init(_ summary: TaskListSummary) {
        id = summary.id
        title = summary.list.content.title
        icon = summary.list.content.icon
        openTodos = summary.openTodos
    }
}
