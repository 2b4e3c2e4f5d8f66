import Market

/// One task, and the form that edits it.
public struct TodoDetail: Sendable {
    private let storage: any OrganiserStorage & ItemStorage

    public init(storage: any OrganiserStorage & ItemStorage) {
        self.storage = storage
    }

    public struct Output: Sendable {
        public let id: Todo.ID
        /// The one that an edit is made from.
        public let revision: Int64
        public let list: ListLink
        public let input: TodoInput
        /// The listing that the form holds.
        public let item: PinnedItem?
        public let isCompleted: Bool
        public let dateCreated: Moment
        /// Nil when it was never edited.
        public let dateModified: Moment?
        public let dateCompleted: Moment?
        /// What is kept by now, when it is not what the edit was made from.
        public let current: Current?
        public let faults: [Fault]
        public let alert: Alert?
    }

    /// The list that a task is on.
    public struct ListLink: Equatable, Sendable {
        public let id: TaskList.ID
        public let title: String
        public let icon: Icon
    }

    /// What another window has saved meanwhile.
    public struct Current: Equatable, Sendable {
        public let title: String
        public let reminder: Moment?
        public let dateModified: Moment
    }

    /// - Throws: `.notFound` when the account has no such task.
    public func output(
        for id: Todo.ID, of account: Account.ID
    ) async throws(StorageError) -> Output {
        let todo = try await todo(id, of: account)
        return try await output(todo, of: account, TodoInput(todo.content))
    }

    /// Saves an edit; one made from what has changed meanwhile comes back with both.
    /// - Returns: the list that the task is on, or the form.
    /// - Throws: `.notFound` when the account has no such task.
    public func edit(
        _ id: Todo.ID, _ input: TodoInput, revision: Int64, of account: Account.ID,
        at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<TaskList.ID, Output> {
        let todo = try await todo(id, of: account)
        switch input.content() {
        case .failure(let rejection):
            let output = try await output(
                todo, revision: revision, of: account, input, rejection)
            return .refused(output, rejection.reason)
        case .success(let content):
            return try await save(content, todo, revision, of: account, input, at: now)
        }
    }

    /// Completes a task or takes it back.
    /// - Returns: the list that it is on.
    /// - Throws: `.notFound` when the account has no such task.
    public func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> TaskList.ID {
        try await storage.setCompleted(isCompleted, id, of: account, at: now)
    }

    private func save(
        _ content: TodoContent, _ todo: Todo, _ revision: Int64, of account: Account.ID,
        _ input: TodoInput, at now: Timestamp
    ) async throws(StorageError) -> FormOutcome<TaskList.ID, Output> {
        let saved = try await saving(limit: TaskListDetail.limitFault) {
            () async throws(StorageError) in
            try await storage.update(
                todo.id, of: account, content: content, revision: revision, at: now)
        }
        guard case .failure(let rejection) = saved else { return .saved(todo.list) }
        let isStale = rejection == .changedMeanwhile
        let latest = isStale ? try await self.todo(todo.id, of: account) : todo
        // The same form, sent twice.
        if isStale, latest.content == content { return .saved(todo.list) }
        let output = try await output(
            latest, revision: isStale ? latest.revision : revision, of: account, input, rejection)
        return .refused(output, rejection.reason)
    }

    private func todo(
        _ id: Todo.ID, of account: Account.ID
    ) async throws(StorageError) -> Todo {
        try await storage.todo(id, of: account)
    }

    private func output(
        _ todo: Todo, revision: Int64? = nil, of account: Account.ID, _ input: TodoInput,
        _ rejection: Refusal? = nil
    ) async throws(StorageError) -> Output {
        let list = try await storage.list(todo.list, of: account)
        return Output(
            id: todo.id,
            revision: revision ?? todo.revision,
            list: ListLink(id: list.id, title: list.content.title, icon: list.content.icon),
            input: input,
            item: try await storage.pinnedItem(typed: input.item),
            isCompleted: todo.dateCompleted != nil,
            dateCreated: Moment(todo.dateCreated),
            dateModified: todo.revision == 1 ? nil : Moment(todo.dateModified),
            dateCompleted: todo.dateCompleted.map(Moment.init),
            current: rejection == .changedMeanwhile ? Current(todo) : nil,
            faults: rejection?.faults ?? [],
            alert: rejection?.alert)
    }
}

extension TodoDetail.Current {
    fileprivate init(_ todo: Todo) {
        title = todo.content.title
        reminder = todo.content.reminder.map(Moment.init)
        dateModified = Moment(todo.dateModified)
    }
}
