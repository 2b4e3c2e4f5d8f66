import Market

/// What one account keeps in memory, and the rules of it.
struct Organiser {
    var lists = Shelf<TaskList>()
    var todos = Shelf<Todo>()
    var memos = Shelf<Memo>()
    /// By ascending id.
    var strokes: [Stroke] = []

    /// A deletion without what is counted anew each time.
    struct Stroke {
        let id: Deletion.ID
        let kind: Deletion.Kind
        let date: Timestamp
    }

    mutating func insert(
        _ list: TaskListContent, as id: TaskList.ID, at now: Timestamp
    ) throws(StorageError) {
        guard lists.alive.count < Limits.lists else { throw .limitReached(most: Limits.lists) }
        lists.append(TaskList(id: id, content: list, dateCreated: now))
    }

    mutating func insert(
        _ todo: TodoContent, in list: TaskList.ID, as id: Todo.ID, at now: Timestamp
    ) throws(StorageError) {
        guard try todos(in: list).count < Limits.todos else {
            throw .limitReached(most: Limits.todos)
        }
        todos.append(
            Todo(
                id: id, list: list, content: todo, dateCreated: now, dateModified: now,
                dateCompleted: nil, revision: 1))
    }

    mutating func insert(
        _ memo: MemoContent, as id: Memo.ID, at now: Timestamp
    ) throws(StorageError) {
        guard memos.alive.count < Limits.memos else { throw .limitReached(most: Limits.memos) }
        memos.append(
            Memo(id: id, content: memo, dateCreated: now, dateModified: now, revision: 1))
    }

    mutating func update(
        _ id: Todo.ID, content: TodoContent, revision: Int64, at now: Timestamp
    ) throws(StorageError) {
        try todos.change(id) { todo throws(StorageError) in
            guard todo.value.revision == revision else { throw .changedMeanwhile }
            if todo.value.content.reminder != content.reminder { todo.isDismissed = false }
            todo.value.content = content
            todo.value.dateModified = now
            todo.value.revision += 1
        }
    }

    mutating func update(
        _ id: Memo.ID, content: MemoContent, revision: Int64, at now: Timestamp
    ) throws(StorageError) {
        try memos.change(id) { memo throws(StorageError) in
            guard memo.value.revision == revision else { throw .changedMeanwhile }
            if memo.value.content.reminder != content.reminder { memo.isDismissed = false }
            memo.value.content = content
            memo.value.dateModified = now
            memo.value.revision += 1
        }
    }

    mutating func setCompleted(
        _ isCompleted: Bool, _ id: Todo.ID, at now: Timestamp
    ) throws(StorageError) {
        try todos.change(id) { todo throws(StorageError) in
            todo.value.dateCompleted = isCompleted ? todo.value.dateCompleted ?? now : nil
        }
    }

    mutating func dismissReminder(_ subject: Reminder.Subject) throws(StorageError) {
        switch subject {
        case .todo(let id): try todos.change(id) { todo in todo.isDismissed = true }
        case .memo(let id): try memos.change(id) { memo in memo.isDismissed = true }
        }
    }

    /// What was pinned to a listing that is gone is pinned to nothing.
    mutating func unpin(_ item: Item.ID) {
        todos.changeAll { todo in
            if todo.value.content.item == item { todo.value.content.item = nil }
        }
        memos.changeAll { memo in
            if memo.value.content.item == item { memo.value.content.item = nil }
        }
    }
}
