import Market

/// The tasks that selling a thing takes: the account's own template, and lists made from it.
public struct Checklist: Sendable {
    /// Who has set no template of their own gets this one.
    public static let standard = ["사진 찍기", "올리기", "약속", "전달"]

    private let storage: any MarketStorage

    public init(storage: any MarketStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        /// A line for each step.
        public let typedSteps: String
        public let faults: [Fault]
        public let alert: Alert?
    }

    public func output(of account: Account.ID) async throws(StorageError) -> Output {
        let steps = try await steps(of: account)
        return Output(typedSteps: steps.joined(separator: "\n"), faults: [], alert: nil)
    }

    /// Replaces the template; without any line it is the standard one again.
    public func save(
        _ typedSteps: String, of account: Account.ID
    ) async throws(StorageError) -> FormOutcome<Void, Output> {
        let steps = typedSteps.split(whereSeparator: \.isNewline).map { String($0).trimmed }
            .filter { !$0.isEmpty }
        var rejection: Refusal?
        if steps.contains(where: { $0.isLonger(than: Limits.title) }) {
            rejection = Refusal([Fault("steps", "한 줄을 \(Limits.title)자까지 입력해주세요.")])
        }
        if rejection == nil {
            let saved = try await saving(limit: Self.limitFault) {
                () async throws(StorageError) in
                try await storage.setChecklist(steps == Self.standard ? [] : steps, of: account)
            }
            guard case .failure(let refused) = saved else { return .saved(()) }
            rejection = refused
        }
        let output = Output(
            typedSteps: typedSteps, faults: rejection?.faults ?? [], alert: rejection?.alert)
        return .refused(output, rejection?.reason ?? .invalid)
    }

    /// Makes a list for a listing of the account's own: each step a task that is pinned to it, the
    /// first step on top. Where tasks are pinned to it already, none is made.
    /// - Returns: the list of its tasks, or the page of all lists, which says that there is no room
    ///   for one more.
    /// - Throws: `.notFound` when there is no such listing, or it is somebody else's.
    public func begin(
        for id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<TaskList.ID, TaskLists.Output> {
        let item = try await storage.item(id)
        guard item.seller == account else { throw .itemNotFound }
        if let list = try await listOfTodos(pinnedTo: id, of: account) { return .saved(list) }
        let list = TaskListContent(
            title: String(item.content.title.prefix(Limits.title)), icon: .cart)
        let steps = try await steps(of: account)
        let saved = try await saving(limit: TaskLists.limitFault) {
            () async throws(StorageError) in
            let id = try await storage.insert(list, of: account, at: now)
            for step in steps.reversed() {
                let todo = TodoContent(title: step, item: item.id)
                _ = try await storage.insert(todo, in: id, of: account, at: now)
            }
            return id
        }
        switch saved {
        case .success(let id): return .saved(id)
        case .failure(let rejection):
            let lists = TaskLists(storage: storage)
            return try await lists.refused(TaskLists.Input(), of: account, rejection)
        }
    }

    private func listOfTodos(
        pinnedTo item: Item.ID, of account: Account.ID
    ) async throws(StorageError) -> TaskList.ID? {
        try await storage.todos(pinnedTo: item, of: account, limit: 1).first?.list
    }

    private static func limitFault(_ most: Int) -> Fault {
        Fault("steps", "\(most)줄까지 입력해주세요.")
    }

    private func steps(of account: Account.ID) async throws(StorageError) -> [String] {
        let steps = try await storage.checklist(of: account)
        return steps.isEmpty ? Self.standard : steps
    }
}
