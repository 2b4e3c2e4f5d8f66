import CSQLite
import Market

/// A value that a statement takes for one of its question marks.
protocol Bindable {
    /// What it is kept as.
    static var columnType: ColumnType { get }

    /// By one of the statement's own ways to bind.
    func bind(to statement: inout Statement) throws(StorageError)
}

/// What a column holds.
enum ColumnType {
    case integer
    case text
    case bytes
}

/// A value that a column is read as, and a row of that column alone.
protocol ColumnValue: RowValue {
    /// Nil when the column holds what no such value is.
    init?(_ column: Column)
}

extension ColumnValue {
    init(_ row: inout Statement) throws(StorageError) {
        self = try row.next()
    }
}

/// One column of the row that a statement has reached, valid until its next step.
struct Column {
    /// Asked for once. What reads it wants it protected, which a connection without mutexes need not
    /// do (sqlite.org/c3ref/value.html).
    private let value: OpaquePointer?
    #if PostgreSQL
        /// What a server has sent; nil beside it is NULL.
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

    /// The bytes where SQLite has them, of a text too: `sqlite3_value_text` would copy it to end it
    /// with a zero.
    var bytes: UnsafeRawBufferPointer {
        #if PostgreSQL
            if isCell { return cell ?? UnsafeRawBufferPointer(start: nil, count: 0) }
        #endif
        let start = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
}

/// What is kept as an integer.
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

    init(_ column: Column) {
        self = column.integer
    }
}

extension Int: IntegerBindable, ColumnValue {
    var integer: Int64 { Int64(self) }

    init(_ column: Column) {
        self = Int(column.integer)
    }
}

extension Bool: IntegerBindable, ColumnValue {
    var integer: Int64 { self ? 1 : 0 }

    init(_ column: Column) {
        self = column.integer != 0
    }
}

extension String: Bindable, ColumnValue {
    static var columnType: ColumnType { .text }

    init(_ column: Column) {
        self = column.text
    }

    func bind(to statement: inout Statement) throws(StorageError) {
        var text = self
        // Typed throws do not go through the closure (SE-0413).
        let result = text.withUTF8 { bytes in
            Result { () throws(StorageError) in try statement.bind(text: bytes) }
        }
        try result.get()
    }
}

extension [UInt8]: ColumnValue, RowValue {
    init(_ column: Column) {
        self = Array(column.bytes)
    }
}

/// Bytes that are read where they lie: they outlive the statement's run.
struct PinnedBytes: Bindable {
    static var columnType: ColumnType { .bytes }

    let bytes: UnsafeBufferPointer<UInt8>

    func bind(to statement: inout Statement) throws(StorageError) {
        try statement.bind(pinned: bytes)
    }
}

/// Nil is NULL.
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

/// Not by its raw value: at run time, that witness would have to be looked up for each noun.
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
extension Report.Reason: Bindable, ColumnValue {}
extension Decision.Kind: Bindable, ColumnValue {}
extension Notice.Kind: Bindable, ColumnValue {}
extension Deletion.Kind: Bindable, ColumnValue {}
extension Icon: Bindable, ColumnValue {}
extension Repetition.Frequency: Bindable, ColumnValue {}
extension Photo.Size: Bindable {}

extension Currency: Bindable, ColumnValue {
    init?(_ column: Column) {
        self.init(column.bytes)
    }
}

extension Timestamp: IntegerBindable, ColumnValue {
    var integer: Int64 { seconds }

    init(_ column: Column) {
        self.init(seconds: column.integer)
    }
}

extension SecretDigest: Bindable, ColumnValue {
    init(_ column: Column) {
        self.init(String(column))
    }

    static var columnType: ColumnType { .text }

    func bind(to statement: inout Statement) throws(StorageError) {
        try text.bind(to: &statement)
    }
}

extension Nickname: ColumnValue {
    init?(_ column: Column) {
        self.init(String(column))
    }
}

extension Photo.ID: Bindable, ColumnValue {
    init?(_ column: Column) {
        self.init(column.bytes)
    }

    static var columnType: ColumnType { .text }

    func bind(to statement: inout Statement) throws(StorageError) {
        try text.bind(to: &statement)
    }
}
