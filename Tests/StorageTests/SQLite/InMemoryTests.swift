import Foundation
import Market
import Testing

@testable import Storage

/// A storage without a file: its readers and its writer take turns on one connection.
struct InMemoryTests {
    private func storage() throws -> SQLiteStorage { try SQLiteStorage(path: ":memory:") }

    @Test func twoStoragesShareNothing() async throws {
        let storages = [try storage(), try storage()]
        #expect(try await storages[0].insert(.sample()) == 1)
        #expect(try await storages[1].items(ItemQuery(limit: 9)).items.isEmpty)
    }

    @Test func noFileIsMade() async throws {
        _ = try await storage().insert(.sample())
        #expect(!FileManager.default.fileExists(atPath: ":memory:"))
    }

    @Test func aClosedStorageRefuses() async throws {
        let storage = try storage()
        _ = try await storage.insert(.sample())
        storage.close()
        storage.close()
        await #expect(throws: SQLiteStorage.closed) { try await storage.item(1) }
        await #expect(throws: SQLiteStorage.closed) { try await storage.insert(.sample()) }
    }

    @Test func everyCommitIsACountedChangeAndNothingElseIs() async throws {
        let storage = try storage()
        let before = storage.commitCount
        _ = try await storage.insert(.sample())
        #expect(storage.commitCount == before + 1)
        _ = try await storage.item(1)
        #expect(try await storage.deleteExpiredSessions(at: noon) == 0)
        #expect(storage.commitCount == before + 1)
    }

    @Test func nobodyReadsHalfATransaction() async throws {
        let storage = try storage()
        try await withReaders(2) {
            let count = try storage.readNow { connection throws(StorageError) in
                try connection.count("SELECT count(*) FROM photo")
            }
            #expect(count.isMultiple(of: 2))
        } during: {
            for number in 0..<300 {
                try await storage.write { connection throws(StorageError) in
                    for half in ["a", "b"] {
                        try connection.run(
                            """
                            INSERT INTO photo (id, width, height, date_uploaded)
                            VALUES (?, 1, 1, 1)
                            """, "\(number)\(half)")
                    }
                }
            }
        }
    }
}
