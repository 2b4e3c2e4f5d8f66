import Market

/// Copies a market from a file to a server or back: every row of what is kept for its own sake, with its
/// number. What is derived from that, the target makes itself.
public enum MarketMove {
    /// What is done with each row, in this order.
    public enum Step: Sendable {
        case copying
        case comparing
    }

    /// Copies everything in one transaction, and compares both row by row before it is committed: what is
    /// interrupted has left nothing, and may be begun again. No other program has either of both
    /// meanwhile.
    /// - Parameters:
    ///   - source: a file's path or a server's address; it exists, and is left as it is.
    ///   - target: the same; nothing is in it yet. A file is made, and a server's tables are.
    ///   - progress: is told with how many rows of how many the step is done.
    /// - Throws: `.unusable` where one of both is not as it should be, of another format than this
    ///   program's, or open in another program; `.failed` where they differ afterwards; `.full`;
    ///   `.busy` when a server was lost.
    public static func run(
        from source: String, to target: String, progress: (Step, Int, Int) -> Void
    ) throws(StorageError) {
        let from = try open(source) { source throws(StorageError) in
            try source.requireOwnFormat()
        }
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

    /// Opens a database that nobody else has open, and does with it what comes first.
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
    /// A connection that writes, and that has its file for itself from its first look on.
    /// - Parameter database: a file's path, which is made where there is none, or a server's address.
    fileprivate static func open(_ database: String) throws(StorageError) -> Connection {
        guard SQLStorage.isOnServer(database) else {
            let connection = try SQLiteConnection(
                path: try SQLiteStorage.databasePath(database), role: .writer, busyTimeout: 1_000)
            // Who has a file with a write-ahead log open, has a lock on it (sqlite.org/wal.html,
            // section 2.2), with which this one does not get its own.
            try connection.run("PRAGMA locking_mode = EXCLUSIVE")
            return connection
        }
        #if PostgreSQL
            return try PostgreSQLConnection(to: database)
        #else
            throw SQLStorage.builtWithoutServers
        #endif
    }

    /// Refuses what is no market, and one of another version of this program.
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

/// A table that is copied, as a file's catalog has it: a server's has the same columns.
struct MovedTable {
    let name: String
    private let columns: [(name: String, type: ColumnType)]
    private let order: [String]

    /// - Parameters:
    ///   - order: what tells its rows apart; empty for the first two columns.
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

    /// `full` is a word of PostgreSQL's.
    private static func list(_ names: [String]) -> SQL {
        SQL(stringLiteral: names.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    func values(_ row: inout Statement) throws(StorageError) -> [MovedValue] {
        columns.map { MovedValue(row.column(), as: $0.type) }
    }
}

/// What a cell holds, whichever engine keeps it.
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

/// Bytes that stay where they are as long as it lives.
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
