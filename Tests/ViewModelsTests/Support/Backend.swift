import Market
import Storage

/// The storages that view models are tried over: what differs between those is the storage's own.
enum Backend: CaseIterable, Sendable {
    case memory

    static let all = allCases

    /// Runs `body` over a fresh storage, of which nothing remains.
    func withStorage(_ body: (any MarketStorage) async throws -> Void) async throws {
        let storage = SQLiteStorage.inMemory()
        defer { storage.close() }
        try await body(storage)
    }
}

extension SQLiteStorage {
    /// A fresh one without a file.
    static func inMemory(feed: ChangeFeed = ChangeFeed()) -> SQLiteStorage {
        // It lacks nothing that it could fail for.
        (try? SQLiteStorage(path: ":memory:", feed: feed))!
    }
}
