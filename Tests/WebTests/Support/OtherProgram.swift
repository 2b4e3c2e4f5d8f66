import CSQLite
import Fixtures

/// Another process's connection to the market's file.
final class OtherProgram {
    private var handle: OpaquePointer?

    init(opening path: String) throws {
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure("cannot open \(path)") }
    }

    deinit {
        sqlite3_close(handle)
    }

    func run(_ statement: String) throws {
        guard sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK else {
            throw Failure("\(statement): \(String(cString: sqlite3_errmsg(handle)))")
        }
    }

    /// The number of rows in a table.
    func count(_ table: String) throws -> Int64 {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let sql = "SELECT count(*) FROM \(table)"
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { throw Failure("\(sql): \(String(cString: sqlite3_errmsg(handle)))") }
        return sqlite3_column_int64(statement, 0)
    }
}
