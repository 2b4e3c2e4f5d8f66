import Fixtures
import Market
import Testing

@testable import Storage

/// Lists by price of a search with too many hits to go through one by one.
struct ItemsByPriceTests {
    private static let words = ["의자", "책상", "자전거"]

    /// Runs `body` with 300 items of three words, priced at 0 to 39 won.
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
    func pagesByPriceMatchAWalkThroughAllItems(
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

    /// Three chunks of columns with gaps, each with few distinct prices.
    private static func columns(_ random: inout SplitMix64) -> [Item.Position: ItemColumns.Row] {
        var rows: [Item.Position: ItemColumns.Row] = [:]
        for place in 1..<3 * ItemColumns.chunkSize where Int.random(in: 0..<4, using: &random) > 0 {
            let state: ItemColumns.Row.State = place % 9 == 0 ? .isOpen : .isPriced
            rows[Item.Position(rawValue: Int64(place))] = ItemColumns.Row(
                amount: state == .isOpen ? 0 : .random(in: 1..<50, using: &random),
                category: .random(in: 1..<4, using: &random), status: 0,
                currency: place % 7 == 0 ? 1 : 0, state: state, neighbourhood: 0)
        }
        return rows
    }

    @Test(arguments: [ItemOrder.lowestPrice, .highestPrice])
    func aWalkByPriceYieldsAllInOrder(_ order: ItemOrder) throws {
        var random = SplitMix64()
        var rows = Self.columns(&random)
        var columns = ItemColumns()
        for (position, row) in rows { columns[position] = row }
        let storage = try SQLiteStorage(path: ":memory:")
        defer { storage.close() }
        for round in 0..<12 {
            let category = round % 3 == 0 ? nil : Category.allCases[round % 3]
            let filter = ItemFilter(category: category)
            let wanted = category.map { UInt8($0.rawValue) }
            let keys = rows.filter { wanted ?? $1.category == $1.category }
                .map { ItemKey(rank: $1.rank(in: order), $0) }.sorted()
            let held = columns
            try storage.readNow { connection throws(StorageError) in
                let hits = try ItemHits(filter, order, held, connection)
                #expect(try hits.keys(.behind, of: nil, limit: 21) == Array(keys.prefix(21)))
                for _ in 0..<20 {
                    let place = Int.random(in: keys.indices, using: &random)
                    let behind = try hits.keys(.behind, of: keys[place], limit: 21)
                    #expect(behind == Array(keys[(place + 1)...].prefix(21)))
                    let inFront = try hits.keys(.inFront, of: keys[place], limit: 21)
                    #expect(inFront == Array(keys[..<place].reversed().prefix(21)))
                }
            }
            // The order is rebuilt after any change.
            for _ in 0..<30 {
                let position = Item.Position(
                    rawValue: .random(in: 1..<Int64(3 * ItemColumns.chunkSize), using: &random))
                let row = rows.values.randomElement(using: &random)
                rows[position] = Bool.random(using: &random) ? row : nil
                columns[position] = rows[position]
            }
        }
    }
}
