import Glibc
import Market

/// The market in one SQLite file: reads run at once on the calling thread, writes are committed in
/// groups by one thread of their own.
public final class SQLiteStorage: ChangeCounting {
    let readers: ReaderPool
    let writer: Writer
    private let others = OtherWriters()

    /// Opens the file at `path`, or makes it, readable by its owner only.
    /// - Parameter busyTimeout: milliseconds that a write waits for another process.
    /// - Throws: `.unusable` when it is not a file of ours, newer than this program, damaged or not
    ///   writable; `.busy`, `.full`.
    public init(path: String, busyTimeout: Int32 = 5_000) throws(StorageError) {
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
        writer = try Writer(connection: connection)
        readers = ReaderPool(path: path)
    }

    deinit {
        close()
    }

    /// Every commit, our own at once and those of other processes within a twentieth of a second.
    public var changes: UInt64 {
        UInt64(writer.commits) &+ others.changes(seenBy: readers)
    }

    /// What was written since the file was opened, and what waits.
    public var statistics: StorageStatistics { writer.statistics }

    /// Finishes the writes that wait, folds the log into the file and closes it; what comes later
    /// throws `.unusable`. May be called again.
    public func close() {
        readers.close()
        writer.close()
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
