import Fixtures
import Market
import Storage

/// An empty market, whose folder is removed with its last reference.
final class FreshMarket: Sendable {
    let storage: SQLiteStorage
    private let folder: TemporaryFolder

    /// Spares the steps that make a new file, which take longer than most tests.
    private static let emptyFile = CopiedFile { try SQLiteStorage(path: $0).close() }

    init() throws {
        folder = try TemporaryFolder()
        try Self.emptyFile.copy(to: folder.file("market.db"))
        storage = try SQLiteStorage(path: folder.file("market.db"))
    }

    /// Runs `body` over the storage of one, of which nothing remains.
    static func with(_ body: (any MarketStorage) async throws -> Void) async throws {
        let market = try FreshMarket()
        defer { market.end() }
        try await body(market.storage)
    }

    func end() {
        storage.close()
        folder.remove()
    }
}

extension SQLiteStorage {
    /// A fresh one without a file.
    static func inMemory(feed: ChangeFeed) -> SQLiteStorage {
        // It lacks nothing that it could fail for.
        (try? SQLiteStorage(path: ":memory:", feed: feed))!
    }
}
