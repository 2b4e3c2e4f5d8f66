import CSQLite
import Market

/// A value that a statement takes for one of its question marks.
protocol Bindable {
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
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

    init(statement: OpaquePointer, index: Int32) {
        value = sqlite3_column_value(statement, index)
    }

    var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }
    var integer: Int64 { sqlite3_value_int64(value) }

    /// The bytes where SQLite has them, of a text too: `sqlite3_value_text` would copy it to end it
    /// with a zero.
    var bytes: UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
}

extension Int64: Bindable, ColumnValue {
    init(_ column: Column) {
        self = column.integer
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: Bindable, ColumnValue {
    init(_ column: Column) {
        self = Int(column.integer)
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }
}

extension Bool: Bindable, ColumnValue {
    init(_ column: Column) {
        self = column.integer != 0
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        (self ? 1 : 0).bind(to: statement, at: index)
    }
}

extension String: Bindable, ColumnValue {
    init(_ column: Column) {
        self = String(decoding: column.bytes, as: UTF8.self)
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                jangteo_bind_text(
                    statement, index, characters.baseAddress, UInt64(characters.count))
            }
        }
    }
}

extension [UInt8]: ColumnValue, RowValue {
    init(_ column: Column) {
        self = Array(column.bytes)
    }
}

/// Bytes that SQLite reads where they lie: they outlive the statement's run.
struct PinnedBytes: Bindable {
    let bytes: UnsafeBufferPointer<UInt8>

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // An empty array may have no address, which would bind NULL.
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return jangteo_bind_pinned_blob(
            statement, index, bytes.baseAddress, UInt64(bytes.count))
    }
}

/// Nil is NULL.
extension Optional: Bindable where Wrapped: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let value = self else { return sqlite3_bind_null(statement, index) }
        return value.bind(to: statement, at: index)
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
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        rawValue.bind(to: statement, at: index)
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
extension Identifier: Bindable, ColumnValue {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, rawValue)
    }
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
extension Deletion.Kind: Bindable, ColumnValue {}
extension Icon: Bindable, ColumnValue {}
extension Photo.Size: Bindable {}

extension Currency: Bindable, ColumnValue {
    init?(_ column: Column) {
        self.init(column.bytes)
    }
}

extension Timestamp: Bindable, ColumnValue {
    init(_ column: Column) {
        self.init(seconds: column.integer)
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        seconds.bind(to: statement, at: index)
    }
}

extension SecretDigest: Bindable, ColumnValue {
    init(_ column: Column) {
        self.init(String(column))
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        text.bind(to: statement, at: index)
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

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        text.bind(to: statement, at: index)
    }
}
