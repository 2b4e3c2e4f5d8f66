import HTTPServer
import Market
import Storage
import Web

/// A market of a million items, whose last page should cost about as much as its first.
enum ManyListings {
    private static let count = 1_000_000
    private static let batch = 500

    static func measure(
        in folder: String, siteRoot: String, now: Timestamp
    ) async throws -> [Measurement] {
        let storage = try SQLiteStorage(path: folder + "/many.sqlite")
        defer { storage.close() }
        try await fill(storage, now: now)
        var options = SiteOptions(root: siteRoot)
        options.cachedPages = 0
        let site = try Site(options, storage: storage, clock: { now }, log: { print($0) })
        func call(_ name: String, _ target: String) async throws -> Measurement {
            let request = try Request(.get, target)
            return await Measurement("call: " + name) { _ = await site.respond(to: request) }
        }
        return [
            try await call("items, page 1", "/api/items/1"),
            try await call("items, page 25,000", "/api/items/25000"),
            try await call("items, page 50,000", "/api/items/50000"),
            try await call("item", "/api/item/500000"),
            try await call("products, page 1", "/api/products?page_no=1"),
            try await call("products, page 50,000", "/api/products?page_no=50000"),
            try await call("search, 1 of a million", "/api/products?search_value=777777"),
            try await call("search, 10,000 found", "/api/products?search_value=7777"),
        ]
    }

    private static func fill(_ storage: SQLiteStorage, now: Timestamp) async throws {
        for start in stride(from: 1, through: count, by: batch) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in start..<start + batch {
                    let content = ItemContent(
                        title: "원목 의자 \(number)", category: .furniture,
                        price: try Price(Int64(number)), stock: 1,
                        description: "튼튼하고 깨끗해요. 직거래만 할게요.")
                    let item = NewItem(
                        content: content, photos: [], passwordHash: "", datePosted: now)
                    group.addTask { _ = try await storage.insert(item) }
                }
                try await group.waitForAll()
            }
        }
    }
}
