import Fixtures
import Market
import Testing

@testable import Storage

/// A market that has been in use for a while, compared with a plain list of what must be in it.
struct ItemWalkTests {
    private static let selections: [ItemOffsetQuery.Selection] = [
        .everything, .wholePrices, .matching("의자"), .matching("책"), .matching("De"),
        .matching("초록상점"),
    ]
    private static let vendor = VendorIdentifier("alpha").map {
        VendorAssignment(identifier: $0, number: 29, name: "초록상점")
    }
    private static let titles = ["원목 의자", "책상", "의자 세트", "아이폰 13", "Desk", "!"]

    private struct Listing {
        let id: Item.ID
        var title: String
        var hasCents: Bool
        let vendor: String?
    }

    /// The items that must be in the market, newest first.
    private struct Truth {
        var listings: [Listing] = []

        func ids(_ selection: ItemOffsetQuery.Selection) -> [Item.ID] {
            listings.filter { listing in
                switch selection {
                case .everything: true
                case .wholePrices: !listing.hasCents
                case .matching(let text): listing.title.contains(text) || listing.vendor == text
                }
            }
            .map(\.id)
        }

        mutating func move(_ place: Int) {
            listings.insert(listings.remove(at: place), at: 0)
        }
    }

    private func walk(
        _ storage: any MarketStorage, _ rounds: Int, _ random: inout SplitMix64,
        _ check: (Truth) async throws -> Void
    ) async throws {
        var truth = Truth()
        var now = noon
        for round in 1...rounds {
            now = now + Item.pullUpWait
            try await step(storage, &truth, &random, at: now)
            if round.isMultiple(of: 10) { try await check(truth) }
        }
        try await check(truth)
    }

    private func step(
        _ storage: any MarketStorage, _ truth: inout Truth, _ random: inout SplitMix64,
        at now: Timestamp
    ) async throws {
        let place = truth.listings.indices.randomElement(using: &random) ?? 0
        let title = Self.titles.randomElement(using: &random) ?? ""
        let hasCents = Int.random(in: 0..<3, using: &random) == 0
        try await want(title, storage, &random, at: now)
        let content = try ItemContent.sample(
            title: title, price: Price(hasCents ? 236 : 200, currency: .usd))
        switch truth.listings.isEmpty ? 0 : Int.random(in: 0..<16, using: &random) {
        case 0..<9:
            let vendor = Bool.random(using: &random) ? nil : Self.vendor
            let item = NewItem(
                content: content, photos: [], owner: .guest(passwordHash: "hash"),
                vendor: vendor?.identifier, datePosted: now)
            let listing = Listing(
                id: try await storage.insert(item), title: title, hasCents: hasCents,
                vendor: vendor?.name)
            truth.listings.insert(listing, at: 0)
        case 9..<11:
            try await storage.pullUp(truth.listings[place].id, at: now)
            truth.move(place)
        case 11..<13:
            try await storage.update(
                truth.listings[place].id, content: content, photos: [], at: now)
            truth.listings[place].title = title
            truth.listings[place].hasCents = hasCents
        case 13:
            let seller = try await storage.join("민지 \(now.seconds)")
            let kept = try await storage.insert(NewItem.sample(title, of: seller))
            try await storage.takeOver(truth.listings.remove(at: place).id, by: seller)
            try await storage.deleteAccount(seller, at: noon)
            await #expect(throws: StorageError.itemNotFound) { try await storage.item(kept) }
        default: try await storage.delete(truth.listings.remove(at: place).id, at: noon)
        }
    }

    /// Posts a wanted item between the offers now and then; some of them go away again.
    private func want(
        _ title: String, _ storage: any MarketStorage, _ random: inout SplitMix64, at now: Timestamp
    ) async throws {
        guard Int.random(in: 0..<4, using: &random) == 0 else { return }
        var content = try ItemContent.sample(title: title)
        content.purpose = .request
        let id = try await storage.insert(
            NewItem(content: content, photos: [], passwordHash: "hash", datePosted: now))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try await storage.delete(id, at: noon)
        case 1: try await storage.pullUp(id, at: now + Item.pullUpWait)
        default:
            content.price = try Price(236, currency: .usd)
            try await storage.update(id, content: content, photos: [], at: now)
        }
    }

    private func expect(
        _ truth: Truth, in storage: any MarketStorage, _ random: inout SplitMix64
    ) async throws {
        for selection in Self.selections {
            let ids = truth.ids(selection)
            let offset = Int.random(in: 0...ids.count, using: &random)
            let limit = Int.random(in: 1...40, using: &random)
            let found = try await storage.items(
                ItemOffsetQuery(offset: Int64(offset), limit: limit, of: selection))
            #expect(found.items.map(\.id) == Array(ids.dropFirst(offset).prefix(limit)))
            #expect(found.count == Int64(ids.count))
        }
    }

    @Test(arguments: Backend.allCases)
    func everyPageMatchesAPlainList(_ backend: Backend) async throws {
        let vendors = Self.vendor.map { [$0] } ?? []
        try await backend.withStorage(vendors: vendors) { storage in
            var random = SplitMix64()
            var places = random
            try await walk(storage, SplitMix64.rounds(usually: 600), &random) { truth in
                try await expect(truth, in: storage, &places)
            }
        }
    }

    @Test func theIndexMatchesItsItems() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/market.db")
            let file = try SQLiteFile(folder + "/market.db")
            var random = SplitMix64()
            try await walk(storage, SplitMix64.rounds(usually: 600), &random) { _ in
                try expectCounts(file)
            }
            #expect(try file.value("PRAGMA integrity_check") == "ok")
            try file.run("INSERT INTO item_search (item_search) VALUES ('integrity-check')")
        }
    }

    private func expectCounts(_ file: SQLiteFile) throws {
        for shift in Connection.blockShifts {
            let counted = try file.values(
                """
                SELECT block || ': ' || count || ' ' || whole_prices FROM item_count
                WHERE shift = \(shift) ORDER BY block
                """)
            let actual = try file.values(
                """
                SELECT (position >> \(shift)) || ': ' || count(*) || ' ' || sum(price % 100 = 0)
                FROM item
                WHERE position <= (SELECT position FROM item_indexed_until) AND purpose = 0
                GROUP BY position >> \(shift) ORDER BY position >> \(shift)
                """)
            #expect(counted == actual)
        }
    }
}
