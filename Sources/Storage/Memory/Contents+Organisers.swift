import Market

/// What an organiser cannot know by itself: new ids, and which listings there are.
extension MemoryStorage.Contents {
    func organiser(of account: Account.ID) -> Organiser {
        members[account]?.organiser ?? Organiser()
    }

    /// Changes what an account keeps, with an id for what may be new in it.
    /// - Throws: `.notFound`, and what `body` throws.
    mutating func organise<Value>(
        _ account: Account.ID,
        _ body: (inout Organiser, _ newID: Int64) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let id = nextID()
        return try change(account) { member throws(StorageError) in
            try body(&member.organiser, id)
        }
    }

    mutating func insert(
        _ todo: TodoContent, in list: TaskList.ID, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Todo.ID {
        _ = try organiser(of: account).lists.alive(list)
        try checkPin(todo.item)
        return try organise(account) { organiser, id throws(StorageError) in
            let id = Todo.ID(rawValue: id)
            try organiser.insert(todo, in: list, as: id, at: now)
            return id
        }
    }

    mutating func insert(
        _ memo: MemoContent, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Memo.ID {
        _ = try member(account)
        try checkPin(memo.item)
        return try organise(account) { organiser, id throws(StorageError) in
            let id = Memo.ID(rawValue: id)
            try organiser.insert(memo, as: id, at: now)
            return id
        }
    }

    mutating func update(
        _ id: Todo.ID, of account: Account.ID, content: TodoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        let mayPin = Result { () throws(StorageError) in try checkPin(content.item) }
        try organise(account) { organiser, _ throws(StorageError) in
            var changed = organiser
            try changed.update(id, content: content, revision: revision, at: now)
            try mayPin.get()
            organiser = changed
        }
    }

    mutating func update(
        _ id: Memo.ID, of account: Account.ID, content: MemoContent, revision: Int64,
        at now: Timestamp
    ) throws(StorageError) {
        let mayPin = Result { () throws(StorageError) in try checkPin(content.item) }
        try organise(account) { organiser, _ throws(StorageError) in
            var changed = organiser
            try changed.update(id, content: content, revision: revision, at: now)
            try mayPin.get()
            organiser = changed
        }
    }

    mutating func purgeDeletions(before moment: Timestamp) -> Int {
        var count = 0
        for index in members.values.indices {
            count += members.values[index].organiser.purge { $0.date < moment }
        }
        return count
    }

    /// - Throws: `.itemNotFound`.
    private func checkPin(_ item: Item.ID?) throws(StorageError) {
        if let item { _ = try listing(item) }
    }
}
