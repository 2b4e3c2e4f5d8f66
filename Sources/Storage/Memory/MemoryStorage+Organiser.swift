import Market

extension MemoryStorage: TaskListStorage {
    public func insert(
        _ list: TaskListContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> TaskList.ID {
        try organising(account) { organiser, id throws(StorageError) in
            let id = TaskList.ID(rawValue: id)
            try organiser.insert(list, as: id, at: now)
            return id
        }
    }

    public func lists(of account: Account.ID) -> [TaskListSummary] {
        organiser(of: account).listSummaries
    }

    public func list(
        _ id: TaskList.ID, of account: Account.ID
    ) throws(StorageError) -> TaskList {
        try organiser(of: account).lists.alive(id)
    }

    public func deleteList(
        _ id: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        try organising(account) { organiser, stroke throws(StorageError) in
            try found(
                organiser.deleteLists(as: Deletion.ID(rawValue: stroke), at: now) { $0.id == id })
        }
    }

    public func deleteLists(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        try organisingIfThere(account) { organiser, stroke throws(StorageError) in
            organiser.deleteLists(as: Deletion.ID(rawValue: stroke), at: now) { _ in true }
        }
    }
}

extension MemoryStorage: TodoStorage {
    public func insert(
        _ todo: TodoContent, in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Todo.ID {
        try changing(.organiser(account)) { contents throws(StorageError) in
            try contents.insert(todo, in: list, of: account, at: now)
        }
    }

    public func todos(
        in list: TaskList.ID, of account: Account.ID
    ) throws(StorageError) -> [Todo] {
        try organiser(of: account).todos(in: list)
    }

    public func completedTodos(
        of account: Account.ID, before key: CompletedTodo.Key?, limit: Int
    ) -> [CompletedTodo] {
        organiser(of: account).completedTodos(before: key, limit: limit)
    }

    public func todos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) -> [Todo] {
        organiser(of: account).todos(pinnedTo: item, limit: limit)
    }

    public func todo(_ id: Todo.ID, of account: Account.ID) throws(StorageError) -> Todo {
        try organiser(of: account).todos.alive(id)
    }

    public func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        try changing(.organiser(account)) { contents throws(StorageError) in
            try contents.update(id, of: account, content: content, revision: revision, at: now)
        }
    }

    public func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> TaskList.ID {
        try organising(account) { organiser, _ throws(StorageError) in
            try organiser.setCompleted(isCompleted, id, at: now)
            return try organiser.todos.alive(id).list
        }
    }

    public func deleteTodo(
        _ id: Todo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        try organising(account) { organiser, stroke throws(StorageError) in
            try found(
                organiser.deleteTodos(as: Deletion.ID(rawValue: stroke), at: now) { $0.id == id })
        }
    }

    public func deleteTodos(
        in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        try organising(account) { organiser, stroke throws(StorageError) in
            _ = try organiser.lists.alive(list)
            return organiser.deleteTodos(as: Deletion.ID(rawValue: stroke), at: now) {
                $0.list == list
            }
        }
    }

    public func deleteCompletedTodos(
        of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        try organisingIfThere(account) { organiser, stroke throws(StorageError) in
            organiser.deleteTodos(as: Deletion.ID(rawValue: stroke), at: now) {
                $0.dateCompleted != nil
            }
        }
    }
}

extension MemoryStorage: MemoStorage {
    public func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Memo.ID {
        try changing(.organiser(account)) { contents throws(StorageError) in
            try contents.insert(memo, of: account, at: now)
        }
    }

    public func memos(of account: Account.ID, before id: Memo.ID?, limit: Int) -> [Memo] {
        organiser(of: account).memos(before: id, limit: limit)
    }

    public func memos(
        pinnedTo item: Item.ID, of account: Account.ID, limit: Int
    ) -> [Memo] {
        organiser(of: account).memos(pinnedTo: item, limit: limit)
    }

    public func memo(_ id: Memo.ID, of account: Account.ID) throws(StorageError) -> Memo {
        try organiser(of: account).memos.alive(id)
    }

    public func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        try changing(.organiser(account)) { contents throws(StorageError) in
            try contents.update(id, of: account, content: content, revision: revision, at: now)
        }
    }

    public func deleteMemo(
        _ id: Memo.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion {
        try organising(account) { organiser, stroke throws(StorageError) in
            try found(organiser.deleteMemo(id, as: Deletion.ID(rawValue: stroke), at: now))
        }
    }
}

extension MemoryStorage: DeletionStorage {
    public func deletions(of account: Account.ID) -> [Deletion] {
        organiser(of: account).deletions
    }

    public func restore(_ id: Deletion.ID, of account: Account.ID) throws(StorageError) {
        try organising(account) { organiser, _ throws(StorageError) in
            try organiser.restore(id)
        }
    }

    public func purge(_ id: Deletion.ID, of account: Account.ID) throws(StorageError) {
        try organising(account) { organiser, _ throws(StorageError) in
            try organiser.purge(id)
        }
    }

    @discardableResult
    public func purgeDeletions(before moment: Timestamp) -> Int {
        changing { contents in contents.purgeDeletions(before: moment) }
    }
}

extension MemoryStorage: ReminderStorage {
    public func reminders(
        of account: Account.ID, until moment: Timestamp, limit: Int
    ) -> [Reminder] {
        organiser(of: account).reminders(until: moment, limit: limit)
    }

    public func countDueReminders(of account: Account.ID, at now: Timestamp) -> Int {
        organiser(of: account).reminders(until: now, limit: Limits.countedReminders).count
    }

    public func dismissReminder(
        _ subject: Reminder.Subject, of account: Account.ID
    ) throws(StorageError) {
        try organising(account) { organiser, _ throws(StorageError) in
            try organiser.dismissReminder(subject)
        }
    }
}

extension MemoryStorage {
    private func organiser(of account: Account.ID) -> Organiser {
        reading { contents in contents.organiser(of: account) }
    }

    private func organising<Value>(
        _ account: Account.ID,
        _ body: (inout Organiser, _ newID: Int64) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try changing(.organiser(account)) { contents throws(StorageError) in
            try contents.organise(account, body)
        }
    }

    /// Nothing belongs to an account that is gone.
    private func organisingIfThere(
        _ account: Account.ID,
        _ body: (inout Organiser, _ newID: Int64) throws(StorageError) -> Deletion?
    ) throws(StorageError) -> Deletion? {
        do throws(StorageError) {
            return try organising(account, body)
        } catch .notFound {
            return nil
        }
    }
}

private func found(_ deletion: Deletion?) throws(StorageError) -> Deletion {
    guard let deletion else { throw .notFound }
    return deletion
}
