import Fixtures
import Market
import Testing

@testable import Storage

/// The facets that lists filter and sort by, which are kept in the file and read at the start.
struct ItemFacetsTests {
    private static let queries = [
        ItemFilter(), ItemFilter(status: .only(.sold)), ItemFilter(category: .games),
        ItemFilter(maximumPrice: 5_000), ItemFilter(isFree: true), ItemFilter(purpose: .request),
    ].flatMap { filter in
        ItemOrder.allCases.filter { $0 != .bestMatch }
            .map { ItemQuery(filter: filter, order: $0, limit: 30) }
    }

    /// Runs `body` with a file of 60 items of all kinds, in nine chunks of positions.
    private func withFile(_ body: (String) async throws -> Void) async throws {
        try await withMarketFile { path in
            let storage = try SQLiteStorage(path: path)
            var random = SplitMix64()
            for number in 0..<60 {
                var content = try ItemContent.sample(
                    category: Bool.random(using: &random) ? .furniture : .games,
                    price: try price(&random))
                if number.isMultiple(of: 7) { content.purpose = .request }
                _ = try await storage.insert(
                    NewItem(
                        content: content, photos: [],
                        status: Item.Status.allCases.randomElement(using: &random) ?? .sold,
                        passwordHash: "hash", datePosted: noon))
            }
            storage.close()
            let connection = try SQLiteConnection(path: path, role: .writer, busyTimeout: 5_000)
            try connection.execute("UPDATE item SET position = position * 600 + 1")
            try SQLiteStorage(path: path).close()
            try await body(path)
        }
    }

    private func price(_ random: inout SplitMix64) throws -> Price {
        let amount = Int64.random(in: 0...9, using: &random) * 1_050
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .open()
        case 1: return try Price(amount, currency: .eur)
        default: return try Price(amount)
        }
    }

    private func chunks(_ path: String) throws -> [String] {
        try SQLiteFile(path).values("SELECT chunk FROM item_facets ORDER BY chunk")
    }

    private func lists(_ storage: SQLiteStorage) async throws -> [[Item.ID]] {
        var lists: [[Item.ID]] = []
        for query in Self.queries { lists.append(try await storage.items(query).items.map(\.id)) }
        let whole = try await storage.items(ItemOffsetQuery(limit: 99, of: .wholePrices))
        return lists + [whole.items.map(\.summary.id)]
    }

    /// The lists when the file holds no facets.
    private func slowLists(_ path: String) async throws -> [[Item.ID]] {
        try SQLiteFile(path).run("DELETE FROM item_facets")
        let storage = try SQLiteStorage(path: path)
        defer { storage.close() }
        return try await lists(storage)
    }

    @Test func storedFacetsMatchTheItems() async throws {
        try await withFile { path in
            #expect(try chunks(path) == (0..<8).map(String.init))
            let storage = try SQLiteStorage(path: path)
            let found = try await lists(storage)
            storage.close()
            #expect(found.allSatisfy { !$0.isEmpty })
            #expect(try await slowLists(path) == found)
            #expect(try chunks(path) == (0..<8).map(String.init))
        }
    }

    @Test func aPageIsTheBeginningOfTheWholeList() async throws {
        try await withFile { path in
            let storage = try SQLiteStorage(path: path)
            defer { storage.close() }
            for var query in Self.queries {
                query.limit = 99
                let whole = try await storage.items(query).items.map(\.id)
                for limit in [1, 2, 5] {
                    query.limit = limit
                    #expect(
                        try await storage.items(query).items.map(\.id) == Array(whole.prefix(limit))
                    )
                }
            }
        }
    }

    /// As after the process was killed: facets of changed items are read from the items themselves.
    @Test func changingAnItemDropsItsChunk() async throws {
        try await withFile { path in
            let storage = try SQLiteStorage(path: path)
            defer { storage.close() }
            try await storage.setStatus(.sold, of: 1, at: noon)
            try await storage.update(
                20, content: .sample(price: Price(7)), photos: [], at: noon + 1)
            try await storage.delete(30, at: noon)
            try await storage.pullUp(try #require(await open(storage)), at: noon + Item.pullUpWait)
            let kept = Set(try chunks(path))
            for id in [1, 20, 30] { #expect(!kept.contains("\((id * 600 + 1) >> 12)")) }
            #expect(kept.count < 8 - 2)
            let other = try SQLiteStorage(path: path)
            defer { other.close() }
            #expect(try await lists(other) == lists(storage))
            #expect(try await other.checkDerivedData(mending: false) == [])
        }
    }

    /// An item that may be pulled up, far from the newest.
    private func open(_ storage: SQLiteStorage) async throws -> Item.ID? {
        try await storage.items(ItemQuery(filter: ItemFilter(status: .only(.selling)), limit: 50))
            .items.first { 40...50 ~= $0.id.rawValue }?.id
    }

    @Test func aPhotoThatIsShownStays() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            defer { storage.close() }
            for letter in ["a", "b"] as [Character] {
                try await storage.insert(.sample(letter), at: noon)
            }
            let item = try await storage.insert(.sample(photos: [.sample("a")]))
            #expect(try await storage.deleteUnusedPhotos(uploadedBefore: noon + 1) == 1)
            #expect(try await storage.item(item).photos.map(\.id) == [.sample("a")])
        }
    }
}
