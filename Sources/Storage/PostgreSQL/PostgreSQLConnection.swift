#if PostgreSQL
    import CPostgreSQL
    import Market

    /// One connection to a PostgreSQL server, over libpq, which blocks: only threads of the storage's
    /// own use it, never an event loop.
    final class PostgreSQLConnection: Connection, @unchecked Sendable {
        private let handle: OpaquePointer
        private var prepared: [SQL: PreparedStatement] = [:]
        /// The key of the row that was inserted last.
        private var lastKey: Int64 = 0
        private var lastTouchedRows = 0

        /// - Parameter address: as libpq takes it (postgresql.org/docs/current/libpq-connect.html);
        ///   what it leaves out comes from libpq's environment variables and the password file.
        /// - Throws: `.unusable` in the server's words, without the password.
        init(to address: String) throws(StorageError) {
            let handle = PQconnectdb(address)
            guard let handle else { throw .unusable("libpq has no memory for a connection") }
            guard PQstatus(handle) == CONNECTION_OK else {
                let text = Self.line(PQerrorMessage(handle))
                PQfinish(handle)
                throw .unusable(text)
            }
            self.handle = handle
            super.init(path: Self.name(of: handle))
            // What it says of tables that are there already is nothing to write on the terminal.
            PQsetNoticeProcessor(handle, { _, _ in }, nil)
        }

        deinit {
            PQfinish(handle)
        }

        /// `market at /run/postgresql`, without any secret.
        private static func name(of handle: OpaquePointer) -> String {
            let database = PQdb(handle).map { String(cString: $0) } ?? ""
            let host = PQhost(handle).map { String(cString: $0) } ?? ""
            return "database \(database) at \(host)"
        }

        // MARK: - State

        /// Whether the server still answers it.
        var isAlive: Bool { PQstatus(handle) == CONNECTION_OK }

        override var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

        override var touchedRows: Int { lastTouchedRows }

        override var lastNumber: Int64 { lastKey }

        /// The count of commits at which this one's own are left out.
        override var dataVersion: Int64? {
            guard let count: Int64 = try? first(Self.selectCommitCount) else { return nil }
            return count - ownCommits
        }

        static let selectCommitCount: SQL = "SELECT number FROM commit_count WHERE id = 1"

        /// Transactions that this one has counted.
        private var ownCommits: Int64 = 0

        /// Waits until nobody else writes, and counts the transaction that this is.
        func countCommit() throws(StorageError) {
            try run("UPDATE commit_count SET number = number + 1 WHERE id = 1")
            ownCommits += 1
            guard ownCommits.isMultiple(of: Self.commitsKept) else { return }
            try run(
                "DELETE FROM change WHERE number < (SELECT max(number) FROM change) - ?",
                Self.changesKept)
        }

        /// Who follows looks twenty times a second, and is further behind than this only after it has
        /// lost the server: then it reads everything anew.
        private static let commitsKept: Int64 = 1_000
        static let changesKept: Int64 = 100_000

        /// The number of the last change that was read here.
        private var lastChange: Int64 = 0

        /// What triggers have noted, of this transaction and of others' before it.
        override func readChanges() throws(StorageError) {
            let changes: [NotedChange] = try all(NotedChange.select, lastChange)
            for change in changes { change.note(in: wanted) }
            lastChange = changes.last?.number ?? lastChange
        }

        override func text(of expression: SearchExpression) -> String { expression.tsquery }

        override func indexNewItems() throws(StorageError) { try indexManyNewItems() }

        // MARK: - Statements

        override func prepare(_ sql: SQL) throws(StorageError) -> Statement {
            try prepare(sql, tellsKey: false)
        }

        override func prepareInsert(_ sql: SQL) throws(StorageError) -> Statement {
            try prepare(sql, tellsKey: true)
        }

        private func prepare(_ sql: SQL, tellsKey: Bool) throws(StorageError) -> Statement {
            let statement: PreparedStatement
            if let known = prepared[sql] {
                statement = known
            } else {
                statement = PreparedStatement(sql, tellsKey: tellsKey, number: prepared.count)
                prepared[sql] = statement
            }
            return Statement(PostgreSQLCursor(statement, on: self))
        }

        override func execute(_ script: SQL) throws(StorageError) {
            let result = PQexec(handle, script.text)
            defer { PQclear(result) }
            try check(result)
        }

        /// Runs a statement with its values.
        /// - Returns: its rows, which the caller clears.
        func run(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            let result =
                statement.isTransactional
                ? PQexec(handle, statement.text) : try send(statement, values)
            do throws(StorageError) {
                try check(result)
            } catch {
                PQclear(result)
                throw error
            }
            note(result, of: statement)
            return result
        }

        // MARK: - Walks

        private var walks = 0

        /// Begins to go through what a statement finds, piece by piece.
        /// - Returns: the name of the cursor.
        func declareWalk(
            of statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> String {
            walks += 1
            let name = "walk\(walks)"
            let text = "DECLARE \(name) NO SCROLL CURSOR FOR \(statement.text)"
            let result = values.withPointers { pointers, lengths, formats in
                values.types.withUnsafeBufferPointer { types in
                    PQexecParams(
                        handle, text, Int32(types.count), types.baseAddress,
                        pointers.baseAddress, lengths.baseAddress, formats.baseAddress, 1)
                }
            }
            defer { PQclear(result) }
            try check(result)
            return name
        }

        /// - Returns: at most so many of the next rows, which the caller clears.
        func fetch(_ count: Int32, of walk: String) throws(StorageError) -> OpaquePointer? {
            let result = PQexecParams(
                handle, "FETCH \(count) FROM \(walk)", 0, nil, nil, nil, nil, 1)
            do throws(StorageError) {
                try check(result)
            } catch {
                PQclear(result)
                throw error
            }
            return result
        }

        func close(_ walk: String) {
            PQclear(PQexec(handle, "CLOSE \(walk)"))
        }

        private func send(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if !statement.isPrepared {
                let made = values.types.withUnsafeBufferPointer { types in
                    PQprepare(
                        handle, statement.name, statement.text, Int32(types.count),
                        types.baseAddress)
                }
                defer { PQclear(made) }
                try check(made)
                statement.isPrepared = true
            }
            return values.withPointers { values, lengths, formats in
                PQexecPrepared(
                    handle, statement.name, Int32(values.count), values.baseAddress,
                    lengths.baseAddress, formats.baseAddress, 1)
            }
        }

        private func note(_ result: OpaquePointer?, of statement: PreparedStatement) {
            guard statement.writes else { return }
            lastTouchedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
            guard statement.tellsKey, PQntuples(result) == 1 else { return }
            lastKey = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: result, 0, 0))
        }

        // MARK: - Errors

        private func check(_ result: OpaquePointer?) throws(StorageError) {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
            default: throw error(result)
            }
        }

        /// What a server's refusal means to a caller
        /// (postgresql.org/docs/current/errcodes-appendix.html).
        private func error(_ result: OpaquePointer?) -> StorageError {
            let state = PQresultErrorField(result, Int32(jangteo_diag_sqlstate))
                .map { String(cString: $0) }
            let text = Self.line(
                PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQerrorMessage(handle))
            // The connection was lost: another is made for what comes next.
            guard let state, isAlive else { return .busy }
            switch state {
            case "40001", "40P01", "55P03", "57014": return .busy
            case "53100": return .full
            case let state where state.hasPrefix("08") || state.hasPrefix("57P"): return .busy
            case let state where state.hasPrefix("53"): return .busy
            case "25006": return .unusable("\(path) can only be read: \(text)")
            default: return .failed("\(text) (PostgreSQL \(state))")
            }
        }

        /// The first line of what libpq says.
        private static func line(_ text: UnsafePointer<CChar>?) -> String {
            let text = text.map { String(cString: $0) } ?? ""
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no answer"
        }
    }
#endif
