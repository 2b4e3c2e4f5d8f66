#if PostgreSQL
    import CPostgreSQL
    import Market

    /// How it reads over one state.
    extension PostgreSQLConnection {
        /// A transaction that reads begins with its first statement, which is sent behind it.
        enum Reading {
            case none, due
            /// With the state's count of commits.
            case begun(UInt64)
        }

        private static let beginReading: SQL = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// With the timeline: a copy that has taken the server's place is on another one.
        private static let selectState: SQL = """
            SELECT number, pg_is_in_recovery()::int, CASE WHEN NOT pg_is_in_recovery()
                THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
            FROM commit_count WHERE id = 1
            """

        /// Runs `body` over one state, which `snapshot` tells.
        /// - Parameter followed: the count of commits that what is kept in memory has followed by now.
        func reading<Value>(
            following followed: UInt64 = .max, _ body: () throws(StorageError) -> Value
        ) throws(StorageError) -> Value {
            (reading, isWriting, self.followed) = (.due, false, followed)
            defer {
                // Nobody waits for the end.
                if case .begun = reading { libpq.runUnread("COMMIT") }
                reading = .none
            }
            return try body()
        }

        /// Begins to read, where that is due, and asks for more in the same turn.
        /// - Returns: what the statement has answered, which the caller clears.
        func beginReading(
            with statement: (PreparedStatement, PostgreSQLValues)? = nil
        ) throws(StorageError) -> OpaquePointer? {
            let limits = libpq.isPooled ? Self.limits("SET LOCAL").text.split(separator: ";") : []
            let begin = [Self.beginReading] + limits.map { SQL(stringLiteral: String($0)) }
            let statements = (begin + [Self.selectState]).map {
                (prepared($0), PostgreSQLValues())
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
                throw libpq.lost()
            }
            return statement == nil ? nil : results[statements.count]
        }

        /// What fails has begun the transaction all the same, and ends it.
        private func sendReading(
            _ statements: [(PreparedStatement, PostgreSQLValues)]
        ) throws(StorageError) -> [OpaquePointer?] {
            do throws(StorageError) {
                return try libpq.runTogether(statements)
            } catch {
                if isInTransaction { libpq.runUnread("COMMIT") }
                throw error
            }
        }
    }
#endif
