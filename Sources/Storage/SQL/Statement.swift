import CSQLite
import Market

/// A statement with its values bound, and the row that it has reached, whose columns are read one
/// after another; reset when it goes out of scope.
struct Statement: ~Copyable {
    /// What the engine has of it.
    private enum Cursor {
        case sqlite(OpaquePointer, SQLiteConnection)
        #if PostgreSQL
            case postgresql(PostgreSQLCursor)
        #endif
    }

    private let cursor: Cursor
    /// Of the value that was bound last, or of the column that comes next.
    private var index: Int32 = 0

    init(_ handle: OpaquePointer, on connection: SQLiteConnection) {
        cursor = .sqlite(handle, connection)
    }

    #if PostgreSQL
        init(_ cursor: PostgreSQLCursor) {
            self.cursor = .postgresql(cursor)
        }
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

    /// For `Bindable`, as are those below: to the question mark whose turn it is.
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
                jangteo_bind_text(
                    handle, index, characters.baseAddress, UInt64(characters.count))
            }
            try connection.check(code)
        #if PostgreSQL
            case .postgresql(let cursor): cursor.bind(text: text)
        #endif
        }
    }

    /// The bytes are read where they lie: they outlive the statement's run.
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

    /// NULL in place of a value of this type.
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

    /// Moves to the first column of the next row; false when there is none left.
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

    /// Runs it to its end, at the latest with the next one of its transaction.
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
    /// - Throws: `.unusable` when it is none.
    @inline(__always)
    mutating func next<Value: ColumnValue>() throws(StorageError) -> Value {
        let column = column()
        guard let value = Value(column) else { throw damage() }
        return value
    }

    /// - Parameter name: of what was read last; nil when it is one column.
    func damage(_ name: String? = nil) -> StorageError {
        let row = String(column(at: 0))
        return .unusable("\(connection.path) is damaged: \(name ?? lastName) of \(row)")
    }

    /// That which it is of.
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

/// What a row is read as.
protocol RowValue {
    /// - Throws: `.unusable` when a column holds what it cannot.
    init(_ row: inout Statement) throws(StorageError)
}

/// What a row of several columns is read as: those to select, and how they are read, in one order.
protocol Record: RowValue {
    static var columns: SQL { get }
}

/// Text of a statement, put together from literals only: no value can become part of it.
struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation parts: Parts) {
        text = parts.text
    }

    /// The length tells texts apart almost always, and costs less than hashing them whole at every
    /// use.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text.utf8.count)
    }

    /// Takes other `SQL` between its literals, and nothing else.
    struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 128 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        mutating func appendInterpolation(_ sql: SQL) {
            text += sql.text
        }
    }
}

extension SQL {
    /// So many values of one kind are bound at once, that one statement serves however many.
    static let groupSize = 64
    /// Their question marks.
    static let group = SQL(
        stringLiteral: [String](repeating: "?", count: groupSize).joined(separator: ", "))
}

extension Statement {
    /// Binds those from `start` on to `SQL.group`; the last one stands in for those that there are
    /// not.
    mutating func bindGroup(
        _ values: [some Bindable], from start: Int
    ) throws(StorageError) {
        for place in start..<start + SQL.groupSize {
            try bind(values[min(place, values.count - 1)])
        }
    }
}
