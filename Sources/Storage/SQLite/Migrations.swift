import Glibc
import Market

/// The mark by which a file is recognised as ours, and the migrations that bring an older one up to
/// date.
enum Migrations {
    /// "Jang" in ASCII, in `PRAGMA application_id`.
    static let applicationID = 0x4A61_6E67

    /// Leaves a foreign file untouched and refuses it, runs the migrations that ours lacks, and
    /// then indexes items that an older version has added.
    /// - Throws: `.unusable`, `.busy`, `.full`.
    static func bringUpToDate(_ connection: SQLiteConnection) throws(StorageError) {
        guard !connection.isReadOnly else {
            throw .unusable("\(connection.path) cannot be written: it is read-only")
        }
        try connection.transaction("BEGIN") { () throws(StorageError) in try check(connection) }
        if !connection.isInMemory { try useWriteAheadLog(connection) }
        // A migration that rebuilds a table drops the old one, to which other tables refer.
        try connection.run("PRAGMA foreign_keys = OFF")
        while try version(of: connection) < steps.count {
            try connection.transaction("BEGIN IMMEDIATE") { () throws(StorageError) in
                try takeStep(connection)
            }
        }
        guard try connection.hasManyNewItems() else { return }
        try connection.transaction("BEGIN IMMEDIATE") { () throws(StorageError) in
            try connection.indexNewItems()
        }
    }

    /// Refuses a file that is not ours, or that a newer version has written.
    static func check(_ connection: SQLiteConnection) throws(StorageError) {
        let application = try connection.count("PRAGMA application_id")
        let version = try version(of: connection)
        let objects = try connection.count("SELECT count(*) FROM sqlite_schema")
        let isNew = application == 0 && version == 0 && objects == 0
        guard isNew || application == applicationID else {
            throw .unusable("\(connection.path) is the database of another program")
        }
        guard version <= steps.count else {
            throw .unusable(
                "\(connection.path) was written by a newer version of this program: "
                    + "it has format \(version), and this one knows up to \(steps.count)")
        }
    }

    /// SQLite's busy timeout does not apply to this switch, which only a new file needs, while
    /// another process that starts at the same moment reads the file.
    private static func useWriteAheadLog(_ connection: SQLiteConnection) throws(StorageError) {
        for _ in 0..<100 {
            do throws(StorageError) {
                return try switchToWriteAheadLog(connection)
            } catch {
                guard error == .busy else { throw error }
                usleep(10_000)
            }
        }
        throw .busy
    }

    private static func switchToWriteAheadLog(_ connection: SQLiteConnection) throws(StorageError) {
        let mode: String? = try connection.first("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw .unusable("\(connection.path) lies where SQLite can keep no write-ahead log")
        }
    }

    private static func takeStep(_ connection: SQLiteConnection) throws(StorageError) {
        // Another process may have been faster.
        let version = try version(of: connection)
        guard steps.indices.contains(version) else { return }
        try connection.execute(steps[version])
        guard try Self.version(of: connection) == version + 1 else {
            throw .failed("migration \(version) does not set its version")
        }
    }

    static func version(of connection: SQLiteConnection) throws(StorageError) -> Int {
        let version = try connection.count("PRAGMA user_version")
        guard version >= 0 else { throw .unusable("\(connection.path) is damaged: its version") }
        return version
    }
}
