import CSQLite
import Market

/// A connection to an SQLite database, with a cache of its prepared statements.
final class SQLiteConnection: Connection, @unchecked Sendable {
    enum Role {
        case reader
        case writer
    }

    /// The path of a database in memory.
    static let memory = ":memory:"

    private let handle: OpaquePointer
    private(set) var statements: [SQL: OpaquePointer] = [:]
    /// The number of pages in the write-ahead log after this connection's last commit.
    private(set) var logPages: Int32 = 0

    /// - Throws: `.unusable` if the file cannot be opened.
    init(path: String, role: Role, busyTimeout milliseconds: Int32) throws(StorageError) {
        _ = Self.isMemoryUncounted
        let access = role == .reader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var handle: OpaquePointer?
        let opened = sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle, opened == SQLITE_OK else {
            sqlite3_close_v2(handle)
            throw .unusable("\(path) cannot be opened: \(String(cString: sqlite3_errstr(opened)))")
        }
        self.handle = handle
        super.init(path: path)
        sqlite3_busy_timeout(handle, milliseconds)
        // Replaces the automatic checkpoint within a commit: the writer makes one afterwards.
        let own = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(handle, Self.noteLog, own)
        let code = SearchText.addFunctions(to: handle)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Memory statistics are never read, and keeping them takes a process-wide lock at each
    /// allocation. Has no effect once SQLite is in use.
    private static let isMemoryUncounted = jangteo_count_no_memory() == SQLITE_OK

    private static let noteLog:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) ->
            Int32 = { context, _, _, pages in
                if let context {
                    Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages =
                        pages
                }
                return SQLITE_OK
            }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    // MARK: - State

    /// Whether the database is in memory only.
    var isInMemory: Bool { path == Self.memory }

    /// Whether the file could only be opened for reading.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether the file was renamed, removed or replaced since it was opened: what is written to it
    /// then is lost (sqlite.org/howtocorrupt.html, section 4).
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }

    override var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows written since the connection was opened, including changes that were
    /// rolled back.
    var changedRows: Int32 { sqlite3_total_changes(handle) }

    override var dataVersion: Int64? { try? first("PRAGMA data_version") }

    // MARK: - Statements

    override func prepare(_ sql: SQL) throws(StorageError) -> Statement {
        Statement(try prepared(sql), on: self)
    }

    override var touchedRows: Int { Int(sqlite3_changes(handle)) }

    override var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

    override func execute(_ script: SQL) throws(StorageError) {
        let code = sqlite3_exec(handle, script.text, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func prepared(_ sql: SQL) throws(StorageError) -> OpaquePointer {
        if let kept = statements[sql] { return kept }
        var statement: OpaquePointer?
        let keep = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(handle, sql.text, -1, keep, &statement, nil)
        guard let statement, code == SQLITE_OK else { throw error(code) }
        statements[sql] = statement
        return statement
    }

    override func text(of expression: SearchExpression) -> String { expression.fts5 }

    override func indexNewItems() throws(StorageError) { try indexManyNewItems() }

    override func damage() throws(StorageError) -> [DerivedDataFault] {
        let report: String? = try first("PRAGMA integrity_check(1)")
        let isDamaged = report.map { $0 == "ok" ? [] : [DerivedDataFault.file($0)] } ?? []
        guard try !exists("PRAGMA foreign_key_check"), try photosAreThere() else {
            return isDamaged + [.references]
        }
        return isDamaged
    }

    override func searchIndexIsRight() throws(StorageError) -> Bool {
        try indexIsThatOfAllItems()
    }

    override func makeSearchIndexAnew() throws(StorageError) {
        try execute(SearchSchema.fillAnew)
    }

    override func bringUpToDate() throws(StorageError) { try Migrations.bringUpToDate(self) }

    override func formats() throws(StorageError) -> (there: Int, now: Int) {
        try Migrations.check(self)
        return (try Migrations.version(of: self), Migrations.steps.count)
    }

    override func longTransaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try transaction("BEGIN IMMEDIATE", body)
    }

    override func withoutTriggers(
        of tables: [SQL], _ body: () throws(StorageError) -> Void
    ) throws(StorageError) {
        try check(jangteo_run_triggers(handle, 0))
        defer { _ = jangteo_run_triggers(handle, 1) }
        try body()
    }

    override func highestNumbers() throws(StorageError) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        var rows = try statement("SELECT name, seq FROM sqlite_sequence")
        while try rows.step() { numbers[try rows.next()] = try rows.next() }
        return numbers
    }

    override func setHighestNumbers(_ numbers: [String: Int64]) throws(StorageError) {
        let tables: [String] = try all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
        for (name, number) in numbers where number > 0 && tables.contains(name) {
            try run("DELETE FROM sqlite_sequence WHERE name = ?", name)
            try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", name, number)
        }
    }

    /// Copies all of the database, as it is now, over another one; others may write to it meanwhile
    /// (sqlite.org/backup.html).
    func copy(over target: SQLiteConnection) throws(StorageError) {
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.error(sqlite3_errcode(target.handle))
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw target.error(code) }
    }

    // MARK: - Functions of SQL

    typealias Function =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Makes a Swift function callable from SQL; it finds this connection by `calling`.
    func addFunction(_ name: String, arguments: Int32, _ function: Function) throws(StorageError) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        let code = sqlite3_create_function_v2(
            handle, name, arguments, SQLITE_UTF8, own, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// The connection from which SQL called a function.
    static func calling(_ context: OpaquePointer?) -> SQLiteConnection? {
        sqlite3_user_data(context).map {
            Unmanaged<SQLiteConnection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    // MARK: - Snapshots

    /// Runs `body` in one read transaction, so that the file is locked only once for all its reads.
    /// - Throws: what `body` throws.
    func reading(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try run("BEGIN")
        // If COMMIT fails, the engine has ended the transaction already, and nothing is lost.
        defer { _ = try? run("COMMIT") }
        try body()
    }

    /// From here on, reads see one state of the file: that of this commit count or a later one, the
    /// same one as long as the count stays.
    func beginSnapshot(at commitCount: UInt64) throws(StorageError) {
        guard snapshot != commitCount else { return }
        endSnapshot()
        try run("BEGIN")
        snapshot = commitCount
    }

    func endSnapshot() {
        guard snapshot != nil else { return }
        snapshot = nil
        // If a read failed, SQLite may have ended the transaction by itself; nothing was written
        // that could be lost.
        if isInTransaction, (try? run("COMMIT")) == nil { _ = try? run("ROLLBACK") }
    }

    // MARK: - Errors

    func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Translates a result code of this connection for the caller (sqlite.org/rescode.html).
    func error(_ code: Int32) -> StorageError {
        let text = String(cString: sqlite3_errmsg(handle))
        if code == jangteo_ioerr_write || code == jangteo_ioerr_shmsize { return .full }
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_FULL: return .full
        case SQLITE_NOTADB: return .unusable("\(path) is not a database")
        case SQLITE_CORRUPT: return .unusable("\(path) is damaged: \(text)")
        case SQLITE_READONLY, SQLITE_PERM: return .unusable("\(path) cannot be written: \(text)")
        case SQLITE_CANTOPEN: return .unusable("\(path) cannot be opened: \(text)")
        default: return .failed("\(text) (SQLite \(code))")
        }
    }
}
