import CSQLite
import Market

/// A value that can be bound to a question mark of a statement.
protocol Bindable {
    /// The type of column that stores it.
    static var columnType: ColumnType { get }

    /// Binds itself by one of the statement's own `bind` methods.
    func bind(to statement: inout Statement) throws(StorageError)
}

/// The type of a column's values.
enum ColumnType {
    case integer
    case text
    case bytes
}

/// A type that can be read from a column, and from a row that has only this column.
protocol ColumnValue: RowValue {
    /// Returns nil if the column's value is not valid for this type.
    init?(_ column: Column)
}

extension ColumnValue {
    init(_ row: inout Statement) throws(StorageError) { self = try row.next() }
}

/// One column of a statement's current row, valid until the next step.
struct Column {
    /// Fetched once. The functions that read it require a protected value, which makes no
    /// difference on a connection without mutexes (sqlite.org/c3ref/value.html).
    private let value: OpaquePointer?
    #if PostgreSQL
        /// The bytes that a server has sent; with `isCell`, nil is NULL.
        private let cell: UnsafeRawBufferPointer?
        private let isCell: Bool
    #endif

    init(statement: OpaquePointer, index: Int32) {
        value = sqlite3_column_value(statement, index)
        #if PostgreSQL
            (cell, isCell) = (nil, false)
        #endif
    }

    #if PostgreSQL
        init(_ cell: UnsafeRawBufferPointer?) {
            (value, self.cell, isCell) = (nil, cell, true)
        }
    #endif

    var isNull: Bool {
        #if PostgreSQL
            if isCell { return cell == nil }
        #endif
        return sqlite3_value_type(value) == SQLITE_NULL
    }

    var text: String {
        let text = String(decoding: bytes, as: UTF8.self)
        #if PostgreSQL
            if isCell { return PostgreSQLValues.readingZeros(text) }
        #endif
        return text
    }

    var integer: Int64 {
        #if PostgreSQL
            if isCell { return PostgreSQLCursor.integer(cell) }
        #endif
        return sqlite3_value_int64(value)
    }

    /// The column's bytes in SQLite's own memory, for text as well: `sqlite3_value_text` would copy
    /// it to append a terminating zero.
    var bytes: UnsafeRawBufferPointer {
        #if PostgreSQL
            if isCell { return cell ?? UnsafeRawBufferPointer(start: nil, count: 0) }
        #endif
        let start = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
}

/// A value that is stored as an integer.
protocol IntegerBindable: Bindable {
    var integer: Int64 { get }
}

extension IntegerBindable {
    static var columnType: ColumnType { .integer }

    func bind(to statement: inout Statement) throws(StorageError) {
        try statement.bind(integer: integer)
    }
}

extension Int64: IntegerBindable, ColumnValue {
    var integer: Int64 { self }

    init(_ column: Column) { self = column.integer }
}

extension Int: IntegerBindable, ColumnValue {
    var integer: Int64 { Int64(self) }

    init(_ column: Column) { self = Int(column.integer) }
}

extension Bool: IntegerBindable, ColumnValue {
    var integer: Int64 { self ? 1 : 0 }

    init(_ column: Column) { self = column.integer != 0 }
}

extension String: Bindable, ColumnValue {
    static var columnType: ColumnType { .text }

    init(_ column: Column) { self = column.text }

    func bind(to statement: inout Statement) throws(StorageError) {
        var text = self
        // Typed throws do not propagate through the closure (SE-0413).
        let result = text.withUTF8 { bytes in
            Result { () throws(StorageError) in try statement.bind(text: bytes) }
        }
        try result.get()
    }
}

extension [UInt8]: ColumnValue, RowValue {
    init(_ column: Column) { self = Array(column.bytes) }
}

/// Bytes that are bound without being copied: they must outlive the run of the statement.
struct PinnedBytes: Bindable {
    static var columnType: ColumnType { .bytes }

    let bytes: UnsafeBufferPointer<UInt8>

    func bind(to statement: inout Statement) throws(StorageError) {
        try statement.bind(pinned: bytes)
    }
}

/// Nil is bound as NULL.
extension Optional: Bindable where Wrapped: Bindable {
    static var columnType: ColumnType { Wrapped.columnType }

    func bind(to statement: inout Statement) throws(StorageError) {
        guard let value = self else { return try statement.bindNull(of: Self.columnType) }
        try value.bind(to: &statement)
    }
}

extension Optional: ColumnValue, RowValue where Wrapped: ColumnValue {
    init?(_ column: Column) {
        guard !column.isNull else {
            self = .none
            return
        }
        guard let value = Wrapped(column) else { return nil }
        self = .some(value)
    }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
    static var columnType: ColumnType { RawValue.columnType }

    func bind(to statement: inout Statement) throws(StorageError) {
        try rawValue.bind(to: &statement)
    }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    init?(_ column: Column) {
        guard let rawValue = RawValue(column) else { return nil }
        self.init(rawValue: rawValue)
    }
}

// MARK: - The market's values

/// Not through its raw value: that witness would have to be looked up at run time for each noun.
extension Identifier: IntegerBindable, ColumnValue {
    var integer: Int64 { rawValue }
}

extension Market.Category: Bindable, ColumnValue {}
extension Item.Status: Bindable, ColumnValue {}
extension Item.Purpose: Bindable, ColumnValue {}
extension Dealing.Stage: Bindable, ColumnValue {}
extension ChatMessage.Note: Bindable, ColumnValue {}
extension PriceOffer.Answer: Bindable {}
extension Appointment.Outcome: Bindable {}
extension Rating: Bindable, ColumnValue {}
extension Report.Reason: Bindable {}
extension Decision.Kind: Bindable, ColumnValue {}
extension Notice.Kind: Bindable, ColumnValue {}
extension Deletion.Kind: Bindable, ColumnValue {}
extension Icon: Bindable, ColumnValue {}
extension Repetition.Frequency: Bindable, ColumnValue {}
extension Photo.Size: Bindable {}

extension Currency: Bindable, ColumnValue {
    init?(_ column: Column) { self.init(column.bytes) }
}

extension Timestamp: IntegerBindable, ColumnValue {
    var integer: Int64 { seconds }

    init(_ column: Column) { self.init(seconds: column.integer) }
}

extension SecretDigest: Bindable, ColumnValue {
    init(_ column: Column) { self.init(String(column)) }

    static var columnType: ColumnType { .text }

    func bind(to statement: inout Statement) throws(StorageError) {
        try text.bind(to: &statement)
    }
}

extension Nickname: ColumnValue {
    init?(_ column: Column) { self.init(String(column)) }
}

extension Photo.ID: Bindable, ColumnValue {
    init?(_ column: Column) { self.init(column.bytes) }

    static var columnType: ColumnType { .text }

    func bind(to statement: inout Statement) throws(StorageError) {
        try text.bind(to: &statement)
    }
}
