import Market
import Testing

/// The list by offset of items with a whole price, without cents.
struct WholePriceTests {
    private static let whole = ItemOffsetQuery.Selection.wholePrices

    private static let prices: [(Currency, Int64, Int64?, Bool)] = [
        (.krw, 165, nil, true), (.krw, 165, 7, true), (.jpy, 1, nil, true), (.usd, 0, nil, true),
        (.usd, 300, nil, true), (.usd, 300, 200, true), (.usd, 236, nil, false),
        (.usd, 300, 250, false), (.usd, 250, 200, false), (.usd, 100, 0, true),
        (.eur, 1, nil, false), (.cny, 99, nil, false), (.gbp, 101, nil, false),
        (.hkd, 10, nil, false), (.hkd, 1_000, nil, true),
        (.usd, Price.largestAmount, nil, true), (.usd, Price.largestAmount - 1, nil, false),
    ]

    @Test(arguments: Backend.all)
    func aPriceIsWholeWithoutCents(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            for (currency, amount, lowered, isWhole) in Self.prices {
                let price = try Price(amount, discountedTo: lowered, currency: currency)
                let id = try await storage.insert(.sample(content: .sample(price: price)))
                let found = try await storage.items(ItemOffsetQuery(limit: 9, of: Self.whole))
                #expect(found.items.map(\.id) == (isWhole ? [id] : []))
                #expect(found.count == (isWhole ? 1 : 0))
                // Other lists show the item all the same.
                #expect(try await storage.items(ItemOffsetQuery(limit: 9)).count == 1)
                try await storage.delete(id, at: noon)
            }
        }
    }

    /// Posts so many items, all but every seventh with cents; returns the ids of those without,
    /// newest first.
    private func fill(_ storage: any MarketStorage, _ count: Int) async throws -> [Item.ID] {
        var whole: [Item.ID] = []
        for number in 0..<count {
            let isWhole = number % 7 == 0
            let price = try Price(isWhole ? 200 : 236, currency: .usd)
            let id = try await storage.insert(.sample(content: .sample(price: price)))
            if isWhole { whole.insert(id, at: 0) }
        }
        return whole
    }

    /// Across indexed items and newer ones: every page but the last is full, and no item is on two.
    @Test(arguments: Backend.all, [20, 64, 100, 300])
    func pagesAreFull(_ backend: Backend, _ count: Int) async throws {
        try await backend.withStorage { storage in
            let whole = try await fill(storage, count)
            for offset in 0...whole.count {
                let found = try await storage.items(
                    ItemOffsetQuery(offset: Int64(offset), limit: 4, of: Self.whole))
                #expect(found.items.map(\.id) == Array(whole.dropFirst(offset).prefix(4)))
                #expect(found.count == Int64(whole.count))
            }
        }
    }

    @Test(arguments: Backend.all)
    func aPriceThatChangesIsCountedAnew(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            try await storage.insertTogether(200)
            func count() async throws -> Int64 {
                let found = try await storage.items(ItemOffsetQuery(limit: 500, of: Self.whole))
                #expect(found.items.count == Int(found.count))
                return found.count
            }
            #expect(try await count() == 200)
            // Two of these are indexed, and one is among the newest.
            for id in [7, 100, 199] as [Item.ID] {
                let cents = try ItemContent.sample(price: Price(236, currency: .usd))
                try await storage.update(id, content: cents, photos: [], at: noon)
            }
            #expect(try await count() == 197)
            try await storage.pullUp(100, at: noon + Item.pullUpWait)
            #expect(try await count() == 197)
            let dollars = try ItemContent.sample(price: Price(300, currency: .usd))
            try await storage.update(7, content: dollars, photos: [], at: noon)
            try await storage.update(100, content: .sample(), photos: [], at: noon)
            #expect(try await count() == 199)
            try await storage.delete(199, at: noon)
            #expect(try await count() == 199)
            try await storage.delete(7, at: noon)
            #expect(try await count() == 198)
        }
    }

    @Test(arguments: Backend.all)
    func aMarketOfCentsHasNothing(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let cents = try ItemContent.sample(price: Price(1, currency: .usd))
            for _ in 0..<150 { _ = try await storage.insert(.sample(content: cents)) }
            for offset in [0, 1, .max] as [Int64] {
                let found = try await storage.items(
                    ItemOffsetQuery(offset: offset, limit: 20, of: Self.whole))
                #expect(found == ItemOffsetPage(items: [], count: 0))
            }
        }
    }
}
