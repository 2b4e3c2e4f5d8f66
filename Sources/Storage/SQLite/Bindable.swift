import CSQLite
import Market

/// A value that a statement takes for one of its question marks.
protocol Bindable {
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Identifier: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, rawValue)
    }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension String: Bindable {
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

extension Optional: Bindable where Wrapped: Bindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let value = self else { return sqlite3_bind_null(statement, index) }
        return value.bind(to: statement, at: index)
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
