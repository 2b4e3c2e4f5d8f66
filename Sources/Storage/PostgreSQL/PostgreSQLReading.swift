#if PostgreSQL
    import CPostgreSQL
    import Market

    /// Reading over one consistent state.
    extension PostgreSQLConnection {
        /// The state of a read transaction, which begins together with its first statement.
        enum Reading {
            case none, due
            /// With the commit count of its state.
            case begun(UInt64)
        }

        private static let beginReading: SQL = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// Includes the timeline: a promoted standby is on another one.
        private static let selectState: SQL = """
            SELECT number, pg_is_in_recovery()::int, CASE WHEN NOT pg_is_in_recovery()
                THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
            FROM commit_count WHERE id = 1
            """

        /// Runs `body` over one state, whose commit count is `snapshot`.
        /// - Parameter followed: the commit count that the in-memory data has followed by now.
        func reading<Value>(
            following followed: UInt64 = .max, _ body: () throws(StorageError) -> Value
        ) throws(StorageError) -> Value {
            (reading, isWriting, self.followed) = (.due, false, followed)
            defer {
                // Nobody waits for the answer to COMMIT.
                if case .begun = reading { libpq.runUnread("COMMIT") }
                reading = .none
            }
            return try body()
        }

        /// Begins a read transaction that is due, and runs a statement in the same round trip.
        /// - Returns: the statement's result, which the caller clears.
        func beginReading(
            with statement: (PreparedStatement, PostgreSQLValues)? = nil
        ) throws(StorageError) -> OpaquePointer? {
            let limits = libpq.isPooled ? Self.limits("SET LOCAL").text.split(separator: ";") : []
            let begin = [Self.beginReading] + limits.map { SQL(stringLiteral: String($0)) }
            let statements = (begin + [Self.selectState]).map { (prepared($0), PostgreSQLValues()) }
            reading = .none
            let results = try sendReading(statements + (statement.map { [$0] } ?? []))
            let state = results[begin.count]
            let count = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: state, 0, 0))
            let isStandby = PostgreSQLCursor.integer(PostgreSQLCursor.cell(of: state, 0, 1)) == 1
            timeline = PostgreSQLCursor.cell(of: state, 0, 2).map(Array.init) ?? []
            for result in results.prefix(statements.count) { PQclear(result) }
            reading = .begun(UInt64(count))
            // Behind a pooler, the server may have been replaced by another one.
            guard !isStandby || use == .reading else {
                for result in results.dropFirst(statements.count) { PQclear(result) }
                throw libpq.lost()
            }
            return statement == nil ? nil : results[statements.count]
        }

        /// A failing statement leaves the transaction begun, so it is ended here.
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
