import Market
import Testing

struct RepetitionStorageTests {
    private static let day: Int64 = 86_400

    /// Days of 86,400 seconds, without daylight saving time.
    private static let daily: Repetition.Calendar = { repetition, moment in
        let days = max(moment.since(repetition.start) / RepetitionStorageTests.day + 1, 1)
        return repetition.start + days * RepetitionStorageTests.day
    }

    /// Runs `body` with an account that has a task repeating every day from noon on.
    private func withTodo(
        _ backend: Backend,
        _ body: (any MarketStorage, Account.ID, TodoList.ID, Todo.ID) async throws -> Void
    ) async throws {
        try await backend.withList { storage, account, list in
            let content = TodoContent(
                title: "약 먹기", reminder: noon, repetition: Repetition(.daily, from: noon))
            let id = try await storage.insert(content, in: list, of: account, at: noon + -60)
            try await body(storage, account, list, id)
        }
    }

    private func complete(
        _ id: Todo.ID, after seconds: Int64, _ storage: any MarketStorage, _ account: Account.ID,
        _ isCompleted: Bool = true
    ) async throws {
        try await storage.setCompleted(
            isCompleted, id, of: account, at: noon + seconds, by: Self.daily)
    }

    private func open(_ storage: any MarketStorage, _ account: Account.ID) async throws -> [Todo] {
        try await storage.openTodos(of: account, limit: 9).map(\.todo)
    }

    @Test(arguments: Backend.all, Repetition.Frequency.allCases)
    func repetitionsComeBack(_ backend: Backend, _ frequency: Repetition.Frequency) async throws {
        try await withTodo(backend) { storage, account, list, id in
            let content = TodoContent(
                title: "약 먹기", reminder: noon + 9,
                repetition: Repetition(frequency, from: noon + 4))
            try await storage.update(id, of: account, content: content, revision: 1, at: noon)
            let todo = try await storage.todo(id, of: account)
            #expect(todo.content == content)
            #expect(todo.next == nil)
            let reminders = try await storage.reminders(of: account, until: noon + 9, limit: 9)
            #expect(reminders.map(\.repetition) == [content.repetition])
            let plain = TodoContent(title: "약 먹기", reminder: noon + 9)
            try await storage.update(id, of: account, content: plain, revision: 2, at: noon)
            #expect(try await storage.todo(id, of: account).content == plain)
        }
    }

    @Test(
        arguments: Backend.all,
        [(-7_200, 1), (0, 1), (60, 1), (86_399, 1), (86_400, 2), (302_400, 4)]
            as [(Int64, Int64)])
    func completingOpensTheNextTimeAndSkipsMissedOnes(
        _ backend: Backend, _ example: (seconds: Int64, days: Int64)
    ) async throws {
        try await withTodo(backend) { storage, account, list, id in
            let before = try await storage.todo(id, of: account)
            try await complete(id, after: example.seconds, storage, account)
            let next = try #require(try await open(storage, account).first)
            var expected = before.content
            expected.reminder = noon + example.days * Self.day
            #expect(next.content == expected)
            #expect(next.list == list && next.dateCreated == noon + example.seconds)
            let done = try await storage.completedTodos(of: account, before: nil, limit: 9)
            #expect(done.map(\.id) == [id] && done.map(\.todo.next) == [next.id])
            #expect(done.map(\.todo.content) == [TodoContent(title: "약 먹기", reminder: noon)])
            let last = noon + 4 * Self.day
            #expect(try await storage.countDueReminders(of: account, at: last) == 1)
            let due = try await storage.latestReminders(
                of: account, after: noon, until: noon + 5 * Self.day, limit: 9)
            #expect(due.map(\.date) == [noon + example.days * Self.day])
        }
    }

    @Test(arguments: Backend.all)
    func concurrentCompletionsOpenOneNextTodo(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await atOnce(20) { _ in
                try? await storage.setCompleted(true, id, of: account, at: noon, by: Self.daily)
            }
            let all = try await storage.todos(in: list, of: account)
            #expect(all.count == 2)
            #expect(try await open(storage, account).count == 1)
        }
    }

    @Test(arguments: Backend.all)
    func reopeningTakesTheNextOneBack(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            var before = try await storage.todo(id, of: account)
            for _ in 1...2 {
                try await complete(id, after: 60, storage, account)
                try await complete(id, after: 90, storage, account, false)
                before.revision += 2
                #expect(try await storage.todos(in: list, of: account) == [before])
            }
            #expect(try await storage.deletions(of: account).isEmpty)
        }
    }

    /// One form is older than the completion, the other older than the reopening.
    @Test(arguments: Backend.all)
    func staleFormsAreRefused(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            let content = try await storage.todo(id, of: account).content
            for (revision, isCompleted) in [(1, true), (2, false)] as [(Int64, Bool)] {
                try await complete(id, after: 60, storage, account, isCompleted)
                await #expect(throws: StorageError.changedMeanwhile) {
                    try await storage.update(
                        id, of: account, content: content, revision: revision, at: noon)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func aTodoWithANextOneNoLongerRepeats(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            var content = try await storage.todo(id, of: account).content
            try await complete(id, after: 60, storage, account)
            content.title = "비타민 먹기"
            try await storage.update(id, of: account, content: content, revision: 2, at: noon)
            content.repetition = nil
            #expect(try await storage.todo(id, of: account).content == content)
        }
    }

    /// Moved to one of its times the task repeats as before; moved to any other it repeats from there.
    @Test(
        arguments: Backend.all,
        [(86_400, 0), (0, 0), (-172_800, -172_800), (60, 60)] as [(Int64, Int64)])
    func aTodoMovedWhileCompletedRepeatsFromThere(
        _ backend: Backend, _ example: (moved: Int64, start: Int64)
    ) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await complete(id, after: 60, storage, account)
            let content = TodoContent(title: "약 먹기", reminder: noon + example.moved)
            try await storage.update(id, of: account, content: content, revision: 2, at: noon)
            try await complete(id, after: 90, storage, account, false)
            let repetition = try await storage.todo(id, of: account).content.repetition
            #expect(repetition == Repetition(.daily, from: noon + example.start))
            #expect(try await open(storage, account).map(\.id) == [id])
        }
    }

    typealias Touch = @Sendable (any MarketStorage, Account.ID, Todo) async throws -> Void

    private static let touches: [Touch] = [
        { storage, account, todo in
            var content = todo.content
            content.title = "비타민 먹기"
            try await storage.update(todo.id, of: account, content: content, revision: 1, at: noon)
        },
        { storage, account, todo in
            try await storage.setCompleted(
                true, todo.id, of: account, at: noon, by: RepetitionStorageTests.daily)
        },
        { storage, account, todo in
            let deletion = try await storage.deleteTodo(todo.id, of: account, at: noon)
            try await storage.restore(deletion.id, of: account, at: noon)
            var content = todo.content
            content.repetition = nil
            try await storage.update(todo.id, of: account, content: content, revision: 1, at: noon)
        },
    ]

    /// The touched task goes on repeating and its predecessor does not, so that it never repeats twice.
    @Test(arguments: Backend.all, touches.indices)
    func aTouchedNextTodoIsNotTakenBack(_ backend: Backend, _ touch: Int) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await complete(id, after: 60, storage, account)
            let next = try #require(try await open(storage, account).first)
            try await Self.touches[touch](storage, account, next)
            let touched = try await storage.todo(next.id, of: account)
            let count = try await storage.todos(in: list, of: account).count
            for isCompleted in [false, true, false] {
                try await complete(id, after: 90, storage, account, isCompleted)
                #expect(try await storage.todo(next.id, of: account) == touched)
                #expect(try await storage.todos(in: list, of: account).count == count)
            }
            let todo = try await storage.todo(id, of: account)
            #expect(todo.content.repetition == nil && todo.next == nil)
        }
    }

    @Test(arguments: Backend.all)
    func aNextTodoInTheTrashStaysThere(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await complete(id, after: 60, storage, account)
            let next = try #require(try await open(storage, account).first)
            let deletion = try await storage.deleteTodo(next.id, of: account, at: noon)
            try await complete(id, after: 90, storage, account, false)
            #expect(try await open(storage, account).map(\.id) == [id])
            try await storage.restore(deletion.id, of: account, at: noon)
            #expect(try await storage.todo(next.id, of: account) == next)
        }
    }

    @Test(arguments: Backend.all)
    func aTodoWithoutANextTimeIsCompletedLikeAnyOther(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await storage.complete(id, of: account)
            #expect(try await open(storage, account).isEmpty)
            try await storage.setCompleted(false, id, of: account, at: noon)
            let todo = try await storage.todo(id, of: account)
            #expect(todo.content.repetition == Repetition(.daily, from: noon))
        }
    }

    @Test(arguments: Backend.all)
    func aDismissedTodoComesAtItsNextTime(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            // Dismissing it twice skips one time only.
            for seconds: Int64 in [90_000, 90_001] {
                try await storage.dismissReminder(
                    .todo(id), of: account, at: noon + seconds, by: Self.daily)
                let todo = try await storage.todo(id, of: account)
                #expect(todo.content.reminder == noon + 2 * Self.day)
                #expect(todo.content.repetition == Repetition(.daily, from: noon))
                #expect(todo.revision == 1 && todo.dateCompleted == nil)
                // Calendar programs notice the move by this date alone.
                #expect(todo.dateModified == noon + 90_000)
            }
            #expect(try await storage.countDueReminders(of: account, at: noon + 90_001) == 0)
            let then = noon + 2 * Self.day
            #expect(try await storage.countDueReminders(of: account, at: then) == 1)
        }
    }

    /// The task was dismissed when it did not repeat yet.
    @Test(arguments: Backend.all)
    func aTodoThatBeginsToRepeatRemindsAgain(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            let id = try await storage.makeTodo("일", in: list, of: account, reminder: noon)
            try await storage.dismissReminder(.todo(id), of: account)
            #expect(try await storage.countDueReminders(of: account, at: noon) == 0)
            let content = TodoContent(
                title: "일", reminder: noon, repetition: Repetition(.weekly, from: noon))
            try await storage.update(id, of: account, content: content, revision: 1, at: noon)
            #expect(try await storage.countDueReminders(of: account, at: noon) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aFullListDropsItsOldestCompletedTodo(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await atOnce(Limits.todos - 2) { _ in
                try await storage.makeTodo(in: list, of: account)
            }
            for day: Int64 in 0...2 {
                let reminders = try await storage.reminders(
                    of: account, until: Timestamp(seconds: .max), limit: 9)
                guard case .todo(let todo) = try #require(reminders.first).subject else { continue }
                try await complete(todo, after: day * Self.day, storage, account)
            }
            let todos = try await storage.todos(in: list, of: account)
            #expect(todos.count == Limits.todos)
            #expect(todos.first?.content.reminder == noon + 3 * Self.day)
            #expect(todos.compactMap(\.dateCompleted) == [noon + 2 * Self.day])
            #expect(!todos.contains { $0.id == id })
            // Completed tasks also make room for one that is added or restored.
            let deletion = try await storage.deleteTodo(
                try #require(todos.last).id, of: account, at: noon)
            _ = try await storage.makeTodo(in: list, of: account)
            try await storage.restore(deletion.id, of: account, at: noon)
            let full = try await storage.todos(in: list, of: account)
            #expect(full.count == Limits.todos && full.allSatisfy { $0.dateCompleted == nil })
            await #expect(throws: StorageError.limitReached(most: Limits.todos)) {
                try await storage.makeTodo(in: list, of: account)
            }
            let last = try await storage.deleteTodo(
                try #require(full.last).id, of: account, at: noon)
            _ = try await storage.makeTodo(in: list, of: account)
            await #expect(throws: StorageError.limitReached(most: Limits.todos)) {
                try await storage.restore(last.id, of: account, at: noon)
            }
        }
    }

    /// The completed one stays on the former list.
    @Test(arguments: Backend.all)
    func aRepeatingTodoComesOnTheListItWasMovedTo(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            try await complete(id, after: 60, storage, account)
            let other = try await storage.makeList(of: account)
            let next = try #require(try await open(storage, account).first)
            try await storage.update(
                next.id, of: account, content: next.content, in: other, revision: 1, at: noon)
            try await complete(next.id, after: 90, storage, account)
            #expect(try await open(storage, account).map(\.list) == [other])
            #expect(try await storage.todos(in: list, of: account).map(\.id) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func aListLeavesOutWhatWasCompletedBefore(_ backend: Backend) async throws {
        try await withTodo(backend) { storage, account, list, id in
            let once = try await storage.makeTodo(in: list, of: account)
            try await storage.complete(once, of: account, at: noon)
            try await complete(id, after: 60, storage, account)
            let next = try #require(try await open(storage, account).first).id
            for (moment, expected) in [
                (nil, [next, once, id]), (noon, [next, once, id]), (noon + 60, [next, id]),
                (noon + 61, [next]),
            ] as [(Timestamp?, [Todo.ID])] {
                let todos = try await storage.todos(in: list, of: account, completedSince: moment)
                #expect(todos.map(\.id) == expected)
            }
            #expect(try await storage.countCompletedTodos(in: list, of: account) == 2)
            try await complete(id, after: 90, storage, account, false)
            let reopened = try await storage.todos(
                in: list, of: account, completedSince: noon + 9 * Self.day)
            #expect(reopened.map(\.id) == [id])
            #expect(try await storage.countCompletedTodos(in: list, of: account) == 1)
        }
    }

    /// Tasks pinned to an item are completed when it is sold, and do not come again.
    @Test(arguments: Backend.all)
    func aClosingOpensNoNextOne(_ backend: Backend) async throws {
        try await backend.withAccount { storage, seller in
            let asker = try await storage.join("지수")
            let item = try await storage.insert(NewItem.sample(of: seller))
            let chat = try await storage.ask(about: item, by: asker)
            let list = try await storage.makeList(of: asker)
            let content = TodoContent(
                title: "물어보기", reminder: noon, repetition: Repetition(.daily, from: noon),
                item: item)
            let id = try await storage.insert(content, in: list, of: asker, at: noon)
            try await storage.take(.close(at: nil), in: chat, by: .account(seller), at: noon)
            #expect(try await open(storage, asker).isEmpty)
            try await storage.take(.reopen, in: chat, by: .account(seller), at: noon + 60)
            let todos = try await open(storage, asker)
            #expect(todos.map(\.id) == [id] && todos.map(\.content) == [content])
        }
    }
}
