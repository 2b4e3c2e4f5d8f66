import Market
import Testing

/// What belongs to one account, while another account tries every operation on it.
struct OrganiserPrivacyTests {
    /// What 민지 has: one of each kind, all pinned to an item and due.
    struct Belongings: Sendable {
        let account: Account.ID
        let item: Item.ID
        let list: TodoList.ID
        let todo: Todo.ID
        let memo: Memo.ID
        let deletion: Deletion.ID
    }

    private func withBelongings(
        _ backend: Backend,
        _ body: (any MarketStorage, Belongings, _ stranger: Account.ID) async throws -> Void
    ) async throws {
        try await backend.withStorage { storage in
            let account = try await storage.join("민지")
            let item = try await storage.insert(.sample())
            let list = try await storage.makeList(of: account)
            let content = TodoContent(title: "약속", reminder: noon, item: item)
            let todo = try await storage.insert(content, in: list, of: account, at: noon)
            try await storage.complete(todo, of: account)
            _ = try await storage.insert(content, in: list, of: account, at: noon)
            let memo = try await storage.insert(
                MemoContent(text: "42cm", reminder: noon, item: item), of: account, at: noon)
            let trashed = try await storage.makeTodo(in: list, of: account)
            let deletion = try await storage.deleteTodo(trashed, of: account, at: noon)
            try await storage.setInterest(true, of: account, in: item)
            let belongings = Belongings(
                account: account, item: item, list: list, todo: todo, memo: memo,
                deletion: deletion.id)
            try await body(storage, belongings, try await storage.join("지수"))
        }
    }

    typealias Attempt =
        @Sendable (any MarketStorage, Belongings, _ intruder: Account.ID) async throws -> Void

    /// Every operation that takes an id.
    private static let named: [Attempt] = [
        { _ = try await $0.list($1.list, of: $2) },
        { _ = try await $0.todos(in: $1.list, of: $2) },
        { _ = try await $0.countCompletedTodos(in: $1.list, of: $2) },
        { _ = try await $0.makeTodo(in: $1.list, of: $2) },
        { try await $0.update($1.list, of: $2, content: TodoListContent(title: "x")) },
        { _ = try await $0.deleteList($1.list, of: $2, at: noon) },
        { _ = try await $0.deleteTodos(in: $1.list, of: $2, at: noon) },
        { _ = try await $0.todo($1.todo, of: $2) },
        {
            try await $0.update(
                $1.todo, of: $2, content: TodoContent(title: "x"), revision: 1, at: noon)
        },
        { try await $0.setCompleted(true, $1.todo, of: $2, at: noon) },
        { try await $0.setCompleted(false, $1.todo, of: $2, at: noon) },
        { _ = try await $0.deleteTodo($1.todo, of: $2, at: noon) },
        { try await $0.dismissReminder(.todo($1.todo), of: $2) },
        { _ = try await $0.memo($1.memo, of: $2) },
        {
            try await $0.update(
                $1.memo, of: $2, content: MemoContent(text: "x"), revision: 1, at: noon)
        },
        { _ = try await $0.deleteMemo($1.memo, of: $2, at: noon) },
        { try await $0.dismissReminder(.memo($1.memo), of: $2) },
        { try await $0.restore($1.deletion, of: $2, at: noon) },
        { try await $0.purge($1.deletion, of: $2) },
    ]

    @Test(arguments: Backend.all)
    func othersThingsAreNotFound(_ backend: Backend) async throws {
        try await withBelongings(backend) { storage, belongings, stranger in
            let before = try await inventory(storage, belongings)
            for (number, attempt) in Self.named.enumerated() {
                for intruder in [stranger, 77] {
                    await #expect(throws: StorageError.notFound, "operation \(number)") {
                        try await attempt(storage, belongings, intruder)
                    }
                }
                let after = try await inventory(storage, belongings)
                #expect(after == before, "operation \(number)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func listsShowNothingOfAnother(_ backend: Backend) async throws {
        try await withBelongings(backend) { storage, belongings, stranger in
            for intruder in [stranger, 77] {
                let item = belongings.item
                let last = Timestamp(seconds: .max)
                let shown = [
                    try await storage.lists(of: intruder).count,
                    try await storage.openTodos(of: intruder, limit: 9).count,
                    try await storage.completedTodos(of: intruder, before: nil, limit: 9).count,
                    try await storage.completedTodos(
                        in: belongings.list, of: intruder, before: nil, limit: 9
                    ).count,
                    try await storage.todos(pinnedTo: item, of: intruder, limit: 9).count,
                    try await storage.memos(of: intruder, before: nil, limit: 9).count,
                    try await storage.viewed(item, by: intruder).todos.count,
                    try await storage.viewed(item, by: intruder).memos.count,
                    try await storage.deletions(of: intruder).count,
                    try await storage.reminders(of: intruder, until: last, limit: 9).count,
                    try await storage.remindersAndPlans(
                        of: intruder, after: noon + -3_600, limit: 9
                    ).count,
                    try await storage.countDueReminders(of: intruder, at: last),
                    try await storage.interests(of: intruder, before: nil, limit: 9).count,
                ]
                #expect(shown.allSatisfy { $0 == 0 }, "\(shown)")
                #expect(try await !storage.viewed(item, by: intruder).isInterested)
            }
        }
    }

    @Test(arguments: Backend.all)
    func sweepingOnesOwnTouchesNothingOfAnother(_ backend: Backend) async throws {
        try await withBelongings(backend) { storage, belongings, stranger in
            let before = try await inventory(storage, belongings)
            let own = try await storage.makeList(of: stranger)
            let todo = try await storage.makeTodo(in: own, of: stranger)
            try await storage.complete(todo, of: stranger)
            #expect(try await storage.deleteCompletedTodos(of: stranger, at: noon)?.count == 1)
            #expect(try await storage.deleteLists(of: stranger, at: noon)?.count == 1)
            try await storage.deleteAccount(stranger, at: noon)
            #expect(try await storage.deleteLists(of: stranger, at: noon) == nil)
            #expect(try await storage.deleteCompletedTodos(of: stranger, at: noon) == nil)
            #expect(try await inventory(storage, belongings) == before)
        }
    }

    /// All that the owner sees, as text.
    private func inventory(
        _ storage: any MarketStorage, _ belongings: Belongings
    ) async throws -> [String] {
        let account = belongings.account
        return [
            "\(try await storage.lists(of: account))",
            "\(try await storage.todos(in: belongings.list, of: account))",
            "\(try await storage.completedTodos(of: account, before: nil, limit: 99))",
            "\(try await storage.memos(of: account, before: nil, limit: 99))",
            "\(try await storage.deletions(of: account))",
            "\(try await storage.reminders(of: account, until: noon, limit: 99))",
        ]
    }
}
