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

    /// One of each engine. The storage in memory is the file's engine without a file: `allCases`,
    /// which includes it, is for what it does in its own way, namely what is kept between requests
    /// and what is read during a write.
    static let all = allCases.filter { $0 != .memory }

    /// A migrated file to copy, since the migrations take longer than most tests.
    static let emptyFile = CopiedFile { try SQLiteStorage(path: $0).close() }

    #if PostgreSQL
        /// The address of an empty market, the template that all others are copied from.
        private static let emptyMarket = Result {
            let address = try #require(PostgreSQLServer.shared).database()
            try PostgreSQLStorage(address: address).close()
            return address
        }
    #endif

    /// Runs `body` over a fresh storage, and removes the storage afterwards.
    /// - Parameter vendors: the vendors with an assigned number and name.
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

extension Backend {
    /// Runs `body` over a fresh storage with an account.
    func withAccount(_ body: (any MarketStorage, Account.ID) async throws -> Void) async throws {
        try await withStorage { storage in try await body(storage, try await storage.join()) }
    }

    /// Runs `body` over a fresh storage with an account that has a list.
    func withList(
        _ body: (any MarketStorage, Account.ID, TodoList.ID) async throws -> Void
    ) async throws {
        try await withAccount { storage, account in
            try await body(storage, account, try await storage.makeList(of: account))
        }
    }

    /// Runs `body` over a fresh storage with an account that is signed in for an hour from noon.
    func withSession(
        _ token: String, _ body: (any MarketStorage, Account.ID) async throws -> Void
    ) async throws {
        try await withAccount { storage, account in
            try await storage.insert(.sample(token, of: account))
            try await body(storage, account)
        }
    }
}

#if PostgreSQL
    /// Runs `body` over so many storages of one empty database, whose address it is told.
    func withStorages(
        _ count: Int, _ body: (String, [PostgreSQLStorage]) async throws -> Void
    ) async throws {
        let server = try #require(PostgreSQLServer.shared)
        let address = try server.database()
        defer { try? server.drop(address) }
        let storages = try (0..<count).map { _ in try PostgreSQLStorage(address: address) }
        defer { for storage in storages { storage.close() } }
        try await body(address, storages)
    }
#endif

/// Runs `body` so many times at once, numbered from 0.
/// - Returns: what each run returned, in the order in which they ended.
@discardableResult
func atOnce<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        var values: [Value] = []
        for try await value in group { values.append(value) }
        return values
    }
}

/// The rows of all pages, up to the first empty one.
/// - Parameter read: reads the page after a row; the first page if the row is nil.
func allPages<Row>(_ read: (Row?) async throws -> [Row]) async throws -> [Row] {
    var rows: [Row] = []
    var page = try await read(nil)
    while !page.isEmpty {
        rows += page
        page = try await read(page.last)
    }
    return rows
}

/// Runs `body` while so many tasks read all the time.
func withReaders(
    _ count: Int, _ read: @escaping @Sendable () async throws -> Void,
    during body: () async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
            group.addTask {
                while !Task.isCancelled {
                    try await read()
                    await Task.yield()
                }
            }
        }
        try await body()
        group.cancelAll()
    }
}

/// Runs `body` with the path of an empty folder, which is removed afterwards.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(folder.path)
}

/// Runs `body` with the path for a market's file, which is removed afterwards.
func withMarketFile(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in try await body(folder + "/market.db") }
}

/// Runs `body` with two storages over the same file, as in two processes.
func withTwoStorages(
    _ body: (_ storage: SQLiteStorage, _ other: SQLiteStorage) async throws -> Void
) async throws {
    try await withMarketFile { path in
        let (storage, other) = (try SQLiteStorage(path: path), try SQLiteStorage(path: path))
        defer {
            storage.close()
            other.close()
        }
        try await body(storage, other)
    }
}
