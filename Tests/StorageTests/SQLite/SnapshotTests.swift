import Foundation
import Market
import Testing

@testable import Storage

/// Readers keep their snapshots from one read to the next: never longer than they are right.
struct SnapshotTests {
    @Test(arguments: Backend.all)
    func whatWasAnsweredIsReadByEveryone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<200 {
                            let id = try await storage.insert(.sample())
                            #expect(try await storage.item(id).id == id)
                            try await storage.delete(id)
                            await #expect(throws: StorageError.itemNotFound) {
                                try await storage.item(id)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func aSnapshotIsKeptUntilACommit() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let id = try await storage.insert(.sample())
            let pool = storage.readers
            _ = try storage.item(id)
            let kept = try pool.read { connection in connection.snapshot }
            #expect(kept != nil)
            #expect(try pool.read { connection in connection.isInTransaction })
            try await storage.delete(id)
            #expect(try pool.read { connection in connection.snapshot } != kept)
        }
    }

    @Test func aReadThatFailsKeepsNoSnapshot() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let connection = try storage.readers.read { $0 }
            #expect(throws: StorageError.itemNotFound) { try storage.item(1) }
            #expect(connection.snapshot == nil)
            #expect(!connection.isInTransaction)
        }
    }

    @Test func commitsMakeTheReadersNoMore() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let id = try await storage.insert(.sample())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        while !Task.isCancelled {
                            _ = try storage.item(id)
                            await Task.yield()
                        }
                    }
                }
                for _ in 0..<2_000 { try await storage.setStatus(.reserved, of: id) }
                group.cancelAll()
            }
            // Two read at once, and one may be in the writer's hands.
            #expect(storage.readers.idleCount <= 3)
        }
    }

    /// A log that some reader always needs would grow for ever.
    @Test func theLogStaysShortWhileOthersReadAllTheTime() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.db"
            let storage = try SQLiteStorage(path: path)
            let id = try await storage.insert(.sample())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        while !Task.isCancelled {
                            _ = try storage.item(id)
                            await Task.yield()
                        }
                    }
                }
                let content = try ItemContent.sample(
                    description: String(repeating: "글", count: 40_000))
                for round in 0..<300 {
                    try await storage.update(
                        id, content: content, photos: [], at: noon + Int64(round))
                }
                group.cancelAll()
            }
            // 300 times 30 pages and more were written: 36 MB, of which the log keeps a part.
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            #expect(try #require(attributes[.size] as? Int) < 20_000_000)
        }
    }

    @Test func anotherProcessMayCheckpointOnceNobodyReads() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.db"
            let storage = try SQLiteStorage(path: path)
            let id = try await storage.insert(.sample())
            _ = try storage.item(id)
            let other = try SQLiteFile(path)
            // An open snapshot holds the log; it is let go by itself.
            while try other.value("PRAGMA wal_checkpoint(TRUNCATE)") != "0" { await Task.yield() }
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            #expect(attributes[.size] as? Int == 0)
        }
    }
}
