#if PostgreSQL
    import CPostgreSQL
    import Glibc
    import Market

    /// One connection to a PostgreSQL server, over libpq, which waits: only threads of the storage's
    /// own use it, never an event loop.
    ///
    /// A pooler in between (PgBouncer, in transaction mode) may hand each transaction to another of the
    /// server's processes: then nothing of a session is used, as statements prepared by name.
    final class PostgreSQLConnection: Connection, @unchecked Sendable {
        private let address: String
        private let handle: OpaquePointer
        /// Whether each transaction may reach another process of the server.
        private(set) var isPooled = false
        private var isLost = false
        private var prepared: [SQL: PreparedStatement] = [:]
        /// The key of the row that was inserted last.
        private var lastKey: Int64 = 0
        private var lastTouchedRows = 0

        /// How long a statement may take, how long it may wait for a lock, and the server for the next
        /// one of a transaction.
        /// - Parameter verb: `SET` or `SET LOCAL`.
        private static func limits(_ verb: SQL) -> SQL {
            """
            \(verb) statement_timeout = '5s'; \(verb) lock_timeout = '4s';
            \(verb) idle_in_transaction_session_timeout = '3s'
            """
        }

        /// Milliseconds after which a server that does not answer is given up; nil waits on.
        private var longestSilence: Int?
        let use: Use

        /// What it is for: a server from which only is read has another one behind it.
        enum Use {
            case writing, reading

            fileprivate var longestSilence: Int { self == .writing ? 6_000 : 1_500 }

            /// What an address leaves out. It may name several servers: the one that takes writes is
            /// meant, where not only is read.
            fileprivate var defaults: [(String, String)] {
                [
                    ("connect_timeout", self == .writing ? "3" : "2"),
                    ("tcp_user_timeout", "\(longestSilence)"),
                    ("target_session_attrs", self == .writing ? "read-write" : "prefer-standby"),
                    ("fallback_application_name", "jangteo"),
                ]
            }
        }

        /// - Parameter address: as libpq takes it (postgresql.org/docs/current/libpq-connect.html);
        ///   what it leaves out comes from libpq's environment variables and the password file.
        /// - Throws: `.unusable` in the server's words, without the password.
        init(to address: String, as use: Use = .writing) throws(StorageError) {
            let handle = Self.connect(to: address, use)
            guard let handle else { throw .unusable("libpq has no memory for a connection") }
            // What it says of tables that are there already is nothing to write on the terminal.
            PQsetNoticeProcessor(handle, { _, _ in }, nil)
            guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
                let text = Self.line(PQerrorMessage(handle))
                PQfinish(handle)
                throw .unusable(Self.reason(text, withoutPasswordOf: address))
            }
            (self.address, self.handle, self.use) = (address, handle, use)
            longestSilence = use.longestSilence
            super.init(path: Self.name(of: handle))
            // A pooler has numbers of its own.
            isPooled = try process() != PQbackendPID(handle)
            if !isPooled { try execute(Self.limits("SET")) }
        }

        deinit {
            PQfinish(handle)
        }

        private static func connect(to address: String, _ use: Use) -> OpaquePointer? {
            let parameters = use.defaults + [("dbname", address)]
            let words = parameters.map { strdup($0.0) }
            let values = parameters.map { strdup($0.1) }
            defer { for text in words + values { free(text) } }
            return PQconnectdbParams(
                words.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1
            )
        }

        /// The number of the server's process that answers.
        private func process() throws(StorageError) -> Int32? {
            let result = try answer(to: PQsendQuery(handle, "SELECT pg_backend_pid()"))
            defer { PQclear(result) }
            return PQgetvalue(result, 0, 0).flatMap { Int32(String(cString: $0)) }
        }

        /// `market at /run/postgresql`, without any secret.
        private static func name(of handle: OpaquePointer) -> String {
            let database = PQdb(handle).map { String(cString: $0) } ?? ""
            let host = PQhost(handle).map { String(cString: $0) } ?? ""
            return "database \(database) at \(host)"
        }

        // MARK: - State

        /// Whether the server still answers it.
        var isAlive: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

        /// To undo the transaction leaves it as it was.
        override var mayTryAgain: Bool { failedByChance }
        private var failedByChance = false

        override var isInTransaction: Bool {
            isAlive && !hasUnread && PQtransactionStatus(handle) != PQTRANS_IDLE
        }

        /// The same of a database and of the copies that follow it.
        func identity() throws(StorageError) -> String {
            try one(
                """
                SELECT system_identifier::text || ' ' || pg_database.oid::text
                FROM pg_control_system(), pg_database WHERE datname = current_database()
                """)
        }

        override var touchedRows: Int { lastTouchedRows }

        override var lastNumber: Int64 { lastKey }

        /// The count of commits at which this one's own are left out.
        override var dataVersion: Int64? {
            if isWriting { return countHere - ownCommits }
            guard let count: Int64 = try? first(Self.selectCommitCount) else { return nil }
            return count - ownCommits
        }

        // MARK: - Transactions

        static let selectCommitCount: SQL = "SELECT number FROM commit_count WHERE id = 1"

        /// What begins to write answers how many transactions this one has begun to commit, and all have.
        private var begun: Int64 = 0
        private(set) var countHere: Int64 = 0

        // MARK: Reading

        private static let beginReading: SQL = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// With the timeline: a copy that has taken the server's place is on another one.
        private static let selectState: SQL = """
            SELECT number, pg_is_in_recovery()::int, CASE WHEN NOT pg_is_in_recovery()
                THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
            FROM commit_count WHERE id = 1
            """
        /// Of the state that was read last; empty of a standby's.
        private(set) var timeline: [UInt8] = []

        /// A transaction that reads begins with its first statement, which is sent behind it.
        private enum Reading {
            case none, due
            /// With the state's count of commits.
            case begun(UInt64)
        }

        private var reading = Reading.none
        /// The count of commits that what is kept in memory had followed when it began.
        private var followed = UInt64.max

        override var isAheadOfMemory: Bool {
            guard let snapshot else { return true }
            return snapshot > followed
        }

        /// Runs `body` over one state, which `snapshot` tells.
        /// - Parameter followed: the count of commits that what is kept in memory has followed by now.
        func reading<Value>(
            following followed: UInt64 = .max, _ body: () throws(StorageError) -> Value
        ) throws(StorageError) -> Value {
            (reading, isWriting, self.followed) = (.due, false, followed)
            defer {
                if case .begun = reading { endReading() }
                reading = .none
            }
            return try body()
        }

        /// The count of commits of the state that is read; nil where none can be.
        override var snapshot: UInt64? {
            get {
                if case .due = reading { _ = try? beginReading() }
                guard case .begun(let count) = reading else { return nil }
                return count
            }
            set {}
        }

        /// Begins to read, where that is due, and asks for more in the same turn.
        /// - Returns: what the statement has answered, which the caller clears.
        private func beginReading(
            with statement: (PreparedStatement, PostgreSQLValues)? = nil
        ) throws(StorageError) -> OpaquePointer? {
            let limits = isPooled ? Self.limits("SET LOCAL").text.split(separator: ";") : []
            let begin = [Self.beginReading] + limits.map { SQL(stringLiteral: String($0)) }
            let statements = (begin + [Self.selectState]).map {
                (prepared($0, tellsKey: false, isWalk: false), PostgreSQLValues())
            }
            reading = .none
            let results = try sendReading(statements + (statement.map { [$0] } ?? []))
            let state = results[begin.count]
            let count = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: state, 0, 0))
            let isStandby = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: state, 0, 1)) == 1
            timeline = PostgreSQLCursor.cell(of: state, 0, 2).map(Array.init) ?? []
            for result in results.prefix(statements.count) { PQclear(result) }
            reading = .begun(UInt64(count))
            // Behind a pooler another server may have come to stand.
            guard !isStandby || use == .reading else {
                for result in results.dropFirst(statements.count) { PQclear(result) }
                throw lost()
            }
            return statement == nil ? nil : results[statements.count]
        }

        /// What fails has begun the transaction all the same, and ends it.
        private func sendReading(
            _ statements: [(PreparedStatement, PostgreSQLValues)]
        ) throws(StorageError) -> [OpaquePointer?] {
            do throws(StorageError) {
                return try sendTogether(statements)
            } catch {
                if isInTransaction { endReading() }
                throw error
            }
        }

        /// Nobody waits for the end: the next statement reads that first.
        private func endReading() {
            guard isAlive else { return }
            hasUnread = PQsendQuery(handle, "COMMIT") == 1 && PQflush(handle) >= 0
            if !hasUnread { isLost = true }
        }

        /// Whether something was sent whose answer was not read yet.
        private var hasUnread = false

        /// Reads what nobody waited for.
        private func readUnread() throws(StorageError) {
            guard hasUnread else { return }
            hasUnread = false
            PQclear(try answer(to: 1))
        }

        /// Transactions that this one has counted.
        private var ownCommits: Int64 = 0

        /// In the table of writers, which tells whether a commit was done whose answer was lost.
        private let writer = String(UInt64.random(in: .min ... .max), radix: 16)
        private var isWriting = false

        static let channel: SQL = "jangteo_commit"

        /// Begins to write: waits until nobody else writes, counts the transaction that this is, and has
        /// others look when it is committed.
        var beginWriting: SQL {
            """
            BEGIN; NOTIFY \(Self.channel);
            UPDATE commit_count SET number = number + 1 WHERE id = 1;
            INSERT INTO writer (name, commits) VALUES ('\(SQL(stringLiteral: writer))', 1)
            ON CONFLICT (name) DO UPDATE SET commits = writer.commits + 1, seen = now()
            RETURNING commits, (SELECT number FROM commit_count WHERE id = 1)
            """
        }

        /// Does what every transaction that writes does beside its writes.
        func noteWriting() throws(StorageError) {
            ownCommits += 1
            // What was noted before has been read with the rest.
            if lastChange == 0 { lastChange = try one(NotedChange.selectNewest) }
            guard ownCommits % Self.commitsKept == 1 else { return }
            try run("DELETE FROM writer WHERE seen < now() - interval '30 days'")
            try run(
                "DELETE FROM change WHERE number < (SELECT max(number) FROM change) - ?",
                Self.changesKept)
        }

        /// Has the next commit's count be higher than this.
        func countOn(from count: Int64) throws(StorageError) {
            try run("UPDATE commit_count SET number = greatest(number, ?)", count)
        }

        /// A commit whose answer is lost may have been done: another connection tells.
        override func commit() throws(StorageError) {
            do throws(StorageError) {
                try run("COMMIT")
            } catch {
                guard !isAlive, isWriting else { throw error }
                // Until that is known, to do it again might do it twice.
                failedByChance = false
                guard let other = try? PostgreSQLConnection(to: address),
                    let commits = try? other.commits(of: writer)
                else { throw .busy }
                guard commits != begun else { return }
                failedByChance = true
                throw error
            }
        }

        /// How many transactions a writer has committed, after the end of the one that it is in: the lock
        /// waits for that, and its own commit until a standby has all before it.
        private func commits(of writer: String) throws(StorageError) -> Int64 {
            try transaction("BEGIN") { () throws(StorageError) in
                _ = try exists("SELECT 1 FROM commit_count WHERE id = 1 FOR UPDATE")
                return try first("SELECT commits FROM writer WHERE name = ?", writer) ?? 0
            }
        }

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

        /// Has others who would write wait until the transaction ends, and refuses those who would begin
        /// to serve. The lock comes before all that reads, which sees no later state than at its begin.
        private func keepOthersAway() throws(StorageError) {
            do throws(StorageError) {
                try execute(
                    """
                    SET LOCAL lock_timeout = '4s'; LOCK TABLE commit_count IN EXCLUSIVE MODE;
                    SET LOCAL lock_timeout = 0
                    """)
            } catch {
                guard error == .busy, isAlive else { throw error }
                throw .unusable("another program writes to \(path): end that first")
            }
            guard try !exists(ProgramLease.isTaken) else {
                throw .unusable(
                    "another program serves \(path), or was killed less than "
                        + "\(ProgramLease.length) seconds ago: end that first")
            }
            _ = try exists(PostgreSQLMigrations.keepClosed)
        }

        func transactionWithoutLimits(
            _ begin: SQL, _ body: () throws(StorageError) -> Void
        ) throws(StorageError) {
            let usual = longestSilence
            defer { longestSilence = usual }
            longestSilence = nil
            try transaction(begin) { () throws(StorageError) in
                try execute(
                    """
                    SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
                    SET LOCAL idle_in_transaction_session_timeout = 0
                    """)
                try body()
            }
        }

        /// Runs `body` in a transaction that need not survive a crash, so that it waits for no standby.
        func fleetingTransaction<Value>(
            _ body: () throws(StorageError) -> Value
        ) throws(StorageError) -> Value {
            try transaction("BEGIN") { () throws(StorageError) in
                try execute("SET LOCAL synchronous_commit = off")
                return try body()
            }
        }

        // MARK: - Changes

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

        /// Hears of commits from now on, where a session stays the same.
        func listen() throws(StorageError) {
            if !isPooled { try execute("LISTEN \(Self.channel)") }
        }

        /// Waits until somebody has committed, until the other descriptor can be read, or so many
        /// milliseconds.
        func waitForCommit(or other: Int32, atMost milliseconds: Int32) {
            guard (try? readUnread()) != nil else { return }
            var descriptors = [
                pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            guard !hasHeard() else { return }
            poll(&descriptors, 2, milliseconds)
            if descriptors[0].revents != 0 { isLost = isLost || PQconsumeInput(handle) == 0 }
            _ = hasHeard()
        }

        /// Whether somebody has said since the last time that they have committed.
        private func hasHeard() -> Bool {
            var hasHeard = false
            while let heard = PQnotifies(handle) {
                PQfreemem(heard)
                hasHeard = true
            }
            return hasHeard
        }

        override func text(of expression: SearchExpression) -> String { expression.tsquery }

        override func indexNewItems() throws(StorageError) { try indexManyNewItems() }

        /// The server looks after its files, and refuses what refers to nothing.
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

        override func highestNumbers() throws(StorageError) -> [String: Int64] {
            var numbers: [String: Int64] = [:]
            for column in try all(NumberedColumn.select) as [NumberedColumn] {
                numbers[column.table] = try one(
                    """
                    SELECT coalesce(
                        pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass), 0)
                    """,
                    column.table, column.name)
            }
            numbers["item"] = try one("SELECT seq FROM number_sequence WHERE name = 'item'")
            return numbers
        }

        /// A row may have a higher number than its table has given, where it came with it.
        override func setHighestNumbers(_ numbers: [String: Int64]) throws(StorageError) {
            try run(
                "UPDATE number_sequence SET seq = ? WHERE name = 'item'", numbers["item"] ?? 0)
            for column in try all(NumberedColumn.select) as [NumberedColumn] {
                let (table, name) = (
                    SQL(stringLiteral: column.table), SQL(stringLiteral: column.name)
                )
                let highest: Int64 = try one("SELECT coalesce(max(\(name)), 0) FROM \(table)")
                let number = max(highest, numbers[column.table] ?? 0)
                guard number > 0 else { continue }
                _ = try exists(
                    "SELECT setval(pg_get_serial_sequence(?, ?), ?)", column.table, column.name,
                    number)
            }
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
            Statement(
                PostgreSQLCursor(prepared(sql, tellsKey: tellsKey, isWalk: isWalk), on: self))
        }

        private func prepared(_ sql: SQL, tellsKey: Bool, isWalk: Bool) -> PreparedStatement {
            if let known = prepared[sql] { return known }
            let statement = PreparedStatement(
                sql, tellsKey: tellsKey, isWalk: isWalk, number: prepared.count)
            prepared[sql] = statement
            return statement
        }

        override func execute(_ script: SQL) throws(StorageError) {
            try finishLater(isUndone: false)
            try readUnread()
            PQclear(try answer(to: PQsendQuery(handle, script.text)))
        }

        /// Runs a statement with its values.
        /// - Returns: its rows, which the caller clears.
        func run(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if statement.isTransactional { return try control(statement.text) }
            let result = try send(statement, values)
            note(result, of: statement)
            return result
        }

        /// Begins or ends a transaction, or a part of one.
        private func control(_ text: String) throws(StorageError) -> OpaquePointer? {
            var text = text
            if text.hasPrefix("BEGIN") { isWriting = text == beginWriting.text }
            if isPooled, text.hasPrefix("BEGIN") {
                let end = text.firstIndex(of: ";") ?? text.endIndex
                text.insert(contentsOf: "; " + Self.limits("SET LOCAL").text, at: end)
            }
            let (isUndone, failedByChance) = (text.hasPrefix("ROLLBACK"), failedByChance)
            try finishLater(isUndone: isUndone)
            try readUnread()
            let result = try answer(to: PQsendQuery(handle, text))
            if isUndone { self.failedByChance = failedByChance }
            if isWriting, PQntuples(result) == 1, PQnfields(result) == 2 {
                let numbers = [0, 1].map { PQgetvalue(result, 0, $0).map { String(cString: $0) } }
                (begun, countHere) = (
                    numbers[0].flatMap { Int64($0) } ?? 0, numbers[1].flatMap { Int64($0) } ?? 0
                )
            }
            return result
        }

        // MARK: - What nobody waits for

        private var later: [(PreparedStatement, PostgreSQLValues)] = []

        /// Sends a statement together with the next one.
        func runLater(_ statement: PreparedStatement, _ values: PostgreSQLValues) {
            later.append((statement, values))
        }

        private func finishLater(isUndone: Bool) throws(StorageError) {
            let statements = later
            later = []
            guard !isUndone, !statements.isEmpty else { return }
            for result in try sendTogether(statements) { PQclear(result) }
        }

        /// - Returns: what the last one has answered, which the caller clears.
        private func finishLater(
            and statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            let statements = later
            later = []
            let results = try sendTogether(statements + [(statement, values)])
            for result in results.dropLast() { PQclear(result) }
            return results[statements.count]
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
            PQclear(try send(text, values))
            return name
        }

        /// - Returns: at most so many of the next rows, which the caller clears.
        func fetch(_ count: Int32, of walk: String) throws(StorageError) -> OpaquePointer? {
            try send("FETCH \(count) FROM \(walk)", PostgreSQLValues())
        }

        func close(_ walk: String) {
            if isAlive { _ = try? execute(SQL(stringLiteral: "CLOSE \(walk)")) }
        }

        // MARK: - Questions and answers

        private func send(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if case .due = reading { return try beginReading(with: (statement, values)) }
            guard later.isEmpty else { return try finishLater(and: statement, values) }
            try readUnread()
            if !isPooled, !statement.isPrepared {
                PQclear(try answer(to: sendToPrepare(statement, values)))
                statement.isPrepared = true
            }
            return try answer(to: sendWithoutWaiting(statement, values))
        }

        private func sendToPrepare(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) -> Int32 {
            values.types.withUnsafeBufferPointer { types in
                PQsendPrepare(
                    handle, statement.name, statement.text, Int32(types.count), types.baseAddress)
            }
        }

        private func sendWithoutWaiting(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) -> Int32 {
            guard !isPooled else { return sendWithoutWaiting(statement.text, values) }
            return values.withPointers { values, lengths, formats in
                PQsendQueryPrepared(
                    handle, statement.name, Int32(values.count), values.baseAddress,
                    lengths.baseAddress, formats.baseAddress, 1)
            }
        }

        /// Sends a statement that is not prepared by name.
        private func sendWithoutWaiting(_ text: String, _ values: PostgreSQLValues) -> Int32 {
            values.withPointers { pointers, lengths, formats in
                values.types.withUnsafeBufferPointer { types in
                    PQsendQueryParams(
                        handle, text, Int32(types.count), types.baseAddress,
                        pointers.baseAddress, lengths.baseAddress, formats.baseAddress, 1)
                }
            }
        }

        private func send(
            _ text: String, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            if case .due = reading { _ = try beginReading() }
            try finishLater(isUndone: false)
            try readUnread()
            return try answer(to: sendWithoutWaiting(text, values))
        }

        /// Sends statements one behind the other, and waits for what all of them answer at once
        /// (postgresql.org/docs/current/libpq-pipeline-mode.html).
        /// - Returns: a result each, which the caller clears.
        private func sendTogether(
            _ statements: [(PreparedStatement, PostgreSQLValues)]
        ) throws(StorageError) -> [OpaquePointer?] {
            try readUnread()
            failedByChance = false
            guard PQenterPipelineMode(handle) == 1 else { throw lost() }
            // Whether what is answered is that of the statement, or only that it was prepared.
            var answers: [(statement: PreparedStatement, isPreparing: Bool)] = []
            for (statement, values) in statements {
                if !isPooled, !statement.isPrepared {
                    guard sendToPrepare(statement, values) == 1 else { throw lost() }
                    answers.append((statement, true))
                    // The same may come once more.
                    statement.isPrepared = true
                }
                guard sendWithoutWaiting(statement, values) == 1 else { throw lost() }
                answers.append((statement, false))
            }
            guard PQpipelineSync(handle) == 1, waitUntilSent() else { throw lost() }
            var results: [OpaquePointer?] = []
            var isComplete = false
            defer { if !isComplete { for result in results { PQclear(result) } } }
            var failure: StorageError?
            for (statement, isPreparing) in answers {
                let result = try resultOfPipeline()
                if failure == nil, !Self.isSuccess(result) { failure = error(result) }
                if failure != nil, isPreparing { statement.isPrepared = false }
                if isPreparing || failure != nil { PQclear(result) } else { results.append(result) }
            }
            // What marks the end is followed by nothing.
            guard waitForAnswer() else { throw lost() }
            PQclear(PQgetResult(handle))
            guard PQexitPipelineMode(handle) == 1 else { throw lost() }
            if let failure { throw failure }
            isComplete = true
            return results
        }

        /// The next statement's, behind which nothing ends it.
        private func resultOfPipeline() throws(StorageError) -> OpaquePointer {
            guard waitForAnswer(), let result = PQgetResult(handle) else { throw lost() }
            guard waitForAnswer(), PQgetResult(handle) == nil else {
                PQclear(result)
                throw lost()
            }
            return result
        }

        /// Waits for all that a server answers to what was sent.
        /// - Returns: the last of it, which the caller clears.
        private func answer(to isSent: Int32) throws(StorageError) -> OpaquePointer? {
            failedByChance = false
            guard isSent == 1, waitUntilSent() else { throw lost() }
            var answer: OpaquePointer?
            while true {
                guard waitForAnswer() else {
                    PQclear(answer)
                    throw lost()
                }
                guard let result = PQgetResult(handle) else { break }
                // What follows a failure says nothing of it.
                guard answer.map(Self.isSuccess) ?? true else {
                    PQclear(result)
                    continue
                }
                PQclear(answer)
                answer = result
            }
            guard let answer, Self.isSuccess(answer) else {
                defer { PQclear(answer) }
                throw error(answer)
            }
            return answer
        }

        private func waitUntilSent() -> Bool {
            while true {
                switch PQflush(handle) {
                case 0: return true
                case 1: guard wait(for: POLLIN | POLLOUT) else { return false }
                default: return false
                }
                // The server may have to be read before it reads on.
                guard PQconsumeInput(handle) == 1 else { return false }
            }
        }

        private func waitForAnswer() -> Bool {
            while PQisBusy(handle) == 1 {
                guard wait(for: POLLIN), PQconsumeInput(handle) == 1 else { return false }
            }
            return true
        }

        /// - Returns: false when nothing came for too long.
        private func wait(for events: Int32) -> Bool {
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            while true {
                let count = poll(&descriptor, 1, longestSilence.map(Int32.init) ?? -1)
                guard count < 0, errno == EINTR else { return count > 0 }
            }
        }

        private func note(_ result: OpaquePointer?, of statement: PreparedStatement) {
            guard statement.writes else { return }
            lastTouchedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
            guard statement.tellsKey, PQntuples(result) == 1 else { return }
            lastKey = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: result, 0, 0))
        }

        // MARK: - Errors

        private static func isSuccess(_ result: OpaquePointer) -> Bool {
            [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result))
        }

        /// The connection is gone: another is made for what comes next.
        private func lost() -> StorageError {
            (isLost, failedByChance) = (true, true)
            return .busy
        }

        /// What a server's refusal means to a caller
        /// (postgresql.org/docs/current/errcodes-appendix.html).
        private func error(_ result: OpaquePointer?) -> StorageError {
            let state = PQresultErrorField(result, Int32(jangteo_diag_sqlstate))
                .map { String(cString: $0) }
            let text = Self.line(
                PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQerrorMessage(handle))
            guard let state, isAlive else { return lost() }
            switch state {
            case "40001", "40P01":
                failedByChance = true
                return .busy
            case "55P03", "57014": return .busy
            case "53100": return .full
            case let state where state.hasPrefix("08") || state.hasPrefix("57P"): return .busy
            case let state where state.hasPrefix("53"): return .busy
            case "25006": return lost()
            default: return .failed("\(text) (PostgreSQL \(state))")
            }
        }

        /// What libpq says of an address that it does not understand may repeat a part of the password.
        private static func reason(_ text: String, withoutPasswordOf address: String) -> String {
            let shown = SQLStorage.withoutPassword(address)
            let ofServers = ["connection to server", "could not translate host name"]
            guard shown != address, !ofServers.contains(where: text.hasPrefix) else { return text }
            return
                "\(shown) is no address of a database: in a password, what is neither a letter nor a "
                + "digit is written as %2F"
        }

        /// The first line of what libpq says.
        private static func line(_ text: UnsafePointer<CChar>?) -> String {
            let text = text.map { String(cString: $0) } ?? ""
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no answer"
        }
    }

    /// A column whose numbers a sequence gives.
    private struct NumberedColumn: Record {
        let table: String
        let name: String

        static let columns: SQL = "table_name::text, column_name::text"
        static let select: SQL = """
            SELECT \(columns) FROM information_schema.columns
            WHERE table_schema = current_schema() AND identity_generation = 'BY DEFAULT'
            """

        init(_ row: inout Statement) throws(StorageError) {
            (table, name) = (try row.next(), try row.next())
        }
    }
#endif
