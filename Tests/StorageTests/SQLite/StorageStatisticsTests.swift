import Dispatch
import Market
import Testing

@testable import Storage

struct StorageStatisticsTests {
    private func withSQLiteStorage(_ body: (SQLiteStorage) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            defer { storage.close() }
            try await body(storage)
        }
    }

    /// The statistics after batches of so many writes each, with an empty queue.
    private func statistics(batches: [Int]) -> StorageStatistics {
        var counts = BatchCounts()
        for writes in batches { counts.count(writes) }
        return StorageStatistics(
            commits: batches.count, writes: batches.reduce(0, +), batches: counts, queueLength: 0)
    }

    @Test func aFreshStorageHasWrittenNothing() async throws {
        try await withSQLiteStorage { storage in
            #expect(storage.statistics == statistics(batches: []))
        }
    }

    @Test func writesOneByOneAreCommitsToo() async throws {
        try await withSQLiteStorage { storage in
            for _ in 0..<3 { _ = try await storage.insert(.sample()) }
            #expect(storage.statistics == statistics(batches: [1, 1, 1]))
        }
    }

    @Test func failedWritesAreNotCounted() async throws {
        try await withSQLiteStorage { storage in
            _ = try await storage.insert(.sample())
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.delete(99, at: noon)
            }
            #expect(storage.statistics.writes == 1)
        }
    }

    @Test func waitingWritesAreCountedThenCommittedTogether() async throws {
        try await withSQLiteStorage { storage in
            let (hasBegun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await storage.writer.write { _ throws(StorageError) in
                        hasBegun.signal()
                        // If the queue stays shorter, the test must fail instead of hanging.
                        _ = end.wait(timeout: .now() + 20)
                    }
                }
                await Self.wait(for: hasBegun)
                for _ in 0..<5 { group.addTask { _ = try await storage.insert(.sample()) } }
                while storage.statistics.queueLength < 5 { await Task.yield() }
                #expect(storage.statistics.writes == 0)
                end.signal()
                try await group.waitForAll()
            }
            #expect(storage.statistics == statistics(batches: [1, 5]))
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
