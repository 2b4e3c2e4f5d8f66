import CSQLite
import Market

/// A statement with its values bound, ready to step; reset when it goes out of scope.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: Connection

    init(_ handle: OpaquePointer, on connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Moves to the next row; false when there is none left.
    func step() throws(StorageError) -> Bool {
        let code = sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw connection.error(code) }
        return code == SQLITE_ROW
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    func id<Noun>(_ column: Int32) -> Identifier<Noun> {
        Identifier(rawValue: integer(column))
    }

    /// Nil for NULL.
    func optionalID<Noun>(_ column: Int32) -> Identifier<Noun>? {
        isNull(column) ? nil : id(column)
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Nil for NULL.
    func timestamp(_ column: Int32) -> Timestamp? {
        isNull(column) ? nil : Timestamp(seconds: integer(column))
    }

    func text(_ column: Int32) -> String {
        // As a blob: `sqlite3_column_text` would copy to end it with a zero.
        String(decoding: blob(column), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        Array(blob(column))
    }

    /// The bytes where SQLite has them, valid until the next step.
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }
}
