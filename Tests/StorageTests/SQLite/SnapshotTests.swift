import Foundation
import Market
import Testing

@testable import Storage

/// Readers keep their snapshot from one read to the next, but never longer than it is current.
struct SnapshotTests {
    @Test(arguments: Backend.all)
    func answeredWritesAreReadByEveryone(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await atOnce(8) { _ in
                for _ in 0..<200 {
                    let id = try await storage.insert(.sample())
                    #expect(try await storage.item(id).id == id)
                    try await storage.delete(id, at: noon)
                    await #expect(throws: StorageError.itemNotFound) { try await storage.item(id) }
                }
            }
        }
    }

    @Test func aSnapshotIsKeptUntilACommit() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let id = try await storage.insert(.sample())
            let pool = storage.readers
            _ = try await storage.item(id)
            let kept = try pool.read { connection in connection.snapshot }
            #expect(kept != nil)
            #expect(try pool.read { connection in connection.isInTransaction })
            try await storage.delete(id, at: noon)
            #expect(try pool.read { connection in connection.snapshot } != kept)
        }
    }

    @Test func aReadThatFailsKeepsNoSnapshot() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let connection = try storage.readers.read { $0 }
            await #expect(throws: StorageError.itemNotFound) { try await storage.item(1) }
            #expect(connection.snapshot == nil)
            #expect(!connection.isInTransaction)
        }
    }

    @Test func commitsAddNoReaders() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let id = try await storage.insert(.sample())
            try await withReaders(2) {
                _ = try await storage.item(id)
            } during: {
                for _ in 0..<2_000 { try await storage.setStatus(.reserved, of: id, at: noon) }
            }
            // Two readers are busy at once, and the writer may hold one more.
            #expect(storage.readers.idleCount <= 3)
        }
    }

    /// A log that always has a reader would never be reset, and would grow for ever.
    @Test func theLogStaysShortWhileOthersReadAllTheTime() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            let id = try await storage.insert(.sample())
            try await withReaders(2) {
                _ = try await storage.item(id)
            } during: {
                let content = try ItemContent.sample(
                    description: String(repeating: "글", count: 40_000))
                for round in 0..<300 {
                    try await storage.update(
                        id, content: content, photos: [], at: noon + Int64(round))
                }
            }
            // 300 rounds of at least 30 pages were written: 36 MB, of which the log keeps only a part.
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            #expect(try #require(attributes[.size] as? Int) < 20_000_000)
        }
    }

    @Test func anotherProcessMayCheckpointOnceNobodyReads() async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            let id = try await storage.insert(.sample())
            _ = try await storage.item(id)
            let other = try SQLiteFile(path)
            // An open snapshot blocks the checkpoint until the reader releases it by itself.
            while try other.value("PRAGMA wal_checkpoint(TRUNCATE)") != "0" { await Task.yield() }
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            #expect(attributes[.size] as? Int == 0)
        }
    }

    // MARK: - List rows, which are cached across commits

    private func firstRow(_ storage: any MarketStorage) async throws -> ItemSummary {
        try #require(try await storage.items(ItemQuery(limit: 20)).items.first)
    }

    @Test(arguments: Backend.all)
    func aListShowsEachChangeOfAListing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.setPlaces(.parsed("역삼동"))
            let place = try await storage.places().entries.first.map { Place($0.neighbourhood) }
            _ = try await storage.insertMany(3)
            let id = try await storage.insert(.sample())
            try await storage.insert(DevelopedPhoto.sample("a"), at: noon)
            var content = try ItemContent.sample()
            content.place = place
            let changes: [@Sendable (inout ItemContent) throws -> Void] = [
                { $0.title = "책상" }, { $0.category = .digital }, { $0.stock = 7 },
                { $0.price = try Price(9_000, discountedTo: 8_000) },
                { $0.price = .open(in: .krw) }, { $0.place = nil }, { $0.place = place },
            ]
            for change in changes {
                try change(&content)
                try await storage.update(id, content: content, photos: [], at: noon)
                #expect(try await firstRow(storage) == ItemSummary(storage.item(id)))
            }
            try await storage.update(id, content: content, photos: [.sample("a")], at: noon)
            #expect(try await firstRow(storage).photo == .sample("a"))
            try await storage.setStatus(.reserved, of: id, at: noon)
            #expect(try await firstRow(storage).status == .reserved)
            try await storage.setPlaces(.parsed("역삼1동 = 역삼동"))
            #expect(try await firstRow(storage).neighbourhood?.name == "역삼1동")
            try await storage.delete(id, at: noon)
            #expect(try await firstRow(storage).title == "의자 2")
            try await storage.pullUp(1, at: noon + Item.pullUpWait)
            #expect(try await firstRow(storage).title == "의자 0")
            #expect(try await storage.items(ItemQuery(limit: 20)).items.map(\.id) == [1, 3, 2])
        }
    }

    @Test(arguments: Backend.all)
    func aListShowsAnsweredWritesWhileOthersReadIt(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(20)
            try await withReaders(3) {
                _ = try await storage.items(ItemQuery(limit: 20))
            } during: {
                for round in 0..<300 {
                    let place = round * 7 % ids.count
                    try await storage.update(
                        ids[place], content: .sample(title: "\(round)"), photos: [], at: noon)
                    let rows = try await storage.items(ItemQuery(limit: 20)).items
                    #expect(rows[ids.count - 1 - place].title == "\(round)")
                }
            }
        }
    }

    @Test func aListShowsWhatAnotherProcessHasChanged() async throws {
        try await withMarketFile { path in
            let (storage, other) = (try SQLiteStorage(path: path), try SQLiteStorage(path: path))
            let id = try await storage.insert(.sample())
            #expect(try await firstRow(storage).title == "원목 의자")
            try await other.update(id, content: .sample(title: "책상"), photos: [], at: noon)
            while try await firstRow(storage).title != "책상" { await Task.yield() }
            #expect(try await firstRow(other).title == "책상")
        }
    }

    /// Closing must not wait for the other's readers: meanwhile the other could neither write nor
    /// merge its index.
    @Test func closingTheFileHoldsUpNobody() async throws {
        try await withMarketFile { path in
            let (storage, other) = (try SQLiteStorage(path: path), try SQLiteStorage(path: path))
            let id = try await storage.insert(.sample())
            #expect(try await storage.item(id).id == id)
            let beginning = ContinuousClock.now
            other.close()
            _ = try await storage.insert(.sample())
            #expect(ContinuousClock.now - beginning < .seconds(3))
        }
    }

    /// More rows than the cache holds, so that they replace each other.
    @Test func rowsSharingACacheSlotAreToldApart() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            try await storage.insertTogether(2_100)
            for _ in 0..<2 {
                for last in [2_101, 53, 2_101] as [Int64] {
                    let position = ItemQuery.Position.following(ItemKey(integerLiteral: last))
                    let rows = try await storage.items(ItemQuery(position: position, limit: 20))
                        .items
                    #expect(rows.map(\.id.rawValue) == (last - 20..<last).reversed())
                }
            }
        }
    }
}
