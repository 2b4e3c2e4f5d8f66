import Market

extension Organiser {
    var listSummaries: [TaskListSummary] {
        lists.alive.map { list in
            let open = todos.alive.count { todo in
                todo.list == list.id && todo.dateCompleted == nil
            }
            return TaskListSummary(list: list, openTodos: open)
        }
    }

    /// - Throws: `.notFound` when there is no such list.
    func todos(in list: TaskList.ID) throws(StorageError) -> [Todo] {
        let list = try lists.alive(list)
        return todos.alive.reversed().filter { todo in todo.list == list.id }
    }

    func todos(pinnedTo item: Item.ID, limit: Int) -> [Todo] {
        Array(todos.alive.reversed().filter { $0.content.item == item }.prefix(max(limit, 0)))
    }

    func completedTodos(before key: CompletedTodo.Key?, limit: Int) -> [CompletedTodo] {
        let contents = Dictionary(uniqueKeysWithValues: lists.alive.map { ($0.id, $0.content) })
        let completed = todos.alive.compactMap { todo -> CompletedTodo? in
            guard let date = todo.dateCompleted, let list = contents[todo.list] else { return nil }
            return CompletedTodo(todo: todo, list: list, dateCompleted: date)
        }
        let older = completed.filter { todo in key.map { todo.key < $0 } ?? true }
        return Array(older.sorted { $0.key > $1.key }.prefix(max(limit, 0)))
    }

    func memos(before id: Memo.ID?, limit: Int) -> [Memo] {
        let older = memos.alive.reversed().filter { memo in id.map { memo.id < $0 } ?? true }
        return Array(older.prefix(max(limit, 0)))
    }

    func memos(pinnedTo item: Item.ID, limit: Int) -> [Memo] {
        Array(memos.alive.reversed().filter { $0.content.item == item }.prefix(max(limit, 0)))
    }

    func reminders(until moment: Timestamp, limit: Int) -> [Reminder] {
        let all = todos.all.compactMap(reminder) + memos.all.compactMap(reminder)
        let due = all.filter { $0.date <= moment }
            .sorted { ($0.date, $0.subject.id) < ($1.date, $1.subject.id) }
        return Array(due.prefix(max(limit, 0)))
    }

    private func reminder(_ todo: Kept<Todo>) -> Reminder? {
        guard todo.isAlive, !todo.isDismissed, todo.value.dateCompleted == nil,
            let date = todo.value.content.reminder
        else { return nil }
        return Reminder(
            subject: .todo(todo.value.id), title: todo.value.content.title, date: date,
            dateModified: todo.value.dateModified, item: todo.value.content.item)
    }

    private func reminder(_ memo: Kept<Memo>) -> Reminder? {
        guard memo.isAlive, !memo.isDismissed, let date = memo.value.content.reminder
        else { return nil }
        return Reminder(
            subject: .memo(memo.value.id), title: memo.value.content.title, date: date,
            dateModified: memo.value.dateModified, item: memo.value.content.item)
    }
}

extension Reminder.Subject {
    fileprivate var id: Int64 {
        switch self {
        case .todo(let id): id.rawValue
        case .memo(let id): id.rawValue
        }
    }
}
