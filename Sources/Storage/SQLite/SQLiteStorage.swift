import Glibc
import Market

/// The market in one SQLite file: reads run at once on the calling thread, writes are committed in
/// groups by one thread of their own.
public final class SQLiteStorage: ChangeCounting, ChangeAnnouncing {
    public let feed: ChangeFeed
    let readers: ReaderPool
    let writer: Writer

    /// Opens the file at `path`, or makes it, readable by its owner only.
    /// - Parameters:
    ///   - busyTimeout: milliseconds that a write waits for another process.
    ///   - feed: what changes are posted to.
    /// - Throws: `.unusable` when it is not a file of ours, newer than this program, damaged or not
    ///   writable; `.busy`, `.full`.
    public init(
        path: String, busyTimeout: Int32 = 5_000, feed: ChangeFeed = ChangeFeed()
    ) throws(StorageError) {
        // Some names, such as ":memory:", mean more to SQLite than a file; none with a slash does.
        let path = path.hasPrefix("/") ? path : "./" + path
        try Self.makeFile(path)
        let connection = try Connection(path: path, role: .writer, busyTimeout: busyTimeout)
        try Migrations.bringUpToDate(connection)
        try connection.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -4096;
            """)
        self.feed = feed
        readers = ReaderPool(path: path)
        writer = try Writer(
            connection: connection, readers: readers, onForeignCommit: feed.postEverything)
    }

    deinit {
        close()
    }

    /// Every commit, our own at once and those of other processes within a twentieth of a second.
    public var changes: UInt64 { readers.changes }

    /// What was written since the file was opened, and what waits.
    public var statistics: StorageStatistics { writer.statistics }

    /// Finishes the writes that wait, folds the log into the file and closes it; what comes later
    /// throws `.unusable`. May be called again.
    public func close() {
        readers.close()
        writer.close()
    }

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
