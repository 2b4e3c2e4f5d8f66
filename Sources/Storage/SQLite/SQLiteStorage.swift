import Glibc
import Market

/// The market in one SQLite file, or in memory: reads run at once on the calling thread, writes are
/// committed in groups by one thread of their own.
///
/// A file a noun holds what is asked of it, with its SQL, over what this folder offers.
public final class SQLiteStorage: CommitCounting, ChangeAnnouncing {
    public let feed: ChangeFeed
    let readers: ReaderPool
    let columns: KeptItemColumns
    let directory = KeptPlaces()
    let wantedItems = WantedItems()
    let unseenCounts = UnseenCounts()
    let found = FoundItems()
    let summaries = KeptSummaries()
    let writer: Writer

    /// Opens the file at `path`, or makes it, readable by its owner only.
    /// - Parameters:
    ///   - path: `:memory:` is no file but memory, gone when the storage is.
    ///   - vendors: their numbers and names from now on, in place of all that were given before;
    ///     nil leaves these. No identifier and no number stands in them twice.
    ///   - busyTimeout: milliseconds that a write waits for another process.
    ///   - feed: what changes are posted to.
    /// - Throws: `.unusable` when it is not a file of ours, newer than this program, damaged or not
    ///   writable; `.busy`, `.full`.
    public init(
        path: String, vendors: [VendorAssignment]? = nil, busyTimeout: Int32 = 5_000,
        feed: ChangeFeed = ChangeFeed()
    ) throws(StorageError) {
        let connection = try Connection(
            path: try Self.databasePath(path), role: .writer, busyTimeout: busyTimeout)
        try Migrations.bringUpToDate(connection)
        try connection.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -4096;
            """)
        if let vendors {
            try connection.transaction("BEGIN IMMEDIATE") { () throws(StorageError) in
                try connection.assign(vendors)
            }
        }
        self.feed = feed
        let writes = WriteQueue()
        readers = ReaderPool(beside: connection, waking: writes)
        columns = try KeptItemColumns(of: connection)
        // Nobody could read while the writer reads it, and there is nothing in it.
        if connection.isInMemory { wantedItems.reload(from: connection) }
        try connection.noteChangedSearches()
        directory.read(from: connection)
        writer = try Writer(
            connection: connection, queue: writes, readers: readers, columns: columns,
            summaries: summaries, wantedItems: wantedItems, directory: directory,
            unseenCounts: unseenCounts, feed: feed)
    }

    deinit {
        close()
    }

    /// Every commit, our own at once and those of other processes within a twentieth of a second.
    public var commitCount: UInt64 { readers.commitCount }

    /// What was written since the file was opened, and what waits.
    public var statistics: StorageStatistics { writer.statistics }

    /// Finishes the writes that wait, moves the log into the file and closes it; what comes later
    /// throws `.unusable`. May be called again.
    public func close() {
        readers.close()
        writer.close()
    }

    /// Runs `body` at once over one state of what is kept.
    /// - Throws: what `body` throws; `.unusable` when closed.
    func read<Value>(
        _ body: (Connection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try readers.read(body)
    }

    /// As those of a `Connection`, of one statement over one state.
    func all<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> [Found] {
        try read { connection throws(StorageError) in
            try connection.all(sql, repeat each values)
        }
    }

    func first<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found? {
        try read { connection throws(StorageError) in
            try connection.first(sql, repeat each values)
        }
    }

    func one<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found {
        try read { connection throws(StorageError) in
            try connection.one(sql, repeat each values)
        }
    }

    /// The same in a task of its own, since it may take longer than an event loop should be held up.
    func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result = await Task.detached { [self] () -> Result<Value, StorageError> in
            Result { () throws(StorageError) in try read(body) }
        }.value
        return try result.get()
    }

    /// Runs `body` in a transaction, perhaps with others, and perhaps again when that was undone.
    /// Returns when the write is durable and those who look at what it changes will hear of it.
    func write<Value: Sendable>(
        _ changes: Change...,
        body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let value = try await writer.write(body)
        for change in changes { feed.post(change) }
        return value
    }

    static let closed = StorageError.unusable("the storage is closed")

    /// Makes the file when there is none.
    private static func databasePath(_ path: String) throws(StorageError) -> String {
        guard path != Connection.memory else { return path }
        // Other names may mean more to SQLite than a file; none with a slash does.
        let path = path.hasPrefix("/") ? path : "./" + path
        try makeFile(path)
        return path
    }

    private static func makeFile(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // One that is there must not be opened and closed by us: that would drop SQLite's locks.
        guard descriptor < 0 else {
            Glibc.close(descriptor)
            return
        }
        guard errno == EEXIST else {
            throw .unusable("\(path) cannot be made: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unusable("\(path) is not a file")
        }
    }
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
