import Market
import Storage
import Testing

/// The storages that must all behave alike.
enum Backend: CaseIterable, Sendable {
    case memory
    case sqlite

    static let all = allCases

    /// Runs `body` over a fresh storage, of which nothing remains.
    func withStorage(_ body: (any MarketStorage) async throws -> Void) async throws {
        switch self {
        case .memory:
            try await body(MemoryStorage())
        case .sqlite:
            try await withTemporaryFolder { folder in
                let storage = try SQLiteStorage(path: folder + "/market.db")
                defer { storage.close() }
                try await body(storage)
            }
        }
    }
}
