import Market
import Testing

/// What lists by price say of prices in currencies other than the won.
struct OtherCurrenciesTests {
    private func post(
        _ price: Price, _ storage: any MarketStorage, title: String = "의자"
    ) async throws -> Item.ID {
        try await storage.insert(
            NewItem(
                content: try .sample(title: title, price: price), photos: [],
                owner: .guest(passwordHash: "?"), datePosted: noon))
    }

    private func areThere(
        _ storage: any MarketStorage, _ filter: ItemFilter = ItemFilter(minimumPrice: 0),
        _ order: ItemOrder = .newest
    ) async throws -> Bool {
        try await storage.items(ItemQuery(filter: filter, order: order, limit: 1))
            .hasOtherCurrencies
    }

    @Test(arguments: Backend.all)
    func otherCurrenciesAreNamedWherePricesMatter(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            _ = try await post(Price(5_000), storage)
            for order in ItemOrder.allCases {
                #expect(try await !areThere(storage, ItemFilter(), order))
            }
            #expect(try await !areThere(storage))
            let id = try await post(Price(700, currency: .usd), storage)
            for order in [ItemOrder.lowestPrice, .highestPrice] {
                #expect(try await areThere(storage, ItemFilter(), order))
            }
            #expect(try await areThere(storage))
            #expect(try await areThere(storage, ItemFilter(maximumPrice: 1)))
            for order in [ItemOrder.newest, .bestMatch] {
                #expect(try await !areThere(storage, ItemFilter(), order))
            }
            try await storage.delete(id, at: noon)
            #expect(try await !areThere(storage))
        }
    }

    @Test(arguments: Backend.all)
    func onlyOtherwiseMatchingItemsAreNamed(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            _ = try await post(Price(700, currency: .usd), storage)
            _ = try await post(.open(in: .usd), storage, title: "책상")
            func with(_ change: (inout ItemFilter) -> Void) -> ItemFilter {
                var filter = ItemFilter(minimumPrice: 1_000_000)
                change(&filter)
                return filter
            }
            #expect(try await areThere(storage, with { $0.search = SearchQuery("의자") }))
            #expect(try await areThere(storage, with { $0.category = .furniture }))
            // An open price counts as no other currency.
            #expect(try await !areThere(storage, with { $0.search = SearchQuery("책상") }))
            #expect(try await !areThere(storage, with { $0.category = .games }))
            #expect(try await !areThere(storage, with { $0.purpose = .request }))
            #expect(try await !areThere(storage, with { $0.status = .only(.sold) }))
            #expect(
                try await !areThere(storage, ItemFilter(isFree: true), .lowestPrice))
        }
    }

    @Test(arguments: Backend.all)
    func aRangeFindsPricesInItsCurrencyOnly(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let won = try await post(Price(4_000), storage)
            let dollars = try await post(Price(5_000, currency: .usd), storage)
            let yen = try await post(Price(5_000, currency: .jpy), storage)
            _ = try await post(Price(5_001, currency: .usd), storage)
            for (currency, id) in [(Currency.krw, won), (.usd, dollars), (.jpy, yen)] {
                let filter = ItemFilter(minimumPrice: 1, maximumPrice: 5_000, currency: currency)
                for order in ItemOrder.allCases {
                    let page = try await storage.items(
                        ItemQuery(filter: filter, order: order, limit: 9))
                    #expect(page.items.map(\.id) == [id])
                    #expect(page.hasOtherCurrencies == (currency == .krw))
                }
            }
            #expect(ItemFilter(currency: .usd) == ItemFilter())
        }
    }

    @Test(
        arguments: Backend.all, [ItemOrder.lowestPrice, .highestPrice])
    func otherCurrenciesFollowTheWon(_ backend: Backend, _ order: ItemOrder) async throws {
        try await backend.withStorage { storage in
            var won: [Item.ID] = []
            for amount in [0, 1, Price.largestAmount] {
                won.append(try await post(Price(amount), storage))
            }
            var others: [Item.ID] = []
            for currency in [Currency.usd, .jpy] {
                for amount in [0, 700, Price.largestAmount] {
                    others.append(try await post(Price(amount, currency: currency), storage))
                }
            }
            let open = try await post(.open(), storage)
            let page = try await storage.items(
                ItemQuery(
                    order: order, position: .following(.endOfWon(in: order)), limit: 20))
            #expect(Set(page.items.map(\.id)) == Set(others + [open]))
            #expect(page.previous != nil)
            let before = try await storage.items(
                ItemQuery(
                    order: order, position: .preceding(.endOfWon(in: order)), limit: 20))
            #expect(Set(before.items.map(\.id)) == Set(won))
        }
    }
}
