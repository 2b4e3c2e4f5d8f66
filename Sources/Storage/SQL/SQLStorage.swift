import Market

/// The market in an SQL database: what every engine keeps beside it, and how the nouns reach it.
///
/// A file a noun holds what is asked of it, with its SQL, over what this folder offers. Each engine has
/// a class of its own, which answers what stands under "What an engine does".
public class SQLStorage: CommitCounting, ChangeAnnouncing, DatabaseSharing, @unchecked Sendable {
    public let feed: ChangeFeed
    let found = FoundItems()
    let memory: KeptInMemory

    init(feed: ChangeFeed, memory: KeptInMemory) {
        (self.feed, self.memory) = (feed, memory)
    }

    final var columns: KeptItemColumns { memory.columns }
    final var directory: KeptPlaces { memory.directory }
    final var wantedItems: WantedItems { memory.wantedItems }
    final var unseenCounts: UnseenCounts { memory.unseenCounts }
    final var summaries: KeptSummaries { memory.summaries }
    final var visitors: KeptVisitors? { memory.visitors }
    final var keptPhotos: KeptPhotos? { memory.photos }

    /// Whether a database is named by a server's address, and not by a file's path.
    public static func isOnServer(_ database: String) -> Bool {
        database.hasPrefix("postgresql://") || database.hasPrefix("postgres://")
    }

    /// The path or address as it may be shown: an address may have a password before its host or among
    /// its parameters.
    public static func withoutPassword(_ database: String) -> String {
        guard isOnServer(database) else { return database }
        return database.replacing(/:\/\/([^:@\/]*):[^?]*@/) { "://\($0.output.1)@" }
            .replacing(/password=[^&]*/, with: "password=")
    }

    /// What is told where it is, and this program cannot reach it.
    public static let builtWithoutServers = StorageError.unusable(
        "this program was built without PostgreSQL: "
            + "swift build -c release --traits PostgreSQL builds one with it")

    // MARK: - What an engine does

    /// Every commit, our own at once and those of other processes a moment later.
    public var commitCount: UInt64 { preconditionFailure() }

    /// A file has one program that serves it.
    public var sharedCommit: UInt64? { nil }

    public func wait(forShared commit: UInt64) async {}

    public var sharedKey: [UInt8]? { nil }

    /// Whether it is this program that deletes what has expired, of all that share the database;
    /// when it ends, another one does after half a minute.
    public var doesUpkeep: Bool { true }

    /// The one program of a file counts alone.
    public func share(_ limits: [String: TryLimiter]) {}

    /// What was written since it was opened, and what waits.
    public var statistics: StorageStatistics { preconditionFailure() }

    /// Finishes the writes that wait and closes the database; what comes later throws `.unusable`. May
    /// be called again.
    public func close() { preconditionFailure() }

    /// Runs `body` over one state of what is kept.
    /// - Throws: what `body` throws; `.unusable` when closed.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { preconditionFailure() }

    /// The same in a task of its own, since it may take longer than an event loop should be held up.
    func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { preconditionFailure() }

    /// Runs `body` in a transaction, perhaps with others, and perhaps again when that was undone.
    /// Returns when it is durable.
    func commit<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { preconditionFailure() }

    // MARK: - Reads and writes

    /// As those of a `Connection`, of one statement over one state.
    func all<Found: RowValue & Sendable, each Value: Bindable & Sendable>(
        _ sql: SQL, _ values: repeat each Value
    ) async throws(StorageError) -> [Found] {
        try await read { connection throws(StorageError) in
            try connection.all(sql, repeat each values)
        }
    }

    func first<Found: RowValue & Sendable, each Value: Bindable & Sendable>(
        _ sql: SQL, _ values: repeat each Value
    ) async throws(StorageError) -> Found? {
        try await read { connection throws(StorageError) in
            try connection.first(sql, repeat each values)
        }
    }

    func one<Found: RowValue & Sendable, each Value: Bindable & Sendable>(
        _ sql: SQL, _ values: repeat each Value
    ) async throws(StorageError) -> Found {
        try await read { connection throws(StorageError) in
            try connection.one(sql, repeat each values)
        }
    }

    /// Runs `body` in a transaction, perhaps with others, and perhaps again when that was undone.
    /// Returns when the write is durable and those who look at what it changes will hear of it.
    func write<Value: Sendable>(
        _ changes: Change...,
        body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let value = try await commit(body)
        for change in changes { feed.post(change) }
        return value
    }

    static let closed = StorageError.unusable("the storage is closed")
}

/// What a storage has written since it was opened.
public struct StorageStatistics: Sendable, Equatable {
    /// Durable transactions.
    public let commits: Int
    /// Writes in these transactions; those that failed are left out.
    public let writes: Int
    /// The transactions by how many of these writes each took.
    public let batches: BatchCounts
    /// Writes that wait for the next transaction now.
    public let queueLength: Int
}

/// How many transactions took how many writes at once.
public struct BatchCounts: Sendable, Equatable {
    /// Transactions of at most `bound` writes, and more than the bound before.
    public struct Bucket: Sendable, Equatable {
        /// A power of two; the last one is `.max`.
        public let bound: Int
        public fileprivate(set) var count = 0
    }

    /// By their bounds: 1, 2, 4 to 1,024, and all above.
    public private(set) var buckets = ((0...10).map { 1 << $0 } + [.max]).map { Bucket(bound: $0) }

    init() {}

    mutating func count(_ writes: Int) {
        for place in buckets.indices where writes <= buckets[place].bound {
            buckets[place].count += 1
            return
        }
    }
}
