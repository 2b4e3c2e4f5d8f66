import Market

/// Copies a market from a file to a server or back: every row of what is kept for its own sake, with its
/// number. What is derived from that, the target makes itself.
public enum MarketMove {
    /// Copies everything in one transaction, and compares both row by row before it is committed: what is
    /// interrupted has left nothing, and may be begun again. Nothing is written to the source meanwhile.
    /// - Parameters:
    ///   - source: a file's path or a server's address; it exists, and is of this program's format.
    ///   - target: the same; nothing is in it yet.
    ///   - progress: is told how many rows of how many are copied.
    /// - Throws: `.unusable` where one of both is not as it should be; `.failed` where they differ
    ///   afterwards; `.busy`, `.full`.
    public static func run(
        from source: String, to target: String, progress: (Int, Int) -> Void
    ) throws(StorageError) {
        let (from, to) = (try Connection.open(source), try Connection.open(target))
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
                for table in tables { try compare(table, from, to) }
                guard try to.damage().isEmpty else {
                    throw .failed("rows refer to others that are gone: see ‘jangteo check’")
                }
            }
        }
    }

    private static func copy(
        _ tables: [MovedTable], _ from: Connection, _ to: Connection,
        _ progress: (Int, Int) -> Void
    ) throws(StorageError) {
        var (done, all) = (0, 0)
        for table in tables { all += try from.count("SELECT count(*) FROM \(table.sql)") }
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
                    if done.isMultiple(of: 1_000) || done == all { progress(done, all) }
                }
            }
        }
    }

    private static func compare(
        _ table: MovedTable, _ from: Connection, _ to: Connection
    ) throws(StorageError) {
        var rows = try from.prepareWalk(table.select)
        var copies = try to.prepareWalk(table.select)
        while try rows.step() {
            guard try copies.step(), try table.values(&rows) == table.values(&copies) else {
                throw .failed("rows of \(table.name) differ after they were copied")
            }
        }
        guard try !copies.step() else {
            throw .failed("\(to.path) has more rows of \(table.name) than \(from.path)")
        }
    }
}

extension Connection {
    /// A connection that writes.
    /// - Parameter database: a file's path or a server's address.
    fileprivate static func open(_ database: String) throws(StorageError) -> Connection {
        guard SQLStorage.isOnServer(database) else {
            return try SQLiteConnection(path: database, role: .writer, busyTimeout: 5_000)
        }
        #if PostgreSQL
            return try PostgreSQLConnection(to: database)
        #else
            throw SQLStorage.builtWithoutServers
        #endif
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
