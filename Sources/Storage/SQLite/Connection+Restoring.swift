import Market

extension Connection {
    /// - Throws: `.notFound`, `.limitReached`.
    func restore(_ id: Deletion.ID, of account: Account.ID) throws(StorageError) {
        let isTheirs = try integer(
            "SELECT 1 FROM deletion WHERE id = ? AND account = ?", id, account)
        guard isTheirs != nil else { throw .notFound }
        let lists = try listsOfTodos(in: id)
        for list in lists { try bringBack(list) }
        try run("UPDATE task_list SET deletion = NULL WHERE deletion = ?", id)
        try run("UPDATE todo SET deletion = NULL WHERE deletion = ?", id)
        try run("UPDATE memo SET deletion = NULL WHERE deletion = ?", id)
        try forgetEmptyDeletions(of: account)
        try checkLimits(of: account, lists)
    }

    private func listsOfTodos(in id: Deletion.ID) throws(StorageError) -> [TaskList.ID] {
        let rows = try statement("SELECT DISTINCT list FROM todo WHERE deletion = ?", id)
        var lists: [TaskList.ID] = []
        while try rows.step() { lists.append(rows.id(0)) }
        return lists
    }

    /// With the tasks that went with it.
    private func bringBack(_ list: TaskList.ID) throws(StorageError) {
        try run(
            """
            UPDATE todo SET deletion = NULL
            WHERE list = ? AND deletion = (SELECT deletion FROM task_list WHERE id = ?)
            """,
            list, list)
        try run("UPDATE task_list SET deletion = NULL WHERE id = ?", list)
    }

    /// - Throws: `.limitReached`.
    private func checkLimits(
        of account: Account.ID, _ lists: [TaskList.ID]
    ) throws(StorageError) {
        guard try countLists(of: account) <= Limits.lists else {
            throw .limitReached(most: Limits.lists)
        }
        guard try countMemos(of: account) <= Limits.memos else {
            throw .limitReached(most: Limits.memos)
        }
        for list in lists {
            guard try countTodos(in: list) <= Limits.todos else {
                throw .limitReached(most: Limits.todos)
            }
        }
    }
}
