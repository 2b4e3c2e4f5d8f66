import CSQLite
import Market

/// A statement with its values bound, and the row that it has reached, whose columns are read one
/// after another; reset when it goes out of scope.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: Connection
    private var index: Int32 = 0

    init(_ handle: OpaquePointer, on connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Moves to the first column of the next row; false when there is none left.
    mutating func step() throws(StorageError) -> Bool {
        index = 0
        let code = sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw connection.error(code) }
        return code == SQLITE_ROW
    }

    /// The next column of the row.
    mutating func column() -> Column {
        defer { index += 1 }
        return Column(statement: handle, index: index)
    }

    /// The value in the next column of the row.
    /// - Throws: `.unusable` when it is none.
    @inline(__always)
    mutating func next<Value: ColumnValue>() throws(StorageError) -> Value {
        let column = column()
        guard let value = Value(column) else { throw damage(column.name) }
        return value
    }

    /// - Parameter name: of what was read last.
    func damage(_ name: String) -> StorageError {
        let row = String(Column(statement: handle, index: 0))
        return .unusable("\(connection.path) is damaged: \(name) of \(row)")
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
    private(set) var text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation parts: Parts) {
        text = parts.text
    }

    mutating func reserveCapacity(_ bytes: Int) {
        text.reserveCapacity(bytes)
    }

    mutating func append(_ other: SQL) {
        text += other.text
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

/// A statement put together from parts, such as the conditions of a filter, each with the values for
/// its question marks.
struct Query {
    private(set) var sql: SQL
    private(set) var values: [any Bindable] = []

    /// Has room for a usual query at once, since lists are read with it.
    init(_ start: SQL) {
        sql = start
        sql.reserveCapacity(320)
        values.reserveCapacity(4)
    }

    /// - Parameter values: one for each question mark of `part`, in their order.
    mutating func append<each Value: Bindable>(_ part: SQL, _ values: repeat each Value) {
        sql.append(part)
        for value in repeat each values { self.values.append(value) }
    }
}
