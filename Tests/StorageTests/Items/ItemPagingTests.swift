import Market
import Testing

struct ItemPagingTests {
    /// Walks towards older items, 20 at a time; `disturb` may write between the pages.
    private func walkOlder(
        _ storage: any MarketStorage, disturb: () async throws -> Void = {}
    ) async throws -> [Item.ID] {
        var seen: [Item.ID] = []
        var page = try await storage.items(ItemQuery(limit: 20))
        seen += page.items.map(\.id)
        while let last = page.next {
            try await disturb()
            page = try await storage.items(ItemQuery(position: .following(last), limit: 20))
            seen += page.items.map(\.id)
        }
        return seen
    }

    @Test(arguments: Backend.all)
    func goingOlderSeesEachItemOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(95)
            #expect(try await walkOlder(storage) == ids.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func newItemsBetweenPagesShiftNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(95)
            let seen = try await walkOlder(storage) { _ = try await storage.insertMany(7) }
            #expect(seen == ids.reversed())
        }
    }

    @Test(arguments: Backend.all)
    func goingNewerSeesEachItemOnce(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let ids = try await storage.insertMany(95)
            var seen: [Item.ID] = [ids[0]]
            var page = ItemPage(items: [], previous: 1)
            while let newest = page.previous {
                page = try await storage.items(ItemQuery(position: .preceding(newest), limit: 20))
                seen += page.items.reversed().map(\.id)
            }
            #expect(seen == ids)
        }
    }

    /// A page of four items, ids 1 to 4, and whether there are more on either side of it.
    struct Row: Sendable {
        let position: ItemQuery.Position
        let limit: Int
        let ids: [Item.ID]
        let hasNewer: Bool
        let hasOlder: Bool

        init(
            _ position: ItemQuery.Position, _ limit: Int, _ ids: [Item.ID], newer: Bool, older: Bool
        ) {
            self.position = position
            self.limit = limit
            self.ids = ids
            hasNewer = newer
            hasOlder = older
        }
    }

    private static let edges: [Row] = [
        Row(.start, 3, [4, 3, 2], newer: false, older: true),
        Row(.start, 4, [4, 3, 2, 1], newer: false, older: false),
        Row(.start, 5, [4, 3, 2, 1], newer: false, older: false),
        Row(.start, .max, [4, 3, 2, 1], newer: false, older: false),
        Row(.following(4), 2, [3, 2], newer: true, older: true),
        Row(.following(4), 3, [3, 2, 1], newer: true, older: false),
        Row(.following(5), 4, [4, 3, 2, 1], newer: false, older: false),
        Row(.following(99), 1, [4], newer: false, older: true),
        Row(.following(ItemKey(.max)), 1, [4], newer: false, older: true),
        Row(.following(2), 1, [1], newer: true, older: false),
        Row(.following(1), 2, [], newer: false, older: false),
        Row(.following(ItemKey(.min)), 2, [], newer: false, older: false),
        Row(.preceding(1), 2, [3, 2], newer: true, older: true),
        Row(.preceding(1), 3, [4, 3, 2], newer: false, older: true),
        Row(.preceding(0), 4, [4, 3, 2, 1], newer: false, older: false),
        Row(.preceding(0), 1, [1], newer: true, older: false),
        Row(.preceding(ItemKey(.min)), 9, [4, 3, 2, 1], newer: false, older: false),
        Row(.preceding(3), 1, [4], newer: false, older: true),
        Row(.preceding(4), 2, [], newer: false, older: false),
        Row(.preceding(ItemKey(.max)), 2, [], newer: false, older: false),
    ]

    @Test(arguments: Backend.all)
    func bothSidesAreKnownAtEveryEdge(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            #expect(try await storage.insertMany(4) == [1, 2, 3, 4])
            for row in Self.edges { try await expect(row, of: ItemFilter(), in: storage) }
        }
    }

    @Test(arguments: Backend.all)
    func anEmptyMarketHasNothingOnEitherSide(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for position in [ItemQuery.Position.start, .following(5), .preceding(5)] {
                let page = try await storage.items(ItemQuery(position: position, limit: 20))
                #expect(page == ItemPage(items: []))
            }
        }
    }

    private static let edgesOfGames: [Row] = [
        Row(.start, 2, [5, 3], newer: false, older: true),
        Row(.start, 3, [5, 3, 1], newer: false, older: false),
        Row(.following(6), 3, [5, 3, 1], newer: false, older: false),
        Row(.following(5), 1, [3], newer: true, older: true),
        Row(.following(2), 1, [1], newer: true, older: false),
        Row(.preceding(1), 1, [3], newer: true, older: true),
        Row(.preceding(4), 1, [5], newer: false, older: true),
        Row(.preceding(0), 3, [5, 3, 1], newer: false, older: false),
        Row(.preceding(5), 1, [], newer: false, older: false),
    ]

    /// Items 1, 3 and 5 are games; 2, 4 and 6 are furniture.
    @Test(arguments: Backend.all)
    func aCategoryIsPagedByItself(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for number in 1...6 {
                let category: Category = number.isMultiple(of: 2) ? .furniture : .games
                let ids = try await storage.insertMany(1, category: category)
                #expect(ids == [Item.ID(rawValue: Int64(number))])
            }
            for row in Self.edgesOfGames {
                try await expect(row, of: ItemFilter(category: .games), in: storage)
            }
        }
    }

    private func expect(
        _ row: Row, of filter: ItemFilter, in storage: any MarketStorage
    ) async throws {
        let page = try await storage.items(
            ItemQuery(filter: filter, position: row.position, limit: row.limit))
        #expect(page.items.map(\.id) == row.ids, "\(row)")
        #expect((page.previous != nil) == row.hasNewer, "\(row)")
        #expect((page.next != nil) == row.hasOlder, "\(row)")
    }
}
