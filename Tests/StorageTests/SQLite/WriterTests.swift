import Glibc
import Market
import Synchronization
import Testing

@testable import Storage

/// What happens to writes that arrive together, and when the file refuses them.
struct WriterTests {
    private func withSQLiteStorage(
        _ body: (SQLiteStorage, _ other: SQLiteFile) async throws -> Void
    ) async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path, busyTimeout: 1)
            defer { storage.close() }
            try await body(storage, SQLiteFile(path))
        }
    }

    /// Runs the inserts so that all of them wait for the writer at once.
    private func insertTogether(
        _ photos: [DevelopedPhoto], into storage: SQLiteStorage
    ) async throws -> [Photo.ID: StorageError] {
        try await withThrowingTaskGroup(of: (Photo.ID, StorageError?).self) { group in
            for photo in photos {
                group.addTask {
                    do throws(StorageError) {
                        try await storage.insert(photo, at: noon)
                        return (photo.photo.id, nil)
                    } catch {
                        return (photo.photo.id, error)
                    }
                }
            }
            var errors: [Photo.ID: StorageError] = [:]
            for try await (id, error) in group { errors[id] = error }
            return errors
        }
    }

    @Test func writesThatWaitTogetherAreCommittedTogether() async throws {
        try await withSQLiteStorage { storage, _ in
            let before = storage.writer.commits
            try await storage.insertTogether(500)
            #expect(storage.writer.commits - before < 500)
            #expect(try await storage.items(ItemQuery(limit: 600)).items.count == 500)
        }
    }

    @Test func aFailedWriteFailsAloneAmongItsNeighbours() async throws {
        try await withSQLiteStorage { storage, _ in
            let stored = try await atOnce(100) { number -> Bool in
                let photos = number.isMultiple(of: 3) ? [Photo.ID.sample("z")] : []
                return (try? await storage.insert(.sample(photos: photos))) != nil
            }
            let items = try await storage.items(ItemQuery(limit: 200)).items
            #expect(stored.count { $0 } == 66)
            #expect(items.count == 66)
        }
    }

    /// The value returned in the transaction that was rolled back is discarded.
    @Test func aWriteThatRunsTwiceAnswersWithItsSecondValue() async throws {
        try await withSQLiteStorage { storage, _ in
            let hasBegun = Mutex(false)
            let mayGoOn = Mutex(false)
            let runs = Mutex(0)
            func wait(forWaiting count: Int) async {
                while storage.statistics.queueLength < count { await Task.yield() }
            }
            async let first: Void = storage.writer.write { _ in
                hasBegun.withLock { $0 = true }
                while !mayGoOn.withLock({ $0 }) { usleep(1_000) }
            }
            while !hasBegun.withLock({ $0 }) { await Task.yield() }
            async let twice = storage.writer.write { _ -> Int? in
                runs.withLock { runs in
                    runs += 1
                    return runs
                }
            }
            await wait(forWaiting: 1)
            async let nothing = storage.writer.write { _ -> Int? in nil }
            await wait(forWaiting: 2)
            async let failing: Void = storage.writer.write { _ throws(StorageError) in
                throw .failed("alone")
            }
            await wait(forWaiting: 3)
            mayGoOn.withLock { $0 = true }
            try await first
            #expect(try await twice == 2)
            #expect(try await nothing == nil)
            do {
                try await failing
                Issue.record("is written")
            } catch {
                #expect(error as? StorageError == .failed("alone"))
            }
        }
    }

    @Test func aWriteThatThrowsLateLeavesNothing() async throws {
        try await withSQLiteStorage { storage, _ in
            await #expect(throws: StorageError.failed("late")) {
                try await storage.writer.write { connection throws(StorageError) in
                    try connection.run(
                        "INSERT INTO photo (id, width, height, date_uploaded) VALUES ('a', 1, 1, 1)"
                    )
                    throw .failed("late")
                }
            }
            let left = try await storage.deleteUnusedPhotos(uploadedBefore: noon)
            #expect(left == 0)
        }
    }

    @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
    func aFileHeldByAnotherIsBusyAndWorksAfterwards(_ begin: String) async throws {
        try await withSQLiteStorage { storage, other in
            let id = try await storage.insert(.sample())
            try other.run(begin)
            await #expect(throws: StorageError.busy) { try await storage.insert(.sample()) }
            await #expect(throws: StorageError.busy) { try await storage.delete(id, at: noon) }
            #expect(try await storage.items(ItemQuery(limit: 9)).items.map(\.id) == [id])
            try other.run("COMMIT")
            #expect(try await storage.insert(.sample()) > id)
        }
    }

    /// Maintenance mostly finds nothing to do.
    @Test func aWriteThatChangesNothingIsNoChange() async throws {
        try await withSQLiteStorage { storage, _ in
            try await storage.insert(.sample("a"), at: noon)
            let commits = storage.commitCount
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon) == 0)
            #expect(try await storage.deleteExpiredSessions(at: noon) == 0)
            #expect(storage.commitCount == commits)
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
            #expect(storage.commitCount > commits)
        }
    }

    @Test func readsGoOnWhileAnotherWrites() async throws {
        try await withSQLiteStorage { storage, other in
            let id = try await storage.insert(.sample())
            let before = try await storage.item(id).content.stock
            try other.run("BEGIN IMMEDIATE; UPDATE item SET stock = 7")
            #expect(try await storage.item(id).content.stock == before)
            let commits = storage.commitCount
            try other.run("COMMIT")
            while storage.commitCount == commits { await Task.yield() }
            #expect(try await storage.item(id).content.stock == 7)
        }
    }

    @Test func aFullDiskStoresNothingByHalvesAndWorksWhenThereIsRoom() async throws {
        try await withSQLiteStorage { storage, _ in
            let kept = try await storage.insert(.sample())
            // SQLite takes this to mean: no larger than now.
            try await storage.writer.write { connection throws(StorageError) in
                try connection.execute("PRAGMA max_page_count = 1")
            }
            let photo = DevelopedPhoto.sample("a", fullSize: 500_000)
            await #expect(throws: StorageError.full) { try await storage.insert(photo, at: noon) }
            await #expect(throws: StorageError.photoNotFound) {
                try await storage.photos([photo.photo.id])
            }
            #expect(try await storage.item(kept).id == kept)
            try await storage.writer.write { connection throws(StorageError) in
                try connection.execute("PRAGMA max_page_count = 1000000")
            }
            try await storage.insert(photo, at: noon)
            #expect(try await storage.bytes(of: photo.photo.id, .full).count == 500_000)
        }
    }

    @Test func writesThatFitSucceedBesideOnesThatDoNot() async throws {
        try await withSQLiteStorage { storage, other in
            let pages = try await storage.writer.write { connection throws(StorageError) in
                try connection.execute("PRAGMA max_page_count = 200")
                return try connection.count("PRAGMA page_count")
            }
            #expect(pages < 180)
            let large = "ABCDE".map { DevelopedPhoto.sample($0, fullSize: 500_000) }
            let small = "abcde".map { DevelopedPhoto.sample($0) }
            let errors = try await insertTogether(
                zip(large, small).flatMap { [$0, $1] }, into: storage)
            #expect(errors == Dictionary(uniqueKeysWithValues: large.map { ($0.photo.id, .full) }))
            #expect(try await storage.photos(small.map(\.photo.id)).count == 5)
            #expect(try other.value("SELECT count(*) FROM rendition") == "15")
            #expect(try other.value("PRAGMA integrity_check") == "ok")
        }
    }

    /// A write into a file that was moved away must not be acknowledged.
    @Test func aFileThatWasMovedIsNotWrittenTo() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            try #require(rename(path, path + ".old") == 0)
            await #expect(throws: StorageError.unusable("\(path) was moved or replaced")) {
                try await storage.insert(.sample())
            }
            try #require(rename(path + ".old", path) == 0)
            #expect(try await storage.insert(.sample()) == 1)
        }
    }

    /// As two processes would: each reads what it wrote, whatever the other commits meanwhile.
    @Test func twoStoragesOfOneFileLoseNothing() async throws {
        try await withMarketFile { path in
            let storages = [try SQLiteStorage(path: path), try SQLiteStorage(path: path)]
            try await atOnce(4) { number in
                for _ in 0..<50 {
                    let id = try await storages[number % 2].insert(.sample())
                    #expect(try await storages[number % 2].item(id).id == id)
                }
            }
            for storage in storages {
                while try await storage.items(ItemQuery(limit: 300)).items.count < 200 {
                    await Task.yield()
                }
            }
        }
    }

    @Test func closingFinishesWaitingWrites() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let answered = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 { group.addTask { (try? await storage.insert(.sample())) != nil } }
                group.addTask {
                    storage.close()
                    return false
                }
                return await group.reduce(into: 0) { count, stored in count += stored ? 1 : 0 }
            }
            let file = try SQLiteFile(folder + "/market.db")
            #expect(try file.value("SELECT count(*) FROM item") == "\(answered)")
        }
    }
}
