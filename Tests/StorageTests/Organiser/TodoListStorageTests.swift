import Market
import Testing

struct TodoListStorageTests {
    @Test(arguments: Backend.all)
    func everyFieldComesBack(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            for icon in Icon.allCases {
                let content = TodoListContent(title: "장보기 🛒", icon: icon)
                let id = try await storage.insert(content, of: account, at: noon)
                let list = TodoList(id: id, content: content, dateCreated: noon)
                #expect(try await storage.list(id, of: account) == list)
                let summaries = try await storage.lists(of: account)
                #expect(summaries.last == TodoListSummary(list: list, openTodos: 0))
            }
        }
    }

    @Test(arguments: Backend.all)
    func listsComeInTheOrderTheyWereMade(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            for title in ["나", "가", "다"] { _ = try await storage.makeList(title, of: account) }
            let titles = try await storage.lists(of: account).map(\.list.content.title)
            #expect(titles == ["나", "가", "다"])
        }
    }

    @Test(arguments: Backend.all)
    func aRenamedListKeepsItsPlaceAndTodos(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let first = try await storage.makeList("가", of: account)
            _ = try await storage.makeList("나", of: account)
            _ = try await storage.makeTodo(in: first, of: account)
            let content = TodoListContent(title: "다 🛒", icon: .tortoise)
            try await storage.update(first, of: account, content: content)
            let lists = try await storage.lists(of: account)
            #expect(lists.map(\.list.content.title) == ["다 🛒", "나"])
            #expect(lists[0].list == TodoList(id: first, content: content, dateCreated: noon))
            #expect(lists[0].openTodos == 1)
        }
    }

    @Test(arguments: Backend.all)
    func openTodosAreCountedByList(_ backend: Backend) async throws {
        try await backend.withList { storage, account, first in
            let second = try await storage.makeList(of: account)
            let todos = try await storage.makeTodos(4, in: first, of: account)
            _ = try await storage.makeTodo(in: second, of: account)
            try await storage.complete(todos[0], of: account)
            _ = try await storage.deleteTodo(todos[1], of: account, at: noon)
            #expect(try await storage.lists(of: account).map(\.openTodos) == [2, 1])
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedListTakesItsTodosAlong(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let list = try await storage.makeList("여행", of: account)
            let kept = try await storage.makeList("장보기", of: account)
            let todos = try await storage.makeTodos(2, in: list, of: account)
            try await storage.complete(todos[0], of: account)
            let deletion = try await storage.deleteList(list, of: account, at: noon + 5)
            #expect(
                deletion
                    == Deletion(
                        id: deletion.id, kind: .lists, title: "여행", count: 1, date: noon + 5))
            #expect(try await storage.lists(of: account).map(\.id) == [kept])
            #expect(try await storage.completedTodos(of: account, before: nil, limit: 9).isEmpty)
            for todo in todos {
                await #expect(throws: StorageError.notFound) {
                    try await storage.todo(todo, of: account)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedListIsNotFound(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            _ = try await storage.deleteList(list, of: account, at: noon)
            let operations: [(any MarketStorage) async throws -> Void] = [
                { _ = try await $0.list(list, of: account) },
                { _ = try await $0.todos(in: list, of: account) },
                { _ = try await $0.makeTodo(in: list, of: account) },
                { try await $0.update(list, of: account, content: TodoListContent(title: "x")) },
                { _ = try await $0.deleteTodos(in: list, of: account, at: noon) },
                { _ = try await $0.deleteList(list, of: account, at: noon) },
            ]
            for operation in operations {
                await #expect(throws: StorageError.notFound) { try await operation(storage) }
            }
            #expect(try await storage.deletions(of: account).count == 1)
        }
    }

    @Test(arguments: Backend.all)
    func allListsGoTogether(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            for title in ["가", "나", "다"] { _ = try await storage.makeList(title, of: account) }
            let deletion = try await storage.deleteLists(of: account, at: noon)
            #expect(deletion?.count == 3)
            #expect(deletion?.title == "다")
            #expect(try await storage.lists(of: account).isEmpty)
            #expect(try await storage.deleteLists(of: account, at: noon) == nil)
            #expect(try await storage.deletions(of: account) == [deletion])
        }
    }
}
