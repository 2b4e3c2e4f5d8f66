import Market
import Testing

struct ItemPagingTests {
    /// Walks older, 20 at a time; between pages `disturb` may write.
    private func walkOlder(
        _ storage: any MarketStorage, disturb: () async throws -> Void = {}
    ) async throws -> [Item.ID] {
        var seen: [Item.ID] = []
        var page = try await storage.items(ItemQuery(limit: 20))
        seen += page.items.map(\.id)
        while page.hasOlder, let last = page.items.last?.position {
            try await disturb()
            page = try await storage.items(ItemQuery(position: .before(last), limit: 20))
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
            var newest: Item.Position = 1
            var page = ItemPage(items: [], hasNewer: true, hasOlder: false)
            while page.hasNewer {
                page = try await storage.items(ItemQuery(position: .after(newest), limit: 20))
                newest = page.items.first?.position ?? .max
                seen += page.items.reversed().map(\.id)
            }
            #expect(seen == ids)
        }
    }

    /// Of four listings, ids 1 to 4: the page wanted and what lies on either side of it.
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

    @Test(
        arguments: Backend.all,
        [
            Row(.newest, 3, [4, 3, 2], newer: false, older: true),
            Row(.newest, 4, [4, 3, 2, 1], newer: false, older: false),
            Row(.newest, 5, [4, 3, 2, 1], newer: false, older: false),
            Row(.newest, .max, [4, 3, 2, 1], newer: false, older: false),
            Row(.before(4), 2, [3, 2], newer: true, older: true),
            Row(.before(4), 3, [3, 2, 1], newer: true, older: false),
            Row(.before(5), 4, [4, 3, 2, 1], newer: false, older: false),
            Row(.before(99), 1, [4], newer: false, older: true),
            Row(.before(.max), 1, [4], newer: false, older: true),
            Row(.before(2), 1, [1], newer: true, older: false),
            Row(.before(1), 2, [], newer: true, older: false),
            Row(.before(.min), 2, [], newer: true, older: false),
            Row(.after(1), 2, [3, 2], newer: true, older: true),
            Row(.after(1), 3, [4, 3, 2], newer: false, older: true),
            Row(.after(0), 4, [4, 3, 2, 1], newer: false, older: false),
            Row(.after(0), 1, [1], newer: true, older: false),
            Row(.after(.min), 9, [4, 3, 2, 1], newer: false, older: false),
            Row(.after(3), 1, [4], newer: false, older: true),
            Row(.after(4), 2, [], newer: false, older: true),
            Row(.after(.max), 2, [], newer: false, older: true),
        ])
    func bothSidesAreKnownAtEveryEdge(_ backend: Backend, _ row: Row) async throws {
        try await backend.withStorage { storage in
            #expect(try await storage.insertMany(4) == [1, 2, 3, 4])
            let page = try await storage.items(ItemQuery(position: row.position, limit: row.limit))
            #expect(page.items.map(\.id) == row.ids)
            #expect(page.hasNewer == row.hasNewer)
            #expect(page.hasOlder == row.hasOlder)
        }
    }

    @Test(arguments: Backend.all, [ItemQuery.Position.newest, .before(5), .after(5)])
    func anEmptyMarketHasNothingOnEitherSide(
        _ backend: Backend, _ position: ItemQuery.Position
    ) async throws {
        try await backend.withStorage { storage in
            let page = try await storage.items(ItemQuery(position: position, limit: 20))
            #expect(page == ItemPage(items: [], hasNewer: false, hasOlder: false))
        }
    }

    /// Ids 1, 3, 5 are games; 2, 4, 6 furniture.
    @Test(
        arguments: Backend.all,
        [
            Row(.newest, 2, [5, 3], newer: false, older: true),
            Row(.newest, 3, [5, 3, 1], newer: false, older: false),
            Row(.before(6), 3, [5, 3, 1], newer: false, older: false),
            Row(.before(5), 1, [3], newer: true, older: true),
            Row(.before(2), 1, [1], newer: true, older: false),
            Row(.after(1), 1, [3], newer: true, older: true),
            Row(.after(4), 1, [5], newer: false, older: true),
            Row(.after(0), 3, [5, 3, 1], newer: false, older: false),
            Row(.after(5), 1, [], newer: false, older: true),
        ])
    func aCategoryIsPagedByItself(_ backend: Backend, _ row: Row) async throws {
        try await backend.withStorage { storage in
            for number in 1...6 {
                let category: Category = number.isMultiple(of: 2) ? .furniture : .games
                let ids = try await storage.insertMany(1, category: category)
                #expect(ids == [Item.ID(rawValue: Int64(number))])
            }
            let query = ItemQuery(
                filter: ItemFilter(category: .games), position: row.position, limit: row.limit)
            let page = try await storage.items(query)
            #expect(page.items.map(\.id) == row.ids)
            #expect(page.hasNewer == row.hasNewer)
            #expect(page.hasOlder == row.hasOlder)
        }
    }
}
