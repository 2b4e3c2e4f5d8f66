import Market

/// Copies a market from a file to a server or back: every row of primary data, with its number. The
/// target derives the rest by itself.
public enum MarketMove {
    /// What is done with every row: first all are copied, then all are compared.
    public enum Step: Sendable {
        case copying
        case comparing
    }

    /// Copies everything in one transaction, and compares both databases row by row before it
    /// commits. An interrupted move leaves nothing behind and can be started again. No other
    /// process may have either database open meanwhile.
    /// - Parameters:
    ///   - source: the path of an existing file or the address of a server; it is left unchanged.
    ///   - target: a path or an address likewise; it must be empty. The file or the server's tables
    ///     are created.
    ///   - progress: is called with the step, the number of rows done and the number of all rows.
    /// - Throws: `.unusable` if either database is not as it should be, has another format than
    ///   this version's, or is open in another process; `.failed` if the two differ afterwards;
    ///   `.full`; `.busy` if the connection to a server was lost.
    public static func run(
        from source: String, to target: String, progress: (Step, Int, Int) -> Void
    ) throws(StorageError) {
        let from = try open(source) { source throws(StorageError) in try source.requireOwnFormat() }
        let to = try open(target) { target throws(StorageError) in try target.bringUpToDate() }
        guard let file = from as? SQLiteConnection ?? to as? SQLiteConnection else {
            throw .unusable("one of both has to be a file: pg_dump copies a server's database")
        }
        let tables = try file.movedTables()
        try from.longTransaction { () throws(StorageError) in
            try to.longTransaction { () throws(StorageError) in
                for table in tables where table.name != "news" {
                    guard try !to.exists("SELECT 1 FROM \(table.sql)") else {
                        throw .unusable("\(to.path) is not empty: it has rows of \(table.name)")
                    }
                }
                try copy(tables, from, to, progress)
                try to.setHighestNumbers(from.highestNumbers())
                try to.indexNewItems()
                try compare(tables, from, to, progress)
                guard try to.damage().isEmpty else {
                    throw .failed("rows refer to others that are gone: see ‘jangteo check’")
                }
            }
        }
    }

    /// Opens a database that no other process has open, and runs `prepare` on it.
    private static func open(
        _ database: String, _ prepare: (Connection) throws(StorageError) -> Void
    ) throws(StorageError) -> Connection {
        let connection = try Connection.open(database)
        do throws(StorageError) {
            try prepare(connection)
        } catch {
            guard error == .busy else { throw error }
            throw .unusable("another program has \(connection.path) open: end that first")
        }
        return connection
    }

    private static func copy(
        _ tables: [MovedTable], _ from: Connection, _ to: Connection,
        _ progress: (Step, Int, Int) -> Void
    ) throws(StorageError) {
        var (done, all) = (0, try count(tables, from))
        try to.withoutTriggers(of: tables.map(\.sql)) { () throws(StorageError) in
            try to.run("DELETE FROM news")
            for table in tables {
                var rows = try from.prepareWalk(table.select)
                while try rows.step() {
                    let values = try table.values(&rows)
                    try withExtendedLifetime(values) { () throws(StorageError) in
                        var insert = try to.prepare(table.insert)
                        for value in values { try insert.bind(value) }
                        _ = try insert.step()
                    }
                    done += 1
                    if done.isMultiple(of: 1_000) || done == all { progress(.copying, done, all) }
                }
            }
        }
    }

    private static func count(
        _ tables: [MovedTable], _ connection: Connection
    ) throws(StorageError) -> Int {
        var count = 0
        for table in tables { count += try connection.count("SELECT count(*) FROM \(table.sql)") }
        return count
    }

    private static func compare(
        _ tables: [MovedTable], _ from: Connection, _ to: Connection,
        _ progress: (Step, Int, Int) -> Void
    ) throws(StorageError) {
        var (done, all) = (0, try count(tables, from))
        for table in tables {
            var rows = try from.prepareWalk(table.select)
            var copies = try to.prepareWalk(table.select)
            while try rows.step() {
                guard try copies.step(), try table.values(&rows) == table.values(&copies) else {
                    throw .failed("rows of \(table.name) differ after they were copied")
                }
                done += 1
                if done.isMultiple(of: 1_000) || done == all { progress(.comparing, done, all) }
            }
            guard try !copies.step() else {
                throw .failed("\(to.path) has more rows of \(table.name) than \(from.path)")
            }
        }
    }
}

extension Connection {
    /// A connection for writing that has its file to itself from its first access on.
    /// - Parameter database: the path of a file, which is created if missing, or the address of a
    ///   server.
    fileprivate static func open(_ database: String) throws(StorageError) -> Connection {
        guard SQLStorage.isOnServer(database) else {
            let connection = try SQLiteConnection(
                path: try SQLiteStorage.databasePath(database), role: .writer, busyTimeout: 1_000)
            // A process that has a file with a write-ahead log open holds a lock on it
            // (sqlite.org/wal.html, section 2.2), which keeps this connection from getting its
            // exclusive lock.
            try connection.run("PRAGMA locking_mode = EXCLUSIVE")
            return connection
        }
        #if PostgreSQL
            return try PostgreSQLConnection(to: database)
        #else
            throw SQLStorage.builtWithoutServers
        #endif
    }

    /// Refuses a database that holds no market, or one of another version's format.
    fileprivate func requireOwnFormat() throws(StorageError) {
        let (format, own) = try formats()
        guard format > 0 else { throw .unusable("there is no market in \(path)") }
        guard format == own else {
            throw .unusable(
                "\(path) has format \(format), and this program's is \(own): "
                    + (format < own ? "‘jangteo check’ brings it up to date" : "take a newer one"))
        }
    }
}

/// A table to copy, as the SQLite catalog describes it; the server's table has the same columns.
struct MovedTable {
    let name: String
    private let columns: [(name: String, type: ColumnType)]
    private let order: [String]

    /// - Parameters:
    ///   - order: the columns that identify a row; the first two columns if empty.
    init(name: String, columns: [(name: String, type: ColumnType)], order: [String]) {
        (self.name, self.columns) = (name, columns)
        self.order = order.isEmpty ? columns.prefix(2).map(\.name) : order
    }

    var sql: SQL { SQL(stringLiteral: name) }

    var select: SQL {
        "SELECT \(Self.list(columns.map(\.name))) FROM \(sql) ORDER BY \(Self.list(order))"
    }

    var insert: SQL {
        let marks = SQL(stringLiteral: columns.map { _ in "?" }.joined(separator: ", "))
        return "INSERT INTO \(sql) (\(Self.list(columns.map(\.name)))) VALUES (\(marks))"
    }

    /// Quoted, because `full` is a keyword in PostgreSQL.
    private static func list(_ names: [String]) -> SQL {
        SQL(stringLiteral: names.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    func values(_ row: inout Statement) throws(StorageError) -> [MovedValue] {
        columns.map { MovedValue(row.column(), as: $0.type) }
    }
}

/// The value of a cell, whichever engine stores it.
enum MovedValue: Bindable, Equatable {
    case null(ColumnType)
    case integer(Int64)
    case text(String)
    case bytes(BytesInPlace)

    static var columnType: ColumnType { .bytes }

    init(_ column: Column, as type: ColumnType) {
        if column.isNull {
            self = .null(type)
        } else {
            self =
                switch type {
                case .integer: .integer(column.integer)
                case .text: .text(column.text)
                case .bytes: .bytes(BytesInPlace(column.bytes))
                }
        }
    }

    func bind(to statement: inout Statement) throws(StorageError) {
        switch self {
        case .null(let type): try statement.bindNull(of: type)
        case .integer(let integer): try integer.bind(to: &statement)
        case .text(let text): try text.bind(to: &statement)
        case .bytes(let bytes): try statement.bind(pinned: UnsafeBufferPointer(bytes.buffer))
        }
    }
}

/// Bytes that stay at the same address for the lifetime of this object.
final class BytesInPlace: Equatable {
    let buffer: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        buffer = .allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
    }

    deinit {
        buffer.deallocate()
    }

    static func == (one: BytesInPlace, other: BytesInPlace) -> Bool {
        one.buffer.elementsEqual(other.buffer)
    }
}
