import Fixtures
import Market
import Testing

/// Lists as read by somebody who has blocked people.
struct BlockedListTests {
    private static let filters = [
        ItemFilter(), ItemFilter(category: .games), ItemFilter(status: .unsold),
        ItemFilter(isFree: true), ItemFilter(maximumPrice: 40),
        ItemFilter(search: SearchQuery("의자")), ItemFilter(search: SearchQuery("ㅇㅈ")),
        ItemFilter(category: .furniture, search: SearchQuery("원목")),
    ]
    private static let titles = ["의자", "책상", "원목 의자", "의자 둘", "조명", "책상과 의자"]

    /// - Parameter seller: nil for a guest.
    private static func item(of seller: Account.ID?, _ random: inout SplitMix64) throws -> NewItem {
        let content = try ItemContent.sample(
            title: titles.randomElement(using: &random) ?? "",
            category: Bool.random(using: &random) ? .furniture : .games,
            price: Price(Int64.random(in: 0...3, using: &random) * 20))
        return .sample(content: content, of: seller)
    }

    /// All pages from the query's position on.
    private func pages(
        of query: ItemQuery, in storage: any MarketStorage
    ) async throws -> [ItemPage] {
        var next = query
        var pages = [try await storage.items(next)]
        while let key = pages.last?.next {
            next.position = .following(key)
            pages.append(try await storage.items(next))
        }
        return pages
    }

    /// Expects the list, walked in both directions, to be everybody's list without the blocked items.
    private func expectList(
        _ query: ItemQuery, without blocked: Set<Item.ID>, in storage: any MarketStorage
    ) async throws {
        var plain = query
        (plain.blocker, plain.limit) = (nil, 10_000)
        let expected = try await storage.items(plain).items.map(\.id)
            .filter { !blocked.contains($0) }
        let pages = try await pages(of: query, in: storage)
        #expect(pages.flatMap(\.items).map(\.id) == expected, "\(query)")
        #expect(pages.dropLast().allSatisfy { $0.items.count == query.limit }, "\(query)")
        #expect(pages.count == 1 || pages.last?.items.isEmpty == false, "\(query)")
        #expect(pages.first?.previous == nil)
        var backwards = query
        for (page, former) in zip(pages.dropFirst(), pages).reversed() {
            backwards.position = .preceding(try #require(page.previous))
            let back = try await storage.items(backwards)
            #expect(back == former, "\(backwards)")
        }
    }

    @Test(arguments: Backend.all)
    func listsLackExactlyTheBlockedItems(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            var random = SplitMix64()
            let viewer = try await storage.join("하늘")
            var people: [Account.ID] = []
            for number in 1...4 { people.append(try await storage.join("이웃 \(number)")) }
            let posters: [Account.ID?] = [nil, viewer] + people.map { Optional($0) }
            var sellers: [Item.ID: Account.ID] = [:]
            for _ in 1...SplitMix64.rounds(usually: 150) {
                let seller = posters.randomElement(using: &random) ?? nil
                let id = try await storage.insert(Self.item(of: seller, &random))
                sellers[id] = seller
            }
            var blocked: Set<Account.ID> = []
            for person in people {
                try await storage.setBlocked(true, person, by: viewer, at: noon)
                blocked.insert(person)
                let theirs = Set(sellers.filter { blocked.contains($1) }.keys)
                for filter in Self.filters {
                    let query = ItemQuery(
                        filter: filter,
                        order: ItemOrder.allCases.randomElement(using: &random) ?? .newest,
                        limit: Int.random(in: 1...20, using: &random), blocker: viewer)
                    try await expectList(query, without: theirs, in: storage)
                }
            }
            for person in people {
                try await storage.setBlocked(false, person, by: viewer, at: noon)
            }
            try await expectList(ItemQuery(limit: 20, blocker: viewer), without: [], in: storage)
        }
    }

    @Test(arguments: Backend.all)
    func othersStillSeeEverything(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.storage.setBlocked(true, trade.seller, by: trade.asker, at: noon)
            let rows: [(viewer: Account.ID?, items: [Item.ID])] = [
                (trade.asker, []), (trade.seller, [trade.item]), (nil, [trade.item]),
            ]
            for row in rows {
                let page = try await trade.storage.items(ItemQuery(limit: 20, blocker: row.viewer))
                #expect(page.items.map(\.id) == row.items)
            }
        }
    }

    /// More blocked items than are skipped in one read.
    @Test(arguments: Backend.all)
    func nothingIsLostBehindManyThatAreBlocked(_ backend: Backend) async throws {
        try await backend.withStorage { storage in
            let viewer = try await storage.join("하늘")
            let seller = try await storage.join("민지")
            let old = try await storage.insertMany(3)
            try await atOnce(2_000) { _ in try await storage.insert(NewItem.sample(of: seller)) }
            let new = try await storage.insertMany(2)
            try await storage.setBlocked(true, seller, by: viewer, at: noon)
            var query = ItemQuery(limit: 20, blocker: viewer)
            let pages = try await pages(of: query, in: storage)
            #expect(pages.flatMap(\.items).map(\.id) == (old + new).reversed())
            #expect(pages.count == 2)
            #expect(pages.last?.items.count == 3)
            var back: [Item.ID] = []
            var page = try #require(pages.last)
            for _ in 1...3 {
                guard let previous = page.previous else { break }
                query.position = .preceding(previous)
                page = try await storage.items(query)
                back = page.items.map(\.id) + back
            }
            #expect(page.previous == nil)
            #expect(back == new.reversed())
        }
    }
}
