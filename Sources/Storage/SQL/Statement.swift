import CSQLite
import Market

/// A statement with its values bound, and its current row, whose columns are read one after
/// another. It is reset when it goes out of scope.
struct Statement: ~Copyable {
    /// The engine's own cursor.
    private enum Cursor {
        case sqlite(OpaquePointer, SQLiteConnection)
        #if PostgreSQL
            case postgresql(PostgreSQLCursor)
        #endif
    }

    private let cursor: Cursor
    /// The index of the value that was bound last, or of the column to be read next.
    private var index: Int32 = 0

    init(_ handle: OpaquePointer, on connection: SQLiteConnection) {
        cursor = .sqlite(handle, connection)
    }

    #if PostgreSQL
        init(_ cursor: PostgreSQLCursor) { self.cursor = .postgresql(cursor) }
    #endif

    deinit {
        switch cursor {
        case .sqlite(let handle, _):
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        #if PostgreSQL
            case .postgresql: break
        #endif
        }
    }

    // MARK: - Values

    /// Binds a value to the first question mark that has none yet.
    @inline(__always)
    mutating func bind(_ value: some Bindable) throws(StorageError) {
        index += 1
        try value.bind(to: &self)
    }

    /// Used by `Bindable` types, as are the methods below: binds to the current question mark.
    mutating func bind(integer: Int64) throws(StorageError) {
        switch cursor {
        case .sqlite(let handle, let connection):
            try connection.check(sqlite3_bind_int64(handle, index, integer))
        #if PostgreSQL
            case .postgresql(let cursor): cursor.bind(integer)
        #endif
        }
    }

    mutating func bind(text: UnsafeBufferPointer<UInt8>) throws(StorageError) {
        switch cursor {
        case .sqlite(let handle, let connection):
            let code = text.withMemoryRebound(to: CChar.self) { characters in
                jangteo_bind_text(handle, index, characters.baseAddress, UInt64(characters.count))
            }
            try connection.check(code)
        #if PostgreSQL
            case .postgresql(let cursor): cursor.bind(text: text)
        #endif
        }
    }

    /// Binds bytes without copying them: they must outlive the run of the statement.
    mutating func bind(pinned bytes: UnsafeBufferPointer<UInt8>) throws(StorageError) {
        switch cursor {
        case .sqlite(let handle, let connection):
            // An empty array may have no address, which would bind NULL.
            guard !bytes.isEmpty else {
                return try connection.check(sqlite3_bind_zeroblob(handle, index, 0))
            }
            try connection.check(
                jangteo_bind_pinned_blob(handle, index, bytes.baseAddress, UInt64(bytes.count)))
        #if PostgreSQL
            case .postgresql(let cursor): cursor.bind(bytes: bytes)
        #endif
        }
    }

    /// Binds NULL in place of a value of this type.
    mutating func bindNull(of type: ColumnType) throws(StorageError) {
        switch cursor {
        case .sqlite(let handle, let connection):
            try connection.check(sqlite3_bind_null(handle, index))
        #if PostgreSQL
            case .postgresql(let cursor): cursor.bindNull(of: type)
        #endif
        }
    }

    // MARK: - Rows

    /// Moves to the first column of the next row; returns false if there are no more rows.
    mutating func step() throws(StorageError) -> Bool {
        index = 0
        switch cursor {
        case .sqlite(let handle, let connection):
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW || code == SQLITE_DONE else { throw connection.error(code) }
            return code == SQLITE_ROW
        #if PostgreSQL
            case .postgresql(let cursor): return try cursor.step()
        #endif
        }
    }

    /// Runs the statement to its end, at the latest together with the next one of its transaction.
    mutating func runLater() throws(StorageError) {
        switch cursor {
        case .sqlite: while try step() {}
        #if PostgreSQL
            case .postgresql(let cursor): cursor.runLater()
        #endif
        }
    }

    /// The next column of the row.
    mutating func column() -> Column {
        defer { index += 1 }
        return column(at: index)
    }

    private func column(at index: Int32) -> Column {
        switch cursor {
        case .sqlite(let handle, _): Column(statement: handle, index: index)
        #if PostgreSQL
            case .postgresql(let cursor): Column(cursor.cell(at: index))
        #endif
        }
    }

    /// The value in the next column of the row.
    /// - Throws: `.unusable` if the column holds no such value.
    @inline(__always)
    mutating func next<Value: ColumnValue>() throws(StorageError) -> Value {
        let column = column()
        guard let value = Value(column) else { throw damage() }
        return value
    }

    /// The error for a row that cannot be read.
    /// - Parameter name: of the value that was read last; nil for the name of its column.
    func damage(_ name: String? = nil) -> StorageError {
        let row = String(column(at: 0))
        return .unusable("\(connection.path) is damaged: \(name ?? lastName) of \(row)")
    }

    /// The connection that the statement was prepared on.
    var connection: Connection {
        switch cursor {
        case .sqlite(_, let connection): connection
        #if PostgreSQL
            case .postgresql(let cursor): cursor.connection
        #endif
        }
    }

    private var lastName: String {
        switch cursor {
        case .sqlite(let handle, _):
            sqlite3_column_name(handle, index - 1).map { String(cString: $0) } ?? ""
        #if PostgreSQL
            case .postgresql(let cursor): cursor.name(of: index - 1)
        #endif
        }
    }
}

/// A type that can be read from a row.
protocol RowValue {
    /// - Throws: `.unusable` if a column holds a value that is not valid for this type.
    init(_ row: inout Statement) throws(StorageError)
}

/// A type that is read from several columns: it lists the columns to select, in the order in which
/// it reads them.
protocol Record: RowValue {
    static var columns: SQL { get }
}

/// SQL text, composed of literals only: no value can become part of it.
struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation parts: Parts) { text = parts.text }

    /// Hashes the length alone: it almost always distinguishes two texts, and costs less than
    /// hashing the whole text on every use.
    func hash(into hasher: inout Hasher) { hasher.combine(text.utf8.count) }

    /// An interpolation that accepts literals and other `SQL` values only.
    struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 128 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ sql: SQL) { text += sql.text }
    }
}

extension SQL {
    /// The number of values that a group binds at once, so that one prepared statement serves any
    /// number of values.
    static let groupSize = 64
    /// The question marks of one group.
    static let group = SQL(
        stringLiteral: [String](repeating: "?", count: groupSize).joined(separator: ", "))
}

extension Statement {
    /// Binds the values from `start` on to `SQL.group`; if there are too few, the last one is
    /// repeated.
    mutating func bindGroup(_ values: [some Bindable], from start: Int) throws(StorageError) {
        for place in start..<start + SQL.groupSize {
            try bind(values[min(place, values.count - 1)])
        }
    }
}
