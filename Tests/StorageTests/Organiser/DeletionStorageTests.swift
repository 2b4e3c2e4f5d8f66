import Market
import Testing

struct DeletionStorageTests {
    /// Somebody with a list of three tasks, 할 일 0 to 2.
    private func withTodos(
        _ backend: Backend,
        _ body: (any MarketStorage, Account.ID, TodoList.ID, [Todo.ID]) async throws -> Void
    ) async throws {
        try await backend.withStorage { storage in
            let account = try await storage.join()
            let list = try await storage.makeList(of: account)
            let todos = try await storage.makeTodos(3, in: list, of: account)
            try await body(storage, account, list, todos)
        }
    }

    @Test(arguments: Backend.all)
    func theTrashShowsTheNewestDeletionFirst(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let memo = try await storage.makeMemo("메모", of: account)
            let deletions = [
                try await storage.deleteTodo(todos[0], of: account, at: noon),
                try await storage.deleteMemo(memo, of: account, at: noon + 1),
                try await storage.deleteList(list, of: account, at: noon + 2),
            ]
            #expect(try await storage.deletions(of: account) == deletions.reversed())
            #expect(deletions.map(\.title) == ["할 일 0", "메모", "장보기"])
            #expect(deletions.map(\.kind) == [.todos, .memos, .lists])
        }
    }

    @Test(arguments: Backend.all)
    func aTodoComesBackAsItWas(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            try await storage.complete(todos[1], of: account, at: noon + 9)
            let before = try await storage.todos(in: list, of: account)
            let deletion = try await storage.deleteTodo(todos[1], of: account, at: noon)
            try await storage.restore(deletion.id, of: account)
            #expect(try await storage.todos(in: list, of: account) == before)
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func whatIsBackCannotBeRestoredOrPurgedAgain(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, _ in
            let deletion = try #require(
                try await storage.deleteTodos(in: list, of: account, at: noon))
            try await storage.restore(deletion.id, of: account)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(deletion.id, of: account)
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.purge(deletion.id, of: account)
            }
            #expect(try await storage.todos(in: list, of: account).count == 3)
        }
    }

    @Test(arguments: Backend.all)
    func aListComesBackWithTheTodosThatWentWithIt(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            _ = try await storage.deleteTodo(todos[0], of: account, at: noon)
            try await storage.complete(todos[1], of: account)
            let deletion = try await storage.deleteList(list, of: account, at: noon)
            try await storage.restore(deletion.id, of: account)
            #expect(try await storage.titles(in: list, of: account) == ["할 일 2", "할 일 1"])
            let completed = try await storage.completedTodos(of: account, before: nil, limit: 9)
            #expect(completed.map(\.id) == [todos[1]])
            #expect(try await storage.lists(of: account).map(\.openTodos) == [1])
            #expect(try await storage.deletions(of: account).map(\.title) == ["할 일 0"])
        }
    }

    @Test(arguments: Backend.all)
    func aTodoBringsItsListBack(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            _ = try await storage.deleteList(list, of: account, at: noon)
            try await storage.restore(task.id, of: account)
            #expect(
                try await storage.titles(in: list, of: account)
                    == ["할 일 2", "할 일 1", "할 일 0"])
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aTodoBringsOneOfAllListsBack(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let other = try await storage.makeList("여행", of: account)
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            let all = try #require(try await storage.deleteLists(of: account, at: noon))
            try await storage.restore(task.id, of: account)
            #expect(try await storage.lists(of: account).map(\.id) == [list])
            let left = Deletion(id: all.id, kind: .lists, title: "여행", count: 1, date: noon)
            #expect(try await storage.deletions(of: account) == [left])
            try await storage.restore(all.id, of: account)
            #expect(try await storage.lists(of: account).map(\.id) == [list, other])
        }
    }

    @Test(arguments: Backend.all)
    func allListsComeBackTogether(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, _, _ in
            _ = try await storage.makeList("여행", of: account)
            let before = try await storage.lists(of: account)
            let all = try #require(try await storage.deleteLists(of: account, at: noon))
            let kept = try await storage.makeList("새 목록", of: account)
            try await storage.restore(all.id, of: account)
            let lists = try await storage.lists(of: account)
            #expect(Array(lists.prefix(2)) == before)
            #expect(lists.last?.id == kept)
        }
    }

    @Test(arguments: Backend.all)
    func aMemoComesBackAsItWas(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let account = try await storage.join()
            let id = try await storage.makeMemo(of: account, reminder: noon)
            let before = try await storage.memo(id, of: account)
            let deletion = try await storage.deleteMemo(id, of: account, at: noon)
            try await storage.restore(deletion.id, of: account)
            #expect(try await storage.memo(id, of: account) == before)
        }
    }

    @Test(arguments: Backend.all)
    func whatIsPurgedIsGone(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            let other = try await storage.deleteTodo(todos[1], of: account, at: noon)
            try await storage.purge(task.id, of: account)
            #expect(try await storage.deletions(of: account) == [other])
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(task.id, of: account)
            }
            try await storage.restore(other.id, of: account)
            #expect(try await storage.titles(in: list, of: account) == ["할 일 2", "할 일 1"])
        }
    }

    @Test(arguments: Backend.all)
    func aPurgedListTakesWhatWasDeletedOfItBefore(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, list, todos in
            let task = try await storage.deleteTodo(todos[0], of: account, at: noon)
            let whole = try await storage.deleteList(list, of: account, at: noon)
            try await storage.purge(whole.id, of: account)
            #expect(try await storage.deletions(of: account).isEmpty)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(task.id, of: account)
            }
        }
    }

    @Test(arguments: Backend.all)
    func onlyWhatIsOldIsPurged(_ backend: Backend) async throws {
        try await withTodos(backend) { storage, account, _, todos in
            let other = try await storage.join("지수")
            let memo = try await storage.makeMemo(of: other)
            _ = try await storage.deleteTodo(todos[0], of: account, at: noon)
            _ = try await storage.deleteMemo(memo, of: other, at: noon)
            let young = try await storage.deleteTodo(todos[1], of: account, at: noon + 1)
            #expect(try await storage.purgeDeletions(before: noon) == 0)
            #expect(try await storage.purgeDeletions(before: noon + 1) == 2)
            #expect(try await storage.deletions(of: account) == [young])
            #expect(try await storage.deletions(of: other).isEmpty)
        }
    }

    @Test(arguments: Backend.all, [Deletion.ID.min, 0, 77, .max])
    func unknownDeletionsAreNotFound(_ backend: Backend, _ id: Deletion.ID) async throws {
        try await withTodos(backend) { storage, account, _, todos in
            _ = try await storage.deleteTodo(todos[0], of: account, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(id, of: account)
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.purge(id, of: account)
            }
            #expect(try await storage.deletions(of: account).count == 1)
        }
    }
}
