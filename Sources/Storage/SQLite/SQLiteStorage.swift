import Glibc
import Market

/// The market in one SQLite file, or in memory: reads run at once on the calling thread, writes are
/// committed in groups by one thread of their own.
public final class SQLiteStorage: SQLStorage, @unchecked Sendable {
    let readers: ReaderPool
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
        let connection = try SQLiteConnection(
            path: try Self.databasePath(path), role: .writer, busyTimeout: busyTimeout)
        try Migrations.bringUpToDate(connection)
        // Debian's SQLite wipes every page that is freed, which took a tenth of a post; FAST wipes what is
        // deleted where its page is written anyway.
        try connection.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -4096;
            PRAGMA secure_delete = FAST;
            """)
        if let vendors {
            try connection.transaction("BEGIN IMMEDIATE") { () throws(StorageError) in
                try connection.assign(vendors)
            }
        }
        let (writes, directory) = (WriteQueue(), KeptPlaces())
        connection.knownPlaces = directory
        readers = ReaderPool(beside: connection, waking: writes, knowing: directory)
        let memory = KeptInMemory(
            columns: try KeptItemColumns(of: connection), directory: directory,
            visitors: KeptVisitors())
        try connection.noteChangedItems()
        try connection.noteChangedAccounts()
        // Nobody could read while the writer reads it, and there is nothing in it.
        if connection.isInMemory { try memory.wantedItems.reload(from: connection) }
        try connection.noteChangedSearches()
        try directory.read(from: connection)
        try memory.announcements.read(from: connection)
        writer = try Writer(
            connection: connection, queue: writes, readers: readers, memory: memory, feed: feed)
        super.init(feed: feed, memory: memory)
    }

    deinit {
        close()
    }

    /// Every commit, our own at once and those of other processes within a twentieth of a second.
    public override var commitCount: UInt64 { readers.commitCount }

    public override var statistics: StorageStatistics { writer.statistics }

    /// Finishes the writes that wait, moves the log into the file and closes it.
    public override func close() {
        readers.close()
        writer.close()
    }

    /// Runs `body` at once over one state of what is kept.
    /// - Throws: what `body` throws; `.unusable` when closed.
    func readNow<Value>(
        _ body: (Connection) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try readers.read(body)
    }

    override func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try readers.read(body)
    }

    override func readAside<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result = await Task.detached { [self] () -> Result<Value, StorageError> in
            Result { () throws(StorageError) in try readNow(body) }
        }.value
        return try result.get()
    }

    override func commit<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await writer.write(body)
    }

    /// Makes the file when there is none.
    /// - Returns: a path that SQLite takes as one.
    static func databasePath(_ path: String) throws(StorageError) -> String {
        guard path != SQLiteConnection.memory else { return path }
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
