import Market
import Storage

/// What it costs a storage to find items in each way, in a market of any size: `Benchmarks scale FILE`.
struct ListingCosts {
    /// A word of many titles, a syllable of even more, and a word that is nowhere.
    private static let (frequent, syllable, missing) = ("의자", "이", "뷁쀍")

    private let storage: SQLiteStorage
    private let now: Timestamp

    init(path: String, now: Timestamp) throws {
        storage = try SQLiteStorage(path: path)
        self.now = now
    }

    /// Prints one line each: name, CPU time and p99 in microseconds, separated by tabs.
    func printAll() async throws {
        defer { storage.close() }
        for (name, query) in try await queries() {
            try await show("storage: " + name) { _ = try await storage.items(query) }
        }
        for (name, filter) in try filters() {
            try await show("counts: " + name) { _ = try await storage.itemCounts(filter) }
        }
        let newest = try await newest()
        let detail = Item.ID(rawValue: newest.id.rawValue / 2)
        try await show("storage: an item") { _ = try await storage.item(detail) }
        let item = try await NewItem(
            content: storage.item(detail).content, photos: [], passwordHash: "",
            datePosted: now)
        try await show("storage: post an item") { _ = try await storage.insert(item) }
    }

    private func show(_ name: String, _ work: () async throws -> Void) async throws {
        let measurement = try await Measurement(name, work)
        print("\(name)\t\(measurement.microseconds)\t\(measurement.slowest)")
    }

    private func newest() async throws -> ItemSummary {
        guard let newest = try await storage.items(ItemQuery(limit: 1)).items.first else {
            throw StorageError.itemNotFound
        }
        return newest
    }

    private func queries() async throws -> [(String, ItemQuery)] {
        let unsold = ItemFilter(status: .unsold)
        func page(
            _ change: (inout ItemFilter) -> Void = { _ in }, _ order: ItemOrder = .newest
        ) -> ItemQuery {
            var filter = unsold
            change(&filter)
            return ItemQuery(filter: filter, order: order, limit: 20)
        }
        var deep = page()
        let middle = Item.Position(rawValue: try await newest().position.rawValue / 2)
        deep.position = .following(ItemKey(middle))
        func search(_ text: String) -> (inout ItemFilter) -> Void {
            { $0.search = SearchQuery(text) }
        }
        let rare = try await storage.item(Item.ID(rawValue: newest().id.rawValue / 2)).content.title
        return [
            ("list", page()), ("list, deep", deep),
            ("list, all", page { $0.status = .any }),
            ("list, sold", page { $0.status = .only(.sold) }),
            ("category", page { $0.category = .furniture }),
            ("free", page { $0.isFree = true }),
            ("price range", page { $0.setPrices(10_000, 50_000) }),
            ("cheapest", page({ _ in }, .lowestPrice)),
            ("dearest", page({ _ in }, .highestPrice)),
            ("cheapest of a category", page({ $0.category = .furniture }, .lowestPrice)),
            ("search, frequent word", page(search(Self.frequent), .bestMatch)),
            ("search, its newest", page(search(Self.frequent))),
            ("search, its cheapest", page(search(Self.frequent), .lowestPrice)),
            ("search, frequent syllable", page(search(Self.syllable), .bestMatch)),
            ("search, two words", page(search("원목 의자"), .bestMatch)),
            ("search, a whole title", page(search(rare), .bestMatch)),
            ("search, nothing found", page(search(Self.missing), .bestMatch)),
            ("search, initial consonants", page(search("ㅇㅈ"), .bestMatch)),
            ("search, mixed with them", page(search("ㅇ자"), .bestMatch)),
        ]
    }

    private func filters() throws -> [(String, ItemFilter)] {
        [
            ("list", ItemFilter(status: .unsold)),
            ("frequent word", ItemFilter(status: .unsold, search: SearchQuery(Self.frequent))),
            ("frequent syllable", ItemFilter(status: .unsold, search: SearchQuery(Self.syllable))),
            ("initial consonants", ItemFilter(status: .unsold, search: SearchQuery("ㅇㅈ"))),
            ("mixed with them", ItemFilter(status: .unsold, search: SearchQuery("ㅇ자"))),
        ]
    }
}
