import CSQLite
import Market

/// One SQLite connection and the statements prepared on it, which it keeps.
///
/// Unchecked: it has no lock of its own. The writer's thread owns its connection, and the pool
/// lends each of the others to one thread at a time.
final class Connection: @unchecked Sendable {
    enum Role {
        case reader
        case writer
    }

    /// Stands for a database without a file.
    static let memory = ":memory:"

    let path: String
    private let handle: OpaquePointer
    private(set) var statements: [SQL: OpaquePointer] = [:]
    /// The count of commits that the open snapshot has, when there is one.
    private(set) var snapshot: UInt64?
    /// How many pages the write-ahead log had after the last commit of this connection.
    private(set) var logPages: Int32 = 0
    /// What is known of kept searches where it is written.
    let wanted = WantedSearches()
    /// Where items have been changed since these were taken, undone changes too.
    private var changedItems: Set<Item.Position> = []

    /// - Throws: `.unusable` when the file cannot be opened.
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
        self.path = path
        self.handle = handle
        sqlite3_busy_timeout(handle, milliseconds)
        // In place of a checkpoint by itself within a commit: the writer makes it afterwards.
        let own = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(handle, Self.noteLog, own)
        let code = SearchText.addFunctions(to: handle)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Nobody asks SQLite how much memory it uses, and to count it takes a lock of the whole process
    /// at each allocation. Without effect once SQLite is in use.
    private static let isMemoryUncounted = jangteo_count_no_memory() == SQLITE_OK

    private static let noteLog:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) ->
            Int32 = { context, _, _, pages in
                if let context {
                    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = pages
                }
                return SQLITE_OK
            }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    // MARK: - State

    /// Whether the database has no file.
    var isInMemory: Bool { path == Self.memory }

    /// Whether the operating system let the file be opened for reading only.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether the file was renamed, removed or replaced since it was opened: what is written to it
    /// then is found by nobody (sqlite.org/howtocorrupt.html, section 4).
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return hasMoved != 0
    }

    /// False also when SQLite has given up a transaction by itself, as it does on a full disk.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// How many rows were written since it was opened, undone ones too.
    var changedRows: Int32 { sqlite3_total_changes(handle) }

    /// Changes when another connection has committed, and with none of this one's own commits; nil
    /// while the file cannot be read.
    var dataVersion: Int64? { try? first("PRAGMA data_version") }

    // MARK: - Statements

    /// The statement, prepared at its first use, with a value bound to each question mark.
    func statement<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Statement {
        var statement = Statement(try prepared(sql), on: self)
        for value in repeat each values { try statement.bind(value) }
        return statement
    }

    /// Runs a statement to its end.
    /// - Returns: how many rows an INSERT, UPDATE or DELETE touched itself.
    @discardableResult
    func run<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Int {
        var statement = try statement(sql, repeat each values)
        while try statement.step() {}
        return Int(sqlite3_changes(handle))
    }

    /// Runs an INSERT to its end.
    /// - Returns: the number that the table gave the row.
    func insert<Noun, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Identifier<Noun> {
        try run(sql, repeat each values)
        return Identifier(rawValue: sqlite3_last_insert_rowid(handle))
    }

    /// The number in the only row.
    func count<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Int {
        try first(sql, repeat each values) ?? 0
    }

    func exists<each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Bool {
        var statement = try statement(sql, repeat each values)
        return try statement.step()
    }

    /// The only row.
    /// - Throws: `.notFound` without one.
    func one<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found {
        guard let found: Found = try first(sql, repeat each values) else { throw .notFound }
        return found
    }

    /// The first row; nil without one.
    func first<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> Found? {
        var statement = try statement(sql, repeat each values)
        return try statement.step() ? try Found(&statement) : nil
    }

    /// Every row.
    func all<Found: RowValue, each Value: Bindable>(
        _ sql: SQL, _ values: repeat each Value
    ) throws(StorageError) -> [Found] {
        var statement = try statement(sql, repeat each values)
        var found: [Found] = []
        while try statement.step() { found.append(try Found(&statement)) }
        return found
    }

    /// Runs several statements that take no values and are not kept.
    func execute(_ script: SQL) throws(StorageError) {
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

    // MARK: - Functions of SQL

    typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    /// Has SQL call a function, which finds this connection by `calling`.
    func addFunction(
        _ name: String, arguments: Int32, _ function: Function
    ) throws(StorageError) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        let code = sqlite3_create_function_v2(
            handle, name, arguments, SQLITE_UTF8, own, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// The connection that calls a function added to it.
    static func calling(_ context: OpaquePointer?) -> Connection? {
        sqlite3_user_data(context).map {
            Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    func noteChanged(_ positions: Set<Item.Position>) {
        changedItems.formUnion(positions)
    }

    /// Those noted, which are forgotten then.
    func takeChangedItems() -> Set<Item.Position> {
        defer { changedItems = [] }
        return changedItems
    }

    // MARK: - Transactions

    /// Runs `body` in a transaction that ends with it: committed, or undone when it throws.
    func transaction<Value>(
        _ begin: SQL, _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try run(begin)
        do throws(StorageError) {
            let value = try body()
            try run("COMMIT")
            wanted.commit()
            return value
        } catch {
            // It fails only when SQLite has rolled back already.
            if isInTransaction { _ = try? run("ROLLBACK") }
            wanted.undo()
            throw error
        }
    }

    /// Reads from one state of the file from here on: that of this count of commits or a later
    /// one, and no other as long as the count stays.
    func beginSnapshot(at commitCount: UInt64) throws(StorageError) {
        guard snapshot != commitCount else { return }
        endSnapshot()
        try run("BEGIN")
        snapshot = commitCount
    }

    func endSnapshot() {
        guard snapshot != nil else { return }
        snapshot = nil
        // SQLite has ended it by itself when reading failed; nothing was written that could be
        // lost.
        if isInTransaction, (try? run("COMMIT")) == nil { _ = try? run("ROLLBACK") }
    }

    // MARK: - Errors

    /// What a result code of this connection means to a caller (sqlite.org/rescode.html).
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
