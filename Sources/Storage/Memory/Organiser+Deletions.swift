import Market

extension Organiser {
    var deletions: [Deletion] {
        strokes.reversed().compactMap(deletion)
    }

    mutating func deleteLists(
        as id: Deletion.ID, at now: Timestamp, where isMeant: (TaskList) -> Bool
    ) -> Deletion? {
        guard lists.delete(id, where: isMeant) > 0 else { return nil }
        let gone = Set(lists.all.filter { $0.deletion == id }.map(\.value.id))
        _ = todos.delete(id) { todo in gone.contains(todo.list) }
        return note(Stroke(id: id, kind: .lists, date: now))
    }

    mutating func deleteTodos(
        as id: Deletion.ID, at now: Timestamp, where isMeant: (Todo) -> Bool
    ) -> Deletion? {
        guard todos.delete(id, where: isMeant) > 0 else { return nil }
        return note(Stroke(id: id, kind: .todos, date: now))
    }

    mutating func deleteMemo(_ memo: Memo.ID, as id: Deletion.ID, at now: Timestamp) -> Deletion? {
        guard memos.delete(id, where: { $0.id == memo }) > 0 else { return nil }
        return note(Stroke(id: id, kind: .memos, date: now))
    }

    /// - Throws: `.notFound`, `.limitReached`.
    mutating func restore(_ id: Deletion.ID) throws(StorageError) {
        guard strokes.contains(where: { $0.id == id }) else { throw .notFound }
        var restored = self
        restored.bringBackLists(ofTodosIn: id)
        restored.lists.changeAll { list in if list.deletion == id { list.deletion = nil } }
        restored.todos.changeAll { todo in if todo.deletion == id { todo.deletion = nil } }
        restored.memos.changeAll { memo in if memo.deletion == id { memo.deletion = nil } }
        restored.forgetEmptyStrokes()
        try restored.checkLimits()
        self = restored
    }

    /// - Throws: `.notFound`.
    mutating func purge(_ id: Deletion.ID) throws(StorageError) {
        guard purge(where: { $0.id == id }) > 0 else { throw .notFound }
    }

    /// - Returns: how many strokes were meant.
    mutating func purge(where isMeant: (Stroke) -> Bool) -> Int {
        let meant = Set(strokes.filter(isMeant).map(\.id))
        let gone = Set(lists.all.filter { $0.isIn(meant) }.map(\.value.id))
        lists.purge { list in list.isIn(meant) }
        todos.purge { todo in todo.isIn(meant) || gone.contains(todo.value.list) }
        memos.purge { memo in memo.isIn(meant) }
        forgetEmptyStrokes()
        return meant.count
    }

    private func deletion(_ stroke: Stroke) -> Deletion? {
        let titles =
            switch stroke.kind {
            case .lists: lists.all.filter { $0.deletion == stroke.id }.map(\.value.content.title)
            case .todos: todos.all.filter { $0.deletion == stroke.id }.map(\.value.content.title)
            case .memos: memos.all.filter { $0.deletion == stroke.id }.map(\.value.content.title)
            }
        guard let title = titles.last else { return nil }
        return Deletion(
            id: stroke.id, kind: stroke.kind, title: title, count: titles.count, date: stroke.date)
    }

    private mutating func note(_ stroke: Stroke) -> Deletion? {
        strokes.append(stroke)
        let surplus = Set(strokes.dropLast(Limits.deletions).map(\.id))
        if !surplus.isEmpty { _ = purge { surplus.contains($0.id) } }
        return deletion(stroke)
    }

    /// With the tasks that went with each of them.
    private mutating func bringBackLists(ofTodosIn id: Deletion.ID) {
        let wanted = Set(todos.all.filter { $0.deletion == id }.map(\.value.list))
        for list in lists.all where wanted.contains(list.value.id) && !list.isAlive {
            todos.changeAll { todo in
                if todo.value.list == list.value.id, todo.deletion == list.deletion {
                    todo.deletion = nil
                }
            }
        }
        lists.changeAll { list in if wanted.contains(list.value.id) { list.deletion = nil } }
    }

    private mutating func forgetEmptyStrokes() {
        strokes = strokes.filter { stroke in deletion(stroke) != nil }
    }

    private func checkLimits() throws(StorageError) {
        guard lists.alive.count <= Limits.lists else { throw .limitReached(most: Limits.lists) }
        guard memos.alive.count <= Limits.memos else { throw .limitReached(most: Limits.memos) }
        for list in lists.alive {
            guard try todos(in: list.id).count <= Limits.todos else {
                throw .limitReached(most: Limits.todos)
            }
        }
    }
}

extension Kept {
    fileprivate func isIn(_ deletions: Set<Deletion.ID>) -> Bool {
        deletion.map(deletions.contains) ?? false
    }
}
