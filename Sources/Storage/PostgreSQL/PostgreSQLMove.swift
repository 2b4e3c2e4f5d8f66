#if PostgreSQL
    import Market

    /// The part of `MarketMove` that is specific to a server.
    extension PostgreSQLConnection {
        /// Until the transaction ends, makes other writers wait and keeps new processes from
        /// serving. The lock is taken before the first read: the snapshot would be older than the
        /// lock otherwise.
        func keepOthersAway() throws(StorageError) {
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

        /// The highest number that each table which never reuses a number has assigned.
        func numbersGiven() throws(StorageError) -> [String: Int64] {
            var numbers: [String: Int64] = [:]
            for (table, column) in try numberedColumns() {
                numbers[table] = try one(
                    """
                    SELECT coalesce(
                        pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass), 0)
                    """, table, column)
            }
            numbers["item"] = try one("SELECT seq FROM number_sequence WHERE name = 'item'")
            return numbers
        }

        /// Sets the sequences, at least to the highest number of a row: rows may have been copied
        /// with their numbers.
        func setNumbersGiven(_ numbers: [String: Int64]) throws(StorageError) {
            try run("UPDATE number_sequence SET seq = ? WHERE name = 'item'", numbers["item"] ?? 0)
            for (table, column) in try numberedColumns() {
                let (name, rows) = (SQL(stringLiteral: column), SQL(stringLiteral: table))
                let highest: Int64 = try one("SELECT coalesce(max(\(name)), 0) FROM \(rows)")
                let number = max(highest, numbers[table] ?? 0)
                guard number > 0 else { continue }
                _ = try exists(
                    "SELECT setval(pg_get_serial_sequence(?, ?), ?)", table, column, number)
            }
        }

        /// The identity columns, each after the name of its table.
        private func numberedColumns() throws(StorageError) -> [(String, String)] {
            try pairs(
                """
                SELECT table_name::text, column_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND identity_generation = 'BY DEFAULT'
                """)
        }
    }
#endif
