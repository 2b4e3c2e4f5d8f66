#if PostgreSQL
    import CPostgreSQL
    import Glibc
    import Market

    /// A libpq connection that waits for each answer for a limited time. Only the storage's own
    /// threads use it, never an event loop.
    ///
    /// Behind a connection pooler (PgBouncer in transaction mode) each transaction may reach a
    /// different server process: then nothing that lasts for a session is used, such as statements
    /// prepared by name.
    final class LibpqConnection {
        private let handle: OpaquePointer
        /// Whether a pooler may direct each transaction to a different server process.
        private(set) var isPooled = false
        private var isLost = false
        /// Whether the last failure may go away when the whole transaction is retried.
        var isRetryable = false
        /// Whether something was sent whose answer has not been read yet.
        private var hasUnread = false
        /// The time in milliseconds after which a server that does not answer is given up; nil
        /// waits for ever.
        var longestSilence: Int?

        /// - Throws: `.unusable` with the server's message, without the password.
        init(to address: String, as use: PostgreSQLConnection.Use) throws(StorageError) {
            guard let handle = use.connect(to: address) else {
                throw .unusable("libpq has no memory for a connection")
            }
            // Notices, such as that a table exists already, do not belong on the terminal.
            PQsetNoticeProcessor(handle, { _, _ in }, nil)
            guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
                let text = LibpqError.line(PQerrorMessage(handle))
                PQfinish(handle)
                throw .unusable(LibpqError.reason(text, withoutPasswordOf: address))
            }
            self.handle = handle
            longestSilence = use.longestSilence
            // A pooler reports a process number of its own.
            isPooled = try process() != PQbackendPID(handle)
        }

        deinit {
            PQfinish(handle)
        }

        /// The process number of the server process that answers.
        private func process() throws(StorageError) -> Int32? {
            let result = try run("SELECT pg_backend_pid()")
            defer { PQclear(result) }
            return PQgetvalue(result, 0, 0).flatMap { Int32(String(cString: $0)) }
        }

        /// For example `database market at /run/postgresql`; contains no secrets.
        var name: String {
            let database = PQdb(handle).map { String(cString: $0) } ?? ""
            let host = PQhost(handle).map { String(cString: $0) } ?? ""
            return "database \(database) at \(host)"
        }

        /// Whether the connection still works.
        var isAlive: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

        var isInTransaction: Bool {
            isAlive && !hasUnread && PQtransactionStatus(handle) != PQTRANS_IDLE
        }

        // MARK: - Notifications

        /// Waits until a notification comes, the other descriptor becomes readable, or the time is
        /// over.
        func waitForNotification(or other: Int32, atMost milliseconds: Int32) {
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

        /// Whether a notification has come since the last call.
        private func hasHeard() -> Bool {
            var hasHeard = false
            while let heard = PQnotifies(handle) {
                PQfreemem(heard)
                hasHeard = true
            }
            return hasHeard
        }

        // MARK: - Statements and results

        /// Runs a statement, which is prepared on its first run.
        /// - Returns: its result, which the caller clears, as with the methods below.
        func run(
            _ statement: PreparedStatement, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
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

        private func sendWithoutWaiting(_ text: String, _ values: PostgreSQLValues) -> Int32 {
            values.withPointers { pointers, lengths, formats in
                values.types.withUnsafeBufferPointer { types in
                    PQsendQueryParams(
                        handle, text, Int32(types.count), types.baseAddress,
                        pointers.baseAddress, lengths.baseAddress, formats.baseAddress, 1)
                }
            }
        }

        /// Runs a statement without preparing it by name.
        func run(
            _ text: String, _ values: PostgreSQLValues
        ) throws(StorageError) -> OpaquePointer? {
            try readUnread()
            return try answer(to: sendWithoutWaiting(text, values))
        }

        /// Runs several statements that take no values.
        /// - Returns: the result of the last one.
        func run(_ script: String) throws(StorageError) -> OpaquePointer? {
            try readUnread()
            return try answer(to: PQsendQuery(handle, script))
        }

        /// Sends a script whose answer is read before the next statement.
        func runUnread(_ script: String) {
            guard isAlive else { return }
            hasUnread = PQsendQuery(handle, script) == 1 && PQflush(handle) >= 0
            if !hasUnread { isLost = true }
        }

        /// Reads the answer that `runUnread` has left.
        private func readUnread() throws(StorageError) {
            guard hasUnread else { return }
            hasUnread = false
            PQclear(try answer(to: 1))
        }

        /// Sends several statements in a row, and waits for all answers at once
        /// (postgresql.org/docs/current/libpq-pipeline-mode.html).
        /// - Returns: one result for each statement.
        func runTogether(
            _ statements: [(PreparedStatement, PostgreSQLValues)]
        ) throws(StorageError) -> [OpaquePointer?] {
            try readUnread()
            isRetryable = false
            guard PQenterPipelineMode(handle) == 1 else { throw lost() }
            // For each answer, whether it is that of a PREPARE or of the statement itself.
            var answers: [(statement: PreparedStatement, isPreparing: Bool)] = []
            for (statement, values) in statements {
                if !isPooled, !statement.isPrepared {
                    guard sendToPrepare(statement, values) == 1 else { throw lost() }
                    answers.append((statement, true))
                    // The same statement may come again.
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
            // The sync result is not followed by a NULL result.
            guard waitForAnswer() else { throw lost() }
            PQclear(PQgetResult(handle))
            guard PQexitPipelineMode(handle) == 1 else { throw lost() }
            if let failure { throw failure }
            isComplete = true
            return results
        }

        /// The next result in the pipeline, and the NULL that follows it.
        private func resultOfPipeline() throws(StorageError) -> OpaquePointer {
            guard waitForAnswer(), let result = PQgetResult(handle) else { throw lost() }
            guard waitForAnswer(), PQgetResult(handle) == nil else {
                PQclear(result)
                throw lost()
            }
            return result
        }

        /// Waits for all results of what was sent.
        /// - Returns: the last one, which the caller clears.
        private func answer(to isSent: Int32) throws(StorageError) -> OpaquePointer? {
            isRetryable = false
            guard isSent == 1, waitUntilSent() else { throw lost() }
            var answer: OpaquePointer?
            while true {
                guard waitForAnswer() else {
                    PQclear(answer)
                    throw lost()
                }
                guard let result = PQgetResult(handle) else { break }
                // Results after a failure say nothing about it.
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
                // The server may not read on before its own output has been read.
                guard PQconsumeInput(handle) == 1 else { return false }
            }
        }

        private func waitForAnswer() -> Bool {
            while PQisBusy(handle) == 1 {
                guard wait(for: POLLIN), PQconsumeInput(handle) == 1 else { return false }
            }
            return true
        }

        /// - Returns: false if nothing came for too long.
        private func wait(for events: Int32) -> Bool {
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            while true {
                let count = poll(&descriptor, 1, longestSilence.map(Int32.init) ?? -1)
                guard count < 0, errno == EINTR else { return count > 0 }
            }
        }

        private static func isSuccess(_ result: OpaquePointer) -> Bool {
            [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result))
        }

        /// Marks the connection as lost; a new one is made for what comes next.
        func lost() -> StorageError {
            (isLost, isRetryable) = (true, true)
            return .busy
        }

        private func error(_ result: OpaquePointer?) -> StorageError {
            let state = PQresultErrorField(result, Int32(jangteo_diag_sqlstate))
                .map { String(cString: $0) }
            guard let state, isAlive, !LibpqError.endsConnection(state) else { return lost() }
            isRetryable = LibpqError.isByChance(state)
            let text = PQresultErrorField(result, Int32(UInt8(ascii: "M")))
            return LibpqError.error(state, LibpqError.line(text ?? PQerrorMessage(handle)))
        }
    }
#endif
