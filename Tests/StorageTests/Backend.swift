import Fixtures
import Market
import Storage
import Testing

/// The storages that must all behave alike.
enum Backend: CaseIterable, Sendable {
    case memory
    case file
    #if PostgreSQL
        case postgresql
    #endif

    /// One of each engine. What lies in memory is a file's engine without a file: `allCases` are
    /// asked where it goes ways of its own, for what is kept between requests and read while somebody writes.
    static let all = allCases.filter { $0 != .memory }

    /// Spares the steps that make a new file, which take longer than most tests.
    static let emptyFile = CopiedFile { try SQLiteStorage(path: $0).close() }

    #if PostgreSQL
        /// The address of a market with nothing in it, which all others are copies of.
        private static let emptyMarket = Result {
            let address = try #require(PostgreSQLServer.shared).database()
            try PostgreSQLStorage(address: address).close()
            return address
        }
    #endif

    /// Runs `body` over a fresh storage, of which nothing remains.
    /// - Parameter vendors: with numbers and names of their own.
    func withStorage(
        vendors: [VendorAssignment] = [], _ body: (any MarketStorage) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let storage = try SQLiteStorage(path: ":memory:", vendors: vendors)
            defer { storage.close() }
            try await body(storage)
        case .file:
            try await withTemporaryFolder { folder in
                try Self.emptyFile.copy(to: folder + "/market.db")
                let storage = try SQLiteStorage(path: folder + "/market.db", vendors: vendors)
                defer { storage.close() }
                try await body(storage)
            }
        #if PostgreSQL
            case .postgresql:
                let server = try #require(PostgreSQLServer.shared)
                let address = try server.database(copying: Self.emptyMarket.get())
                defer { try? server.drop(address) }
                let storage = try PostgreSQLStorage(address: address, vendors: vendors)
                defer { storage.close() }
                try await body(storage)
        #endif
        }
    }
}

/// Runs `body` with the path of an empty folder, which is removed afterwards.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder.path)
}
