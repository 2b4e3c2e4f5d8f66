import Foundation
import Market
import Samples
import Storage

/// What a post to a market of 100,000 items costs without saved searches, and with 100,000 saved
/// searches for what it offers: most for one word of a title, some for two, a quarter within round
/// prices, a fifth in one category. Either all search for what is there, so that each post is told
/// to hundreds of accounts, or each for a model of its own, as most things have one. The same with
/// 100,000 wanted items in the same market, and with as many offers in their place.
enum SavedSearchCosts {
    private static let count = 100_000
    private static let listings = 100_000
    private static let batch = 64
    /// Now and then a post merges much of the word index, so few posts would say nothing.
    private static let seconds = 5.0

    /// - Parameter sought: part of the names of the cases to measure; nil measures all.
    static func measure(
        in folder: String, only sought: String? = nil, now: Timestamp
    ) async throws -> [Measurement] {
        var measurements: [Measurement] = []
        let contents = try (1...listings).map(content)
        let market = URL(filePath: folder).appending(path: "market.sqlite")
        let base = try SQLiteStorage(path: market.path)
        try await post(contents[...], to: base, now: now)
        base.close()
        for (name, models, purpose) in [
            ("none kept", nil, nil), ("\(count) kept", 5_000, nil), ("told to hundreds", 0, nil),
            ("\(count) offered", 5_000, .offer), ("\(count) wanted", 5_000, .request),
            ("offered to hundreds", 0, .offer), ("wanted by hundreds", 0, .request),
        ] as [(String, Int?, Item.Purpose?)] where sought.map(name.contains) ?? true {
            let copy = URL(filePath: folder).appending(path: "\(name).sqlite")
            try FileManager.default.copyItem(at: market, to: copy)
            let storage = try SQLiteStorage(path: copy.path)
            defer { storage.close() }
            if let models { try await keep(contents, models, purpose, in: storage, now: now) }
            var next = 0
            measurements.append(
                try await Measurement("post \(batch), \(name)", seconds: seconds) {
                    next = (next + batch) % (contents.count - batch)
                    try await post(contents[next..<next + batch], to: storage, now: now)
                })
            measurements.append(
                try await Measurement("post one, \(name)", seconds: seconds) {
                    next = (next + 1) % contents.count
                    try await post(contents[next...next], to: storage, now: now)
                })
            measurements.append(
                try await Measurement("edit one, \(name)") {
                    next = (next + 1) % contents.count
                    let id = Item.ID(rawValue: Int64(next + 1))
                    let other = contents[contents.count - 1 - next]
                    try await storage.update(id, content: other, photos: [], at: now)
                })
            guard models != nil, purpose != .offer else { continue }
            measurements.append(
                try await Measurement("count what is new, \(name)") {
                    _ = try await (storage as any MarketStorage).countUnseenMatches(of: 77)
                })
            measurements.append(
                try await Measurement("count each search, \(name)") {
                    _ = try await (storage as any MarketStorage).savedSearches(of: 77)
                })
            measurements.append(
                try await Measurement("open, \(name)") {
                    try SQLiteStorage(path: copy.path).close()
                })
        }
        return measurements
    }

    private static func content(_ number: Int) throws -> ItemContent {
        try SampleMarket(seed: 7).listing(number).content
    }

    private static func post(
        _ contents: ArraySlice<ItemContent>, to storage: SQLiteStorage, now: Timestamp
    ) async throws {
        for start in stride(from: contents.startIndex, to: contents.endIndex, by: batch) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for content in contents[start..<min(start + batch, contents.endIndex)] {
                    let item = NewItem(
                        content: content, photos: [], passwordHash: "", datePosted: now)
                    group.addTask { _ = try await storage.insert(item) }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func keep(
        _ contents: [ItemContent], _ models: Int, _ purpose: Item.Purpose?,
        in storage: SQLiteStorage, now: Timestamp
    ) async throws {
        var random = SystemRandomNumberGenerator()
        let most = purpose == nil ? Limits.savedSearches : Limits.wantedItemSearches
        for number in 1...count / most {
            guard let nickname = Nickname("이웃 \(number)") else { continue }
            let account = try await storage.insert(
                NewAccount(
                    nickname: nickname, passwordHash: "", recoveryCodes: [], dateJoined: now))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...most {
                    guard let wanted = contents.randomElement(using: &random) else { continue }
                    let filter = filter(wanted, models, &random)
                    guard let purpose else {
                        group.addTask { _ = try await storage.insert(filter, of: account, at: now) }
                        continue
                    }
                    let item = NewItem(
                        content: try listing(purpose, of: filter, like: wanted), photos: [],
                        owner: .account(account), datePosted: now)
                    group.addTask { _ = try await storage.insert(item) }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func listing(
        _ purpose: Item.Purpose, of filter: ItemFilter, like wanted: ItemContent
    ) throws -> ItemContent {
        var content = wanted
        content.purpose = purpose
        content.title = (filter.search?.text ?? "") + " 구해요"
        content.price = try filter.maximumPrice.map { try Price($0) } ?? .open()
        return content
    }

    /// The filter of somebody who would be glad of such a thing.
    private static func filter(
        _ wanted: ItemContent, _ models: Int, _ random: inout SystemRandomNumberGenerator
    ) -> ItemFilter {
        let words = wanted.title.split(separator: " ")
        let first = Int.random(in: words.indices, using: &random)
        let length = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
        var text = words[first...].prefix(length).joined(separator: " ")
        if models > 0 { text += " \(Int.random(in: 1000..<1000 + models, using: &random))" }
        var filter = ItemFilter(search: SearchQuery(text))
        if Int.random(in: 0..<5, using: &random) == 0 { filter.category = wanted.category }
        if Int.random(in: 0..<4, using: &random) == 0 {
            filter.setPrices(nil, Int64.random(in: 1...20, using: &random) * 10_000)
        }
        return filter
    }
}
