import Glibc
import Market

/// The market in one SQLite file, or in memory. Reads run at once on the calling thread; writes are
/// committed in groups by a thread of their own.
public final class SQLiteStorage: SQLStorage, @unchecked Sendable {
    let readers: ReaderPool
    let writer: Writer
    private let key: [UInt8]

    /// Opens the file at `path`, or creates it, readable by its owner only.
    /// - Parameters:
    ///   - path: `:memory:` stands for a database in memory, which is gone with the storage.
    ///   - vendors: the vendors' numbers and names from now on, in place of all former ones; nil
    ///     keeps those. No identifier and no number may appear twice.
    ///   - busyTimeout: how long a write waits for another process, in milliseconds.
    ///   - feed: the feed that changes are posted to.
    /// - Throws: `.unusable` if the file is not ours, newer than this version, damaged or not
    ///   writable; `.busy`, `.full`.
    public init(
        path: String, vendors: [VendorAssignment]? = nil, busyTimeout: Int32 = 5_000,
        feed: ChangeFeed = ChangeFeed()
    ) throws(StorageError) {
        let connection = try SQLiteConnection(
            path: try Self.databasePath(path), role: .writer, busyTimeout: busyTimeout)
        try Migrations.bringUpToDate(connection)
        // Debian's SQLite overwrites every freed page, which took a tenth of the time of a post;
        // FAST overwrites deleted content only where its page is written anyway.
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
        key = try connection.one("SELECT key FROM shared_key")
        let (writes, directory) = (WriteQueue(), PlaceCache())
        connection.knownPlaces = directory
        readers = ReaderPool(beside: connection, waking: writes, knowing: directory)
        let memory = MemoryCaches(
            columns: try ItemColumnCache(of: connection), directory: directory,
            visitors: VisitorCache())
        try connection.noteChangedItems()
        try connection.noteChangedAccounts()
        // With a database in memory, readers would have to wait for the writer to read this; and it
        // is empty.
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

    /// The number of commits: our own count at once, those of other processes within 50 ms.
    public override var commitCount: UInt64 { readers.commitCount }

    public override var sharedKey: [UInt8]? { key }

    public override var statistics: StorageStatistics { writer.statistics }

    /// Finishes the waiting writes, moves the write-ahead log into the file, and closes it.
    public override func close() {
        readers.close()
        writer.close()
    }

    /// Runs `body` at once over one consistent state of the database.
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

    /// Creates the file if there is none.
    /// - Returns: the path in a form that SQLite takes as a file's path.
    static func databasePath(_ path: String) throws(StorageError) -> String {
        guard path != SQLiteConnection.memory else { return path }
        // SQLite gives some names a special meaning, but none that contains a slash.
        let path = path.hasPrefix("/") ? path : "./" + path
        try makeFile(path)
        return path
    }

    private static func makeFile(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // An existing file must not be opened and closed here: closing it would drop SQLite's
        // locks.
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
