import Market
import Testing

struct TodoStorageTests {
    @Test(arguments: Backend.all)
    func everyFieldComesBack(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let item = try await storage.insert(.sample())
            let content = TodoContent(title: "사진 찍기", reminder: noon + 60, item: item)
            let id = try await storage.insert(content, in: list, of: account, at: noon)
            let expected = Todo(
                id: id, list: list, content: content, dateCreated: noon, dateModified: noon,
                dateCompleted: nil, revision: 1,
                itemTitle: try await storage.item(item).content.title)
            #expect(try await storage.todo(id, of: account) == expected)
            #expect(try await storage.todos(in: list, of: account) == [expected])
            try await storage.setHidden(true, item, at: noon)
            #expect(try await storage.todo(id, of: account).itemTitle == nil)
        }
    }

    @Test(arguments: Backend.all)
    func tasksComeNewestFirst(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let ids = try await storage.makeTodos(3, in: list, of: account)
            try await storage.complete(ids[2], of: account)
            #expect(try await storage.todos(in: list, of: account).map(\.id) == ids.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func theNewestOpenTodosOfAllListsComeWithTheirList(_ backend: Backend) async throws {
        try await backend.withList { storage, account, first in
            let icon = TodoListContent(title: "이사", icon: .car)
            let second = try await storage.insert(icon, of: account, at: noon)
            let gone = try await storage.makeList("지운 목록", of: account)
            let ids = try await storage.makeTodos(3, in: first, of: account)
            let other = try await storage.makeTodo(in: second, of: account)
            _ = try await storage.makeTodo(in: gone, of: account)
            try await storage.complete(ids[1], of: account)
            _ = try await storage.deleteTodo(ids[2], of: account, at: noon)
            _ = try await storage.deleteList(gone, of: account, at: noon)
            let open = try await storage.openTodos(of: account, limit: 9)
            #expect(open.map(\.id) == [other, ids[0]])
            #expect(open[0].list == icon)
            #expect(open[0].todo == (try await storage.todo(other, of: account)))
            #expect(try await storage.openTodos(of: account, limit: 1).map(\.id) == [other])
            #expect(try await storage.openTodos(of: account, limit: -1).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func everyEditMovesTheDateAndTheRevision(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let id = try await storage.makeTodo(in: list, of: account)
            for number in 1...3 {
                try await storage.update(
                    id, of: account, content: TodoContent(title: "고침 \(number)"),
                    revision: Int64(number), at: noon + Int64(number))
                let todo = try await storage.todo(id, of: account)
                #expect(todo.content.title == "고침 \(number)")
                #expect(todo.dateCreated == noon)
                #expect(todo.dateModified == noon + Int64(number))
                #expect(todo.revision == Int64(number) + 1)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aStaleEditIsRefused(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let id = try await storage.makeTodo(in: list, of: account)
            let first = TodoContent(title: "먼저")
            try await storage.update(id, of: account, content: first, revision: 1, at: noon + 1)
            let before = try await storage.todo(id, of: account)
            for revision in [Int64.min, 0, 1, 3, .max] {
                await #expect(throws: StorageError.changedMeanwhile) {
                    try await storage.update(
                        id, of: account, content: TodoContent(title: "나중"), revision: revision,
                        at: noon + 2)
                }
                #expect(try await storage.todo(id, of: account) == before)
            }
        }
    }

    @Test(arguments: Backend.all)
    func anEditMayMoveATodoToAnotherList(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let other = try await storage.makeList("이사", of: account)
            let id = try await storage.makeTodo(in: list, of: account)
            let content = TodoContent(title: "상자 사기")
            try await storage.update(
                id, of: account, content: content, in: other, revision: 1, at: noon + 1)
            let moved = try await storage.todo(id, of: account)
            #expect(moved.list == other && moved.content == content && moved.revision == 2)
            #expect(try await storage.titles(in: list, of: account).isEmpty)
            #expect(try await storage.lists(of: account).map(\.openTodos) == [0, 1])
            try await storage.update(id, of: account, content: content, revision: 2, at: noon)
            #expect(try await storage.todo(id, of: account).list == other)
        }
    }

    @Test(arguments: Backend.all)
    func aTodoMovesToNoListThatIsNotThere(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let others = try await storage.makeList(of: storage.join("지수"))
            let gone = try await storage.makeList(of: account)
            _ = try await storage.deleteList(gone, of: account, at: noon)
            let id = try await storage.makeTodo(in: list, of: account)
            let before = try await storage.todo(id, of: account)
            for other in [others, gone, 77] {
                await #expect(throws: StorageError.notFound) {
                    try await storage.update(
                        id, of: account, content: TodoContent(title: "고침"), in: other,
                        revision: 1, at: noon)
                }
            }
            #expect(try await storage.todo(id, of: account) == before)
        }
    }

    @Test(arguments: Backend.all)
    func aTodoMovesToNoListThatIsFull(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let full = try await storage.makeList(of: account)
            try await atOnce(Limits.todos) { _ in
                try await storage.makeTodo(in: full, of: account)
            }
            let id = try await storage.makeTodo(in: list, of: account)
            let before = try await storage.todo(id, of: account)
            await #expect(throws: StorageError.limitReached(most: Limits.todos)) {
                try await storage.update(
                    id, of: account, content: TodoContent(title: "고침"), in: full, revision: 1,
                    at: noon)
            }
            #expect(try await storage.todo(id, of: account) == before)
        }
    }

    @Test(arguments: Backend.all)
    func oneOfFiftyEditsAtOnceIsTaken(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let id = try await storage.makeTodo(in: list, of: account)
            let taken = try await atOnce(50) { number -> String? in
                let content = TodoContent(title: "고침 \(number)")
                let edit: Void? = try? await storage.update(
                    id, of: account, content: content, revision: 1, at: noon)
                return edit.map { content.title }
            }.compactMap(\.self)
            #expect(taken == [try await storage.todo(id, of: account).content.title])
        }
    }

    @Test(arguments: Backend.all)
    func completingIsNoEditAndKeepsItsFirstDate(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let id = try await storage.makeTodo(in: list, of: account)
            var expected = try await storage.todo(id, of: account)
            expected.dateCompleted = noon + 5
            for seconds: Int64 in [5, 9] {
                try await storage.complete(id, of: account, at: noon + seconds)
                #expect(try await storage.todo(id, of: account) == expected)
            }
            expected.dateCompleted = nil
            for _ in 1...2 {
                let answered = try await storage.setCompleted(false, id, of: account, at: noon + 10)
                #expect(answered == list)
                #expect(try await storage.todo(id, of: account) == expected)
            }
        }
    }

    @Test(arguments: Backend.all)
    func completedTodosKeepAllThatTheyWere(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let item = try await storage.insert(.sample())
            let content = TodoContent(title: "약속", reminder: noon + 60, item: item)
            let id = try await storage.insert(content, in: list, of: account, at: noon)
            try await storage.complete(id, of: account, at: noon + 1)
            let completed = try await storage.completedTodos(of: account, before: nil, limit: 9)
            let todo = try await storage.todo(id, of: account)
            #expect(todo.content == content)
            #expect(
                completed == [
                    CompletedTodo(
                        todo: todo, list: TodoListContent(title: "장보기"),
                        dateCompleted: noon + 1)
                ])
        }
    }

    @Test(arguments: Backend.all)
    func completedTodosArePagedLastCompletedFirst(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let ids = try await storage.makeTodos(9, in: list, of: account)
            // Three tasks share each moment.
            for (place, id) in ids.enumerated() {
                try await storage.complete(id, of: account, at: noon + Int64(2 - place % 3))
            }
            let seen = try await allPages { (last: CompletedTodo?) in
                try await storage.completedTodos(of: account, before: last?.key, limit: 2)
            }
            #expect(seen.map(\.id) == [6, 3, 0, 7, 4, 1, 8, 5, 2].map { ids[$0] })
        }
    }

    @Test(arguments: Backend.all)
    func completedTodosOfOneListAreToldApart(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let other = try await storage.makeList("이사", of: account)
            let ids = try await storage.makeTodos(3, in: list, of: account)
            let elsewhere = try await storage.makeTodo(in: other, of: account)
            for id in ids.prefix(2) + [elsewhere] { try await storage.complete(id, of: account) }
            let seen = try await allPages { (last: CompletedTodo?) in
                try await storage.completedTodos(in: list, of: account, before: last?.key, limit: 1)
            }
            #expect(seen.map(\.id) == [ids[1], ids[0]])
            #expect(try await storage.countCompletedTodos(in: list, of: account) == 2)
            _ = try await storage.deleteTodo(ids[0], of: account, at: noon)
            #expect(try await storage.countCompletedTodos(in: list, of: account) == 1)
            let all = try await storage.completedTodos(in: nil, of: account, before: nil, limit: 9)
            #expect(all.map(\.id) == [elsewhere, ids[1]])
            #expect(all.map(\.list.title) == ["이사", "장보기"])
        }
    }

    @Test(arguments: Backend.all, [Int.min, -1, 0])
    func aLimitBelowOneAnswersNothing(_ backend: Backend, _ limit: Int) async throws {
        try await backend.withList { storage, account, list in
            let item = try await storage.insert(.sample())
            let todo = TodoContent(title: "약속", reminder: noon, item: item)
            let id = try await storage.insert(todo, in: list, of: account, at: noon)
            let memo = MemoContent(text: "약속", reminder: noon, item: item)
            _ = try await storage.insert(memo, of: account, at: noon)
            try await storage.setInterest(true, of: account, in: item)
            #expect(try await storage.todos(pinnedTo: item, of: account, limit: limit).isEmpty)
            let viewed = try await storage.viewed(item, by: account, notes: limit)
            #expect(viewed.todos.isEmpty && viewed.memos.isEmpty)
            #expect(try await storage.memos(of: account, before: nil, limit: limit).isEmpty)
            #expect(try await storage.interests(of: account, before: nil, limit: limit).isEmpty)
            #expect(try await storage.reminders(of: account, until: noon, limit: limit).isEmpty)
            try await storage.complete(id, of: account)
            #expect(
                try await storage.completedTodos(of: account, before: nil, limit: limit).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func allTodosOfAListGoTogether(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let other = try await storage.makeList(of: account)
            let ids = try await storage.makeTodos(3, in: list, of: account)
            _ = try await storage.makeTodo("남는 일", in: other, of: account)
            try await storage.complete(ids[0], of: account)
            let deletion = try await storage.deleteTodos(in: list, of: account, at: noon)
            #expect(deletion?.kind == .todos)
            #expect(deletion?.count == 3)
            #expect(deletion?.title == "할 일 2")
            #expect(try await storage.todos(in: list, of: account).isEmpty)
            #expect(try await storage.titles(in: other, of: account) == ["남는 일"])
            #expect(try await storage.deleteTodos(in: list, of: account, at: noon) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func allCompletedTodosGoTogether(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let other = try await storage.makeList(of: account)
            let ids = try await storage.makeTodos(3, in: list, of: account)
            let elsewhere = try await storage.makeTodo(in: other, of: account)
            for id in [ids[0], elsewhere] { try await storage.complete(id, of: account) }
            let deletion = try await storage.deleteCompletedTodos(of: account, at: noon)
            #expect(deletion?.count == 2)
            #expect(try await storage.completedTodos(of: account, before: nil, limit: 9).isEmpty)
            #expect(try await storage.todos(in: list, of: account).map(\.id) == [ids[2], ids[1]])
            #expect(try await storage.deleteCompletedTodos(of: account, at: noon) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func aTodoIsPinnedToAnItem(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let items = try await storage.insertMany(2)
            var ids: [Todo.ID] = []
            for item in [items[0], items[1], items[0]] {
                let content = TodoContent(title: "약속", item: item)
                ids.append(try await storage.insert(content, in: list, of: account, at: noon))
            }
            let pinned = try await storage.todos(pinnedTo: items[0], of: account, limit: 9)
            #expect(pinned.map(\.id) == [ids[2], ids[0]])
            let one = try await storage.todos(pinnedTo: items[0], of: account, limit: 1)
            #expect(one.map(\.id) == [ids[2]])
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemLetsGoOfItsTodos(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let item = try await storage.insert(.sample())
            let content = TodoContent(title: "약속", item: item)
            let id = try await storage.insert(content, in: list, of: account, at: noon)
            try await storage.delete(item, at: noon)
            #expect(try await storage.todo(id, of: account).content == TodoContent(title: "약속"))
            #expect(try await storage.todos(pinnedTo: item, of: account, limit: 9).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func aTodoIsNotPinnedToAMissingItem(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let id = try await storage.makeTodo(in: list, of: account)
            let content = TodoContent(title: "약속", item: 77)
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.insert(content, in: list, of: account, at: noon)
            }
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.update(id, of: account, content: content, revision: 1, at: noon)
            }
            #expect(try await storage.titles(in: list, of: account) == ["우유 사기"])
        }
    }
}
