import CSQLite
import Fixtures

/// Another program's connection to the market's file.
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
}
