import Market
import Testing

@testable import ViewModels

/// A saved search, its feed and its count agree with its list, whatever the filters.
struct SavedSearchAgreementTests {
    /// The filters that a list's address can have, each by itself and combined.
    private static func inputs(in places: PlaceDirectory) -> [ItemList.Input] {
        let neighbourhoods = places.entries.map(\.neighbourhood.id)
        let changes: [(inout ItemList.Input) -> Void] = [
            { $0.text = "의자 -흰 -망원동" }, { $0.text = "ㅇㅈ" }, { $0.maximumPrice = "200달러" },
            { $0.category = .furniture },
            { $0.neighbourhoods = [neighbourhoods[0]] },
            { $0.neighbourhoods = [neighbourhoods[1], neighbourhoods[0]] }, { $0.purpose = .offer },
            { $0.purpose = .request }, { $0.isFree = true }, { $0.minimumPrice = "10000" },
            { $0.maximumPrice = "20000" }, { $0.order = .lowestPrice },
        ]
        var inputs: [ItemList.Input] = []
        for (place, change) in changes.enumerated() {
            for other in changes[place...] {
                var input = ItemList.Input()
                change(&input)
                other(&input)
                inputs.append(input)
            }
        }
        return inputs
    }

    /// Items in all combinations: every other one is a lamp, is wanted, has a place, and so on.
    private func contents(in places: PlaceDirectory) throws -> [ItemContent] {
        let prices = [
            try Price(0), try Price(15_000), try Price(30_000, discountedTo: 20_000), .open(),
            try Price(15_000, currency: .usd), try Price(0, currency: .usd),
        ]
        let places = places.entries.map { Place($0.neighbourhood) }
        return prices.enumerated().flatMap { number, price in
            (0..<16).map { bits in
                ItemContent(
                    purpose: bits & 1 == 0 ? .offer : .request,
                    title: bits & 2 == 0 ? "원목 의자" : "장스탠드",
                    category: bits & 4 == 0 ? .furniture : .household, price: price,
                    place: bits & 8 == 0 ? places[number % places.count] : nil, stock: 1,
                    description: "설명")
            }
        }
    }

    /// All items of a list, page by page.
    private func listed(
        _ input: ItemList.Input, _ fixture: OrganiserFixture
    ) async throws -> Set<Item.ID> {
        var input = input
        var ids: Set<Item.ID> = []
        let list = ItemList(storage: fixture.storage)
        while true {
            let page = try await list.output(for: input, at: fixture.now)
            ids.formUnion(page.entries.map(\.id))
            guard let next = page.next else { return ids }
            input.position = .following(next)
        }
    }

    /// The same of a saved search, and the items of its feed, which ends after 50.
    private func told(
        _ search: SavedSearch.ID, _ fixture: OrganiserFixture
    ) async throws -> (page: Set<Item.ID>, feed: Set<Item.ID>) {
        var ids: [Item.ID] = []
        var key: SavedSearch.Match.ID?
        repeat {
            let page = try await fixture.search.output(
                for: search, of: fixture.account, before: key, at: fixture.now
            ).page
            ids += page.entries.map(\.id)
            key = page.older
        } while key != nil
        let feed = try await SavedSearchFeed(storage: fixture.storage, zone: .seoul)
            .output(for: SavedSearchFeed.Input(key: "key", search: search), at: fixture.now)
        #expect(feed.entries.map(\.item.id) == Array(ids.prefix(50)))
        return (Set(ids), Set(feed.entries.map(\.item.id)))
    }

    private func expectAgreement(
        _ kept: [(input: ItemList.Input, id: SavedSearch.ID)], _ fixture: OrganiserFixture
    ) async throws {
        for (input, search) in kept {
            let listed = try await listed(input, fixture)
            let told = try await told(search, fixture)
            #expect(told.page == listed, "\(input)")
            #expect(told.feed.isSubset(of: listed) && told.feed.count == min(listed.count, 50))
        }
    }

    @Test func aSavedSearchAgreesWithItsList() async throws {
        try await OrganiserFixture.with { fixture in
            let storage = fixture.storage
            try await storage.setFeedKey("key", of: fixture.account)
            try await storage.setPlaces(try [NamedNeighbourhood](parsing: "망원동\n합정동\n연남동"))
            let places = try await storage.places()
            var kept: [(input: ItemList.Input, id: SavedSearch.ID)] = []
            for input in Self.inputs(in: places) {
                let filter = ItemSelection(input, in: places).filter
                // The number of saved searches is limited, and an order alone is no search.
                guard filter.isSelective, kept.count < Limits.savedSearches else { continue }
                let result = try await fixture.searches.submit(
                    filter, of: fixture.account, at: fixture.now)
                kept.append((input, try #require(result.saved)))
            }
            #expect(kept.count > 40)
            var items: [Item.ID] = []
            for content in try contents(in: places) {
                items.append(
                    try await storage.insert(
                        NewItem(
                            content: content, photos: [], owner: .account(fixture.stranger),
                            datePosted: fixture.now)))
            }
            try await expectAgreement(kept, fixture)

            // Sold, reserved, sold and offered again, hidden, edited, pulled up, deleted.
            for (place, id) in items.enumerated() {
                switch place % 9 {
                case 0: try await storage.setStatus(.sold, of: id, at: fixture.now)
                case 1: try await storage.setStatus(.reserved, of: id, at: fixture.now)
                case 2:
                    try await storage.setStatus(.sold, of: id, at: fixture.now)
                    try await storage.setStatus(.selling, of: id, at: fixture.now)
                case 3: try await storage.setHidden(true, id, at: fixture.now)
                case 4:
                    let content = ItemContent(
                        title: "흰 의자", category: .games, price: try Price(12_000), stock: 2,
                        description: "설명")
                    try await storage.update(
                        id, content: content, photos: [], at: fixture.now + 1)
                case 5: try await storage.pullUp(id, at: fixture.now + Item.pullUpWait)
                case 6: _ = try await storage.deleteItem(id, of: fixture.stranger, at: fixture.now)
                default: continue
                }
            }
            try await expectAgreement(kept, fixture)
        }
    }

    @Test func newMatchesAreCountedAsItsListShowsThem() async throws {
        try await OrganiserFixture.with { fixture in
            var input = ItemList.Input()
            input.text = "의자"
            let filter = ItemSelection(input, in: .empty).filter
            _ = try await fixture.searches.submit(filter, of: fixture.account, at: fixture.now)
            func count() async throws -> Int {
                try await fixture.storage.countUnseenMatches(of: fixture.account)
            }
            var items: [Item.ID] = []
            for purpose in [Item.Purpose.offer, .request, .offer] {
                items.append(try await fixture.makeItem(for: purpose, of: fixture.stranger))
            }
            // The list has wanted items, too, unless offers alone are chosen.
            #expect(try await listed(input, fixture).count == 3)
            #expect(try await count() == 3)
            try await fixture.storage.setStatus(.sold, of: items[0], at: fixture.now)
            #expect(try await listed(input, fixture) == Set(items[1...]))
            #expect(try await count() == 2)
            try await fixture.storage.setStatus(.selling, of: items[0], at: fixture.now)
            #expect(try await count() == 3)
        }
    }
}
