#if PostgreSQL
    import CPostgreSQL
    import Market

    /// A connection to a PostgreSQL server. Read transactions are in `PostgreSQLReading`, write
    /// transactions in `PostgreSQLWriting`.
    final class PostgreSQLConnection: Connection, @unchecked Sendable {
        let address: String
        let libpq: LibpqConnection
        let use: Use
        private var prepared: [SQL: PreparedStatement] = [:]
        /// The key of the last inserted row.
        private var lastKey: Int64 = 0
        private var lastTouchedRows = 0

        /// This connection's name in the table `writer`, which tells whether a commit was done if
        /// its answer is lost.
        let writer = String(UInt64.random(in: .min ... .max), radix: 16)
        var isWriting = false
        /// The answer to the statement that begins a write transaction: how many transactions this
        /// connection has begun to commit, and how many there are in all.
        private(set) var begun: Int64 = 0
        private(set) var countHere: Int64 = 0
        /// How many transactions this connection has counted in `commit_count`.
        var ownCommits: Int64 = 0
        /// The number of the last row of `change` that was read here.
        var lastChange: Int64 = 0

        var reading = Reading.none
        /// The commit count that the in-memory data had followed when the current read began.
        var followed = UInt64.max
        /// The server's timeline at the last read; empty for a standby.
        var timeline: [UInt8] = []

        /// - Parameter address: in libpq's syntax (postgresql.org/docs/current/libpq-connect.html);
        ///   what it leaves out comes from libpq's environment variables and the password file.
        /// - Throws: `.unusable` with the server's message, without the password.
        init(to address: String, as use: Use = .writing) throws(StorageError) {
            (self.address, self.use) = (address, use)
            libpq = try LibpqConnection(to: address, as: use)
            super.init(path: libpq.name)
            if !libpq.isPooled { try execute(Self.limits("SET")) }
        }

        // MARK: - State

        /// Whether the connection still works.
        var isAlive: Bool { libpq.isAlive }

        /// A rollback does not change it.
        override var isRetryable: Bool { libpq.isRetryable }

        override var isInTransaction: Bool { libpq.isInTransaction }

        /// An identifier that a database shares with its replicas.
        func identity() throws(StorageError) -> String {
            try one(
                """
                SELECT system_identifier::text || ' ' || pg_database.oid::text
                FROM pg_control_system(), pg_database WHERE datname = current_database()
                """)
        }

        override var touchedRows: Int { lastTouchedRows }

        override var lastNumber: Int64 { lastKey }

        /// The commit count, without this connection's own commits.
        override var dataVersion: Int64? {
            if isWriting { return countHere - ownCommits }
            guard let count: Int64 = try? first(Self.selectCommitCount) else { return nil }
            return count - ownCommits
        }

        override var isAheadOfMemory: Bool {
            guard let snapshot else { return true }
            return snapshot > followed
        }

        /// The commit count of the state being read; begins the read transaction if that is due.
        /// Nil if nothing can be read.
        override var snapshot: UInt64? {
            get {
                if case .due = reading { _ = try? beginReading() }
                guard case .begun(let count) = reading else { return nil }
                return count
            }
            set {}
        }

        // MARK: - Statements

        override func prepare(_ sql: SQL) throws(StorageError) -> Statement {
            try prepare(sql, tellsKey: false)
        }

        override func prepareInsert(_ sql: SQL) throws(StorageError) -> Statement {
            try prepare(sql, tellsKey: true)
        }

        override func prepareWalk(_ sql: SQL) throws(StorageError) -> Statement {
            try prepare(sql, tellsKey: false, isWalk: true)
        }

        private func prepare(
            _ sql: SQL, tellsKey: Bool, isWalk: Bool = false
        ) throws(StorageError) -> Statement {
            Statement(PostgreSQLCursor(prepared(sql, tellsKey: tellsKey, isWalk: isWalk), on: self))
        }

        func prepared(
            _ sql: SQL, tellsKey: Bool = false, isWalk: Bool = false
        ) -> PreparedStatement {
            if let known = prepared[sql] { return known }
            let statement = PreparedStatement(
                sql, tellsKey: tellsKey, isWalk: isWalk, number: prepared.count)
            prepared[sql] = statement
            return statement
        }

        override func execute(_ script: SQL) throws(StorageError) {
            try finishLater(isUndone: false)
            PQclear(try libpq.run(script.text))
        }

        /// Runs a statement with its values.
        /// - Returns: its result, which the caller clears.
        func run(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if statement.isTransactional { return try control(statement.text) }
            let result = try send(statement, values)
            note(result, of: statement)
            return result
        }

        private func send(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if case .due = reading { return try beginReading(with: (statement, values)) }
            guard later.isEmpty else { return try finishLater(and: statement, values) }
            return try libpq.run(statement, values)
        }

        private func note(_ result: OpaquePointer?, of statement: PreparedStatement) {
            guard statement.writes else { return }
            lastTouchedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
            guard statement.tellsKey, PQntuples(result) == 1 else { return }
            lastKey = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: result, 0, 0))
        }

        /// Begins or ends a transaction or a savepoint.
        private func control(_ text: String) throws(StorageError) -> OpaquePointer? {
            var text = text
            if text.hasPrefix("BEGIN") { isWriting = text == beginWriting.text }
            if libpq.isPooled, text.hasPrefix("BEGIN") {
                let end = text.firstIndex(of: ";") ?? text.endIndex
                text.insert(contentsOf: "; " + Self.limits("SET LOCAL").text, at: end)
            }
            let (isUndone, isRetryable) = (text.hasPrefix("ROLLBACK"), isRetryable)
            try finishLater(isUndone: isUndone)
            let result = try libpq.run(text)
            if isUndone { libpq.isRetryable = isRetryable }
            if isWriting, PQntuples(result) == 1, PQnfields(result) == 2 {
                let numbers = [0, 1].map { PQgetvalue(result, 0, $0).map { String(cString: $0) } }
                (begun, countHere) = (
                    numbers[0].flatMap { Int64($0) } ?? 0, numbers[1].flatMap { Int64($0) } ?? 0
                )
            }
            return result
        }

        // MARK: - Statements without a result

        private var later: [(PreparedStatement, PostgreSQLValues)] = []

        /// Queues a statement to be sent together with the next one.
        func runLater(_ statement: PreparedStatement, _ values: PostgreSQLValues) {
            later.append((statement, values))
        }

        private func finishLater(isUndone: Bool) throws(StorageError) {
            let statements = later
            later = []
            guard !isUndone, !statements.isEmpty else { return }
            for result in try libpq.runTogether(statements) { PQclear(result) }
        }

        /// - Returns: the result of the last statement, which the caller clears.
        private func finishLater(
            and statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            let statements = later
            later = []
            let results = try libpq.runTogether(statements + [(statement, values)])
            for result in results.dropLast() { PQclear(result) }
            return results[statements.count]
        }

        // MARK: - Walks

        private var walks = 0

        /// Opens a server-side cursor for a statement, to fetch its rows piece by piece.
        /// - Returns: the name of the cursor.
        func declareWalk(
            of statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> String {
            walks += 1
            let name = "walk\(walks)"
            let text = "DECLARE \(name) NO SCROLL CURSOR FOR \(statement.text)"
            PQclear(try sendInTransaction(text, values))
            return name
        }

        /// - Returns: at most `count` of the next rows, which the caller clears.
        func fetch(_ count: Int32, of walk: String) throws(StorageError) -> OpaquePointer? {
            try sendInTransaction("FETCH \(count) FROM \(walk)", PostgreSQLValues())
        }

        private func sendInTransaction(
            _ text: String, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if case .due = reading { _ = try beginReading() }
            try finishLater(isUndone: false)
            return try libpq.run(text, values)
        }

        func close(_ walk: String) {
            if isAlive { _ = try? execute(SQL(stringLiteral: "CLOSE \(walk)")) }
        }

        // MARK: - Engine-specific behaviour

        override func commit() throws(StorageError) { try commitOrFindOut() }

        override func bringUpToDate() throws(StorageError) {
            try PostgreSQLMigrations.bringUpToDate(self)
        }

        override func formats() throws(StorageError) -> (there: Int, now: Int) {
            (try PostgreSQLMigrations.version(of: self), PostgreSQLSchema.steps.count)
        }

        override func longTransaction(
            _ body: () throws(StorageError) -> Void
        ) throws(StorageError) {
            let begin: SQL = "BEGIN ISOLATION LEVEL REPEATABLE READ"
            try transactionWithoutLimits(begin) { () throws(StorageError) in
                try keepOthersAway()
                try body()
            }
        }

        override func highestNumbers() throws(StorageError) -> [String: Int64] {
            try numbersGiven()
        }

        override func setHighestNumbers(_ numbers: [String: Int64]) throws(StorageError) {
            try setNumbersGiven(numbers)
        }

        /// Reads the changes that triggers have noted, in this transaction and in earlier ones of
        /// others.
        override func readChanges() throws(StorageError) {
            let changes: [NotedChange] = try all(NotedChange.select, lastChange)
            for change in changes { change.note(in: savedSearches) }
            lastChange = changes.last?.number ?? lastChange
        }

        override func text(of expression: SearchExpression) -> String { expression.tsquery }

        override func indexNewItems() throws(StorageError) { try indexManyNewItems() }

        /// The server checks its own files, and enforces foreign keys.
        override func damage() throws(StorageError) -> [DerivedDataFault] {
            try photosAreThere() ? [] : [.references]
        }

        override func searchIndexIsRight() throws(StorageError) -> Bool {
            try indexIsThatOfAllItems()
        }

        override func makeSearchIndexAnew() throws(StorageError) { try indexAllItemsAnew() }

        override func withoutTriggers(
            of tables: [SQL], _ body: () throws(StorageError) -> Void
        ) throws(StorageError) {
            for table in tables { try execute("ALTER TABLE \(table) DISABLE TRIGGER USER") }
            try body()
            for table in tables { try execute("ALTER TABLE \(table) ENABLE TRIGGER USER") }
        }
    }
#endif
