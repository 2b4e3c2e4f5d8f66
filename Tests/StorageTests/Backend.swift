import Market
import Storage
import Testing

/// The storages that must all behave alike.
enum Backend: CaseIterable, Sendable {
    case memory
    case file

    static let all = allCases

    /// Runs `body` over a fresh storage, of which nothing remains.
    func withStorage(_ body: (any MarketStorage) async throws -> Void) async throws {
        switch self {
        case .memory:
            let storage = try SQLiteStorage(path: ":memory:")
            defer { storage.close() }
            try await body(storage)
        case .file:
            try await withTemporaryFolder { folder in
                let storage = try SQLiteStorage(path: folder + "/market.db")
                defer { storage.close() }
                try await body(storage)
            }
        }
    }
}
