import Market

/// What was deleted and can still be restored, newest first.
public struct Trash: Sendable {
    /// Whose trash.
    public typealias Input = Account.ID

    private let storage: any OrganiserStorage
    private let zone: MarketTimeZone

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// The trash page.
    public struct Output: FormOutput {
        /// Newest first, `Limits.deletions` at most.
        public let entries: [Entry]
        /// Set when the trash is empty.
        public let emptyText: Phrase?
        /// Why something could not be restored; nil when nothing was tried.
        public let refusal: Refusal?

        fileprivate init(
            _ deletions: [Deletion], in zone: MarketTimeZone, _ refusal: Refusal? = nil
        ) {
            entries = deletions.withNext.map { Entry($0, next: $1?.id, in: zone) }
            emptyText = deletions.isEmpty ? Phrase(.emptyTrash) : nil
            self.refusal = refusal
        }
    }

    /// A deletion as the page shows it.
    public struct Entry: Equatable, Sendable {
        /// Identifies the deletion when it is restored.
        public let id: Deletion.ID
        /// What was deleted: `할 일 ‘우유 사기’ 외 2개`.
        public let title: Phrase
        /// When it was put into the trash.
        public let dateDeleted: Moment
        /// When it is removed for good.
        public let dateGone: Moment
        /// The row that the page goes to when this one is restored.
        public let next: Deletion.ID?
    }

    /// What was restored.
    public struct Restored: Equatable, Sendable {
        /// The deletion, as it was in the trash.
        public let deletion: Deletion
        /// Whether the deleted list of a to-do came back with it.
        public let bringsList: Bool
    }

    /// - Throws: `StorageError` when the storage fails.
    public func output(for account: Input, at now: Timestamp) async throws(StorageError) -> Output {
        Output(try await storage.deletions(of: account, at: now), in: zone)
    }

    /// Restores everything that one deletion has removed.
    /// - Returns: what was restored, or the trash page with the reason why it could not be restored.
    /// - Throws: `.notFound` when the account has no such deletion, or it has expired.
    public func submit(
        _ id: Deletion.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> FormResult<Restored, Output> {
        let deletions = try await storage.deletions(of: account, at: now)
        guard let deletion = deletions.first(where: { $0.id == id }) else { throw .notFound }
        do {
            let lists = try await storage.lists(of: account).count
            try await storage.restore(id, of: account, at: now)
            // It is restored, even if this read fails.
            let listsNow = (try? await storage.lists(of: account).count) ?? lists
            return .saved(
                Restored(
                    deletion: deletion,
                    bringsList: deletion.kind == .todos && listsNow > lists))
        } catch .suspended {
            return .refused(Output(deletions, in: zone, .suspended))
        } catch .limitReached(let most) {
            let reason = Phrase(.noRoomToRestore, .phrase(deletion.kind.name), .number(Int64(most)))
            return .refused(
                Output(deletions, in: zone, Refusal(.invalid, Alert(failed: .notDone, reason))))
        }
    }
}

extension Deletion {
    private static let longestTitle = 60

    /// What was deleted: `할 일 ‘우유 사기’ 외 2개`.
    fileprivate var name: Phrase {
        let kind = Phrase.Argument.phrase(self.kind.name)
        let first = Phrase.Argument.text(oneLine(title, atMost: Self.longestTitle))
        return switch count {
        // A saved search without words.
        case _ where title.isEmpty: self.kind.name
        case 1: Phrase(.trashed, kind, first)
        default: Phrase(.trashedSeveral, kind, first, .number(Int64(count - 1)))
        }
    }
}

extension Trash.Entry {
    fileprivate init(_ deletion: Deletion, next: Deletion.ID?, in zone: MarketTimeZone) {
        id = deletion.id
        self.next = next
        title = deletion.name
        dateDeleted = Moment(deletion.date, in: zone)
        dateGone = Moment(deletion.date + Deletion.lifetime, in: zone)
    }
}

extension Deletion.Kind {
    fileprivate var name: Phrase {
        switch self {
        case .lists: Phrase(.lists)
        case .todos: Phrase(.todo)
        case .memos: Phrase(.memo)
        case .searches: Phrase(.savedSearch)
        case .items: Phrase(.item)
        }
    }
}

extension DeletionStorage {
    /// The deletions that have not expired; the storage removes expired ones some time later.
    func deletions(
        of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> [Deletion] {
        try await deletions(of: account).filter { now < $0.date + Deletion.lifetime }
    }
}

/// Deletes a to-do or a memo without asking, since it can be restored.
public struct NoteDeletion: Sendable {
    /// The to-do or memo to delete.
    public typealias Input = Reminder.Subject

    private let storage: any OrganiserStorage

    /// Deletes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// The result of deleting.
    public struct Output: Equatable, Sendable {
        /// The deletion, by which it can be restored.
        public let deletion: Deletion
        /// The list that the to-do was on; nil for a memo.
        public let list: TodoList.ID?
    }

    /// - Throws: `.notFound` when the account has no such to-do or memo.
    public func submit(
        _ note: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        switch note {
        case .todo(let id):
            let list = try await storage.todo(id, of: account).list
            let deletion = try await storage.deleteTodo(id, of: account, at: now)
            return Output(deletion: deletion, list: list)
        case .memo(let id):
            let deletion = try await storage.deleteMemo(id, of: account, at: now)
            return Output(deletion: deletion, list: nil)
        case .appointment, .hiding, .priceDrop, .notice: throw .notFound
        }
    }
}

/// Asks for confirmation before many things in the organiser are deleted at once, or something in
/// the trash for good, and deletes them.
public struct DeletionPrompt: Sendable {
    /// What is to be deleted.
    public typealias Input = Subject

    private static let longestTitle = 40

    private let storage: any OrganiserStorage

    /// Reads and writes in `storage`.
    public init(storage: any OrganiserStorage) {
        self.storage = storage
    }

    /// What is to be deleted.
    public enum Subject: Equatable, Sendable {
        /// A list with its to-dos; the plural cases stand for all of their kind.
        case list(TodoList.ID)
        case lists
        case todos(in: TodoList.ID)
        case completedTodos
        /// Something in the trash, for good.
        case deletion(Deletion.ID)
    }

    /// The page that asks.
    public struct Output: Sendable {
        /// What sending the form deletes.
        public let subject: Subject
        /// The page's heading and window title.
        public let heading: Phrase
        /// Names what would be deleted, or says that there is nothing to delete.
        public let question: Phrase
        /// Whether there is nothing to delete.
        public let isEmpty: Bool
        /// Whether the deletion is final.
        public var isForGood: Bool { if case .deletion = subject { true } else { false } }
    }

    /// - Throws: `.notFound` when the account has no such list or deletion.
    public func output(
        for subject: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let (question, isEmpty) = try await question(subject, of: account, at: now)
        return Output(
            subject: subject, heading: Phrase(subject.heading), question: question, isEmpty: isEmpty
        )
    }

    /// - Returns: the deletion, which can be restored; nil when nothing was deleted, or it was
    ///   deleted for good.
    /// - Throws: `.notFound` when the account has no such list or deletion.
    public func submit(
        _ subject: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        switch subject {
        case .list(let id): try await storage.deleteList(id, of: account, at: now)
        case .lists: try await storage.deleteLists(of: account, at: now)
        case .todos(let list): try await storage.deleteTodos(in: list, of: account, at: now)
        case .completedTodos: try await storage.deleteCompletedTodos(of: account, at: now)
        case .deletion(let id): try await purge(id, of: account)
        }
    }

    private func purge(
        _ id: Deletion.ID, of account: Account.ID
    ) async throws(StorageError) -> Deletion? {
        try await storage.purge(id, of: account)
        return nil
    }

    private func question(
        _ subject: Subject, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> (Phrase, isEmpty: Bool) {
        switch subject {
        case .list(let id):
            let todos = try await storage.todos(in: id, of: account).count
            let title = shortened(try await storage.list(id, of: account).content.title)
            return todos == 0
                ? (Phrase(.askList, title), false)
                : (Phrase(.askListWithTodos, title, .number(Int64(todos))), false)
        case .lists:
            let count = try await storage.lists(of: account).count
            return count == 0 ? (Phrase(.noListsToDelete), true) : (Phrase(.askLists, count), false)
        case .todos(let list):
            let todos = try await storage.todos(in: list, of: account)
            let title = shortened(try await storage.list(list, of: account).content.title)
            guard !todos.isEmpty else { return (Phrase(.noTodosToDelete, title), true) }
            let count = Phrase.Argument.number(Int64(todos.count))
            // Most of these are not in sight on the list's page.
            let completed = Int64(todos.count { $0.dateCompleted != nil })
            return completed == 0
                ? (Phrase(.askTodos, title, count), false)
                : (Phrase(.askTodosWithCompleted, title, count, .number(completed)), false)
        case .completedTodos:
            let found = try await storage.completedTodos(of: account, before: nil, limit: 1)
            return found.isEmpty
                ? (Phrase(.noCompletedToDelete), true) : (Phrase(.askCompleted), false)
        case .deletion(let id):
            let deletions = try await storage.deletions(of: account, at: now)
            guard let deletion = deletions.first(where: { $0.id == id }) else { throw .notFound }
            return (Phrase(.askForGood, .phrase(deletion.name)), false)
        }
    }

    private func shortened(_ title: String) -> Phrase.Argument {
        .text(oneLine(title, atMost: Self.longestTitle))
    }
}

extension DeletionPrompt.Subject {
    fileprivate var heading: Phrase.Key {
        switch self {
        case .list: .deleteList
        case .lists: .deleteLists
        case .todos: .deleteTodos
        case .completedTodos: .deleteCompleted
        case .deletion: .deleteForGood
        }
    }
}
