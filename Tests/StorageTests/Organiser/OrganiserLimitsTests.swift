import Market
import Testing

struct OrganiserLimitsTests {
    @Test(arguments: Backend.all)
    func listsPastTheMostAreRefused(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let (account, other) = (try await storage.join("민지"), try await storage.join("지수"))
            try await atOnce(Limits.lists) { _ in try await storage.makeList(of: account) }
            let refused = StorageError.limitReached(most: Limits.lists)
            await #expect(throws: refused) { try await storage.makeList(of: account) }
            _ = try await storage.makeList(of: other)
            let list = try #require(try await storage.lists(of: account).first)
            let deletion = try await storage.deleteList(list.id, of: account, at: noon)
            _ = try await storage.makeList(of: account)
            await #expect(throws: refused) {
                try await storage.restore(deletion.id, of: account, at: noon)
            }
            #expect(try await storage.deletions(of: account) == [deletion])
            #expect(try await storage.lists(of: account).count == Limits.lists)
        }
    }

    @Test(arguments: Backend.all)
    func tasksPastTheMostOfAListAreRefused(_ backend: Backend) async throws {
        try await backend.withList { storage, account, list in
            try await atOnce(Limits.todos) { _ in
                try await storage.makeTodo(in: list, of: account)
            }
            let refused = StorageError.limitReached(most: Limits.todos)
            await #expect(throws: refused) { try await storage.makeTodo(in: list, of: account) }
            _ = try await storage.makeTodo(in: try await storage.makeList(of: account), of: account)
            let all = try #require(try await storage.deleteTodos(in: list, of: account, at: noon))
            #expect(all.count == Limits.todos)
            _ = try await storage.makeTodo(in: list, of: account)
            await #expect(throws: refused) {
                try await storage.restore(all.id, of: account, at: noon)
            }
            #expect(try await storage.todos(in: list, of: account).count == 1)
            #expect(try await storage.deletions(of: account) == [all])
        }
    }

    @Test(arguments: Backend.all)
    func memosPastTheMostAreRefused(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await atOnce(Limits.memos) { _ in try await storage.makeMemo(of: account) }
            let refused = StorageError.limitReached(most: Limits.memos)
            await #expect(throws: refused) { try await storage.makeMemo(of: account) }
            let newest = try #require(
                try await storage.memos(of: account, before: nil, limit: 1).first)
            let deletion = try await storage.deleteMemo(newest.id, of: account, at: noon)
            _ = try await storage.makeMemo(of: account)
            await #expect(throws: refused) {
                try await storage.restore(deletion.id, of: account, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func interestsPastTheMostAreRefused(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            try await atOnce(Limits.interests) { _ in
                let item = try await storage.insert(.sample())
                try await storage.setInterest(true, of: account, in: item)
            }
            let item = try await storage.insert(.sample())
            await #expect(throws: StorageError.limitReached(most: Limits.interests)) {
                try await storage.setInterest(true, of: account, in: item)
            }
        }
    }

    @Test(arguments: Backend.all)
    func theOldestDeletionMakesRoom(_ backend: Backend) async throws {
        try await backend.withAccount { storage, account in
            let id = try await storage.makeMemo("첫째", of: account)
            let first = try await storage.deleteMemo(id, of: account, at: noon)
            try await atOnce(Limits.deletions) { _ in
                let memo = try await storage.makeMemo(of: account)
                _ = try await storage.deleteMemo(memo, of: account, at: noon)
            }
            #expect(try await storage.deletions(of: account).count == Limits.deletions)
            await #expect(throws: StorageError.notFound) {
                try await storage.restore(first.id, of: account, at: noon)
            }
        }
    }
}
