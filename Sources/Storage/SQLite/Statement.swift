import CSQLite
import Market

/// A statement with its values bound, and the row that it has reached, whose columns are read one
/// after another; reset when it goes out of scope.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: Connection
    /// Of the value that was bound last, or of the column that comes next.
    private var index: Int32 = 0

    init(_ handle: OpaquePointer, on connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Binds a value to the first question mark that has none yet.
    @inline(__always)
    mutating func bind(_ value: some Bindable) throws(StorageError) {
        index += 1
        let code = value.bind(to: handle, at: index)
        guard code == SQLITE_OK else { throw connection.error(code) }
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
        guard let value = Value(column) else { throw damage() }
        return value
    }

    /// - Parameter name: of what was read last; nil when it is one column.
    func damage(_ name: String? = nil) -> StorageError {
        let column = sqlite3_column_name(handle, index - 1).map { String(cString: $0) }
        let name = name ?? column ?? ""
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
