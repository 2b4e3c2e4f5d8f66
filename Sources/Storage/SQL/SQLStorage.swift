import Market

/// The market in an SQL database: the in-memory caches that every engine shares, and the way to a
/// connection.
///
/// Each noun has a file with its queries, built on what this folder offers. Each engine subclasses
/// this and implements the members under "What an engine does".
public class SQLStorage: CommitCounting, ChangeAnnouncing, DatabaseSharing, @unchecked Sendable {
    public let feed: ChangeFeed
    let found = SearchResultCache()
    let memory: MemoryCaches

    init(feed: ChangeFeed, memory: MemoryCaches) {
        (self.feed, self.memory) = (feed, memory)
    }

    final var columns: ItemColumnCache { memory.columns }
    final var directory: PlaceCache { memory.directory }
    final var wantedItems: WantedItems { memory.wantedItems }
    final var unseenCounts: UnseenCounts { memory.unseenCounts }
    final var summaries: ItemSummaryCache { memory.summaries }
    final var visitors: VisitorCache? { memory.visitors }
    final var keptPhotos: PhotoCache? { memory.photos }

    /// Whether the database is given as a server's address, not as a file's path.
    public static func isOnServer(_ database: String) -> Bool {
        database.hasPrefix("postgresql://") || database.hasPrefix("postgres://")
    }

    /// The path or address without its password, to be shown or logged. An address may have the
    /// password before its host or among its parameters.
    public static func withoutPassword(_ database: String) -> String {
        guard isOnServer(database) else { return database }
        return database.replacing(/:\/\/([^:@\/]*):[^?]*@/) { "://\($0.output.1)@" }
            .replacing(/password=[^&]*/, with: "password=")
    }

    /// The error for a server's address in a build without PostgreSQL.
    public static let builtWithoutServers = StorageError.unusable(
        "this program was built without PostgreSQL: "
            + "swift build -c release --traits PostgreSQL builds one with it")

    // MARK: - What an engine does

    /// The number of commits: our own count at once, those of other processes a moment later.
    public var commitCount: UInt64 { preconditionFailure() }

    /// Nil by default: a file is served by one process.
    public var sharedCommit: UInt64? { nil }

    public func wait(forShared commit: UInt64) async {}

    public var sharedKey: [UInt8]? { nil }

    /// Whether this process, of all that share the database, deletes what has expired. If it ends,
    /// another takes over after half a minute.
    public var doesUpkeep: Bool { true }

    /// Does nothing by default: a file has one process, which counts alone.
    public func share(_ limits: [String: TryLimiter]) {}

    /// What has been written since the storage was opened, and what is waiting.
    public var statistics: StorageStatistics { preconditionFailure() }

    /// Finishes the waiting writes and closes the database; later calls throw `.unusable`. May be
    /// called again.
    public func close() { preconditionFailure() }

    /// Runs `body` over one consistent state of the database.
    /// - Throws: what `body` throws; `.unusable` when closed.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { preconditionFailure() }

    /// Like `read`, in a task of its own, because it may take longer than an event loop should
    /// block.
    func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { preconditionFailure() }

    /// Runs `body` in a transaction, possibly together with other writes, and possibly again after
    /// a rollback. Returns when it is durable.
    func commit<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value { preconditionFailure() }

    // MARK: - Reads and writes

    /// Like the methods of `Connection`: one statement over one state.
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

    /// Runs `body` in a transaction, possibly together with other writes, and possibly again after
    /// a rollback. Returns when the write is durable and the changes have been posted to the feed.
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
    /// The number of durable transactions.
    public let commits: Int
    /// The number of writes in these transactions, without failed ones.
    public let writes: Int
    /// The transactions by the number of writes in each.
    public let batches: BatchCounts
    /// Writes now waiting for the next transaction.
    public let queueLength: Int
}

/// A histogram of transactions by their number of writes.
public struct BatchCounts: Sendable, Equatable {
    /// The transactions with at most `bound` writes, and more than the previous bucket's bound.
    public struct Bucket: Sendable, Equatable {
        /// A power of two; `.max` in the last bucket.
        public let bound: Int
        public fileprivate(set) var count = 0
    }

    /// In order of their bounds: 1, 2, 4 to 1,024, and the rest.
    public private(set) var buckets = ((0...10).map { 1 << $0 } + [.max]).map { Bucket(bound: $0) }

    init() {}

    mutating func count(_ writes: Int) {
        for place in buckets.indices where writes <= buckets[place].bound {
            buckets[place].count += 1
            return
        }
    }
}
