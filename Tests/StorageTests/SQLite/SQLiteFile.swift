import CSQLite

/// Another process's connection to a file, bypassing the storage.
final class SQLiteFile {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(code: SQLITE_CANTOPEN) }
    }

    deinit {
        sqlite3_close(handle)
    }

    struct Failure: Error {
        let code: Int32
    }

    func run(_ script: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }

    /// One column of the first row.
    func value(_ sql: String, column: Int32 = 0) throws -> String? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK else { throw Failure(code: code) }
        guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
        return sqlite3_column_text(statement, column).map { text in String(cString: text) }
    }

    /// One column of all rows, without NULLs.
    func values(_ sql: String, column: Int32 = 0) throws -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK else { throw Failure(code: code) }
        var values: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            guard let text = sqlite3_column_text(statement, column) else { continue }
            values.append(String(cString: text))
        }
        return values
    }
}
