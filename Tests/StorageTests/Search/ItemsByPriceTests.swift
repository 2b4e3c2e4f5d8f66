import Fixtures
import Market
import Testing

@testable import Storage

/// Lists by price of a search with more hits than are gone through one by one.
struct ItemsByPriceTests {
    private static let words = ["의자", "책상", "자전거"]

    /// Over 300 items of three words, which cost 0 to 39 in won.
    private func withMarket(
        _ body: (SQLiteStorage) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            defer { storage.close() }
            var random = SplitMix64()
            try await withThrowingTaskGroup { group in
                for number in 0..<300 {
                    let content = try ItemContent.sample(
                        title: Self.words[number % Self.words.count], category: .furniture,
                        price: try Price(Int64.random(in: 0..<40, using: &random)), description: "")
                    let item = NewItem(
                        content: content, photos: [], passwordHash: "hash", datePosted: noon)
                    group.addTask { _ = try await storage.insert(item) }
                }
                try await group.waitForAll()
            }
            try await body(storage)
        }
    }

    @Test(
        arguments: [(1, 0), (5, 3), (5, 1_000), (60, 40), (60, 1_000), (99, 2), (1_000, 0)],
        [ItemOrder.lowestPrice, .highestPrice])
    func theyAreThoseOfAWalkThroughAll(
        _ most: (walked: Int, lookedAt: Int), _ order: ItemOrder
    ) async throws {
        try await withMarket { storage in
            for word in Self.words {
                let filter = ItemFilter(search: SearchQuery(word))
                let items = try await storage.items(ItemQuery(filter: filter, limit: 300)).items
                #expect(items.count == 100)
                let keys = items.map { item in
                    ItemKey(
                        rank: ItemKey.rank(of: item.price.amountToPay, currency: 0, in: order),
                        item.position)
                }.sorted()
                try storage.readNow { connection throws(StorageError) in
                    var hits = try ItemHits(filter, order, storage.columns.current, connection)
                    (hits.mostWalked, hits.mostLookedAtByPrice) = (most.walked, most.lookedAt)
                    for place in stride(from: 0, through: 90, by: 15) {
                        let behind = try hits.keys(.behind, of: keys[place], limit: 7)
                        #expect(behind == Array(keys[(place + 1)...].prefix(7)))
                        let inFront = try hits.keys(.inFront, of: keys[place], limit: 7)
                        #expect(inFront == Array(keys[..<place].reversed().prefix(7)))
                        #expect(try hits.has(.inFront, of: keys[place]) == (place > 0))
                    }
                    #expect(try hits.keys(.behind, of: nil, limit: 20) == Array(keys.prefix(20)))
                    #expect(try !hits.has(.behind, of: keys[99]))
                }
            }
        }
    }
}
