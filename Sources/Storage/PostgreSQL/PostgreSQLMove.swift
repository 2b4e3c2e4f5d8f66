#if PostgreSQL
    import Market

    /// What a move from a database or to one needs of it.
    extension PostgreSQLConnection {
        /// Has others who would write wait until the transaction ends, and refuses those who would begin
        /// to serve. The lock comes before all that reads, which sees no later state than at its begin.
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

        /// Of the tables that give no number twice, the highest that each has given.
        func numbersGiven() throws(StorageError) -> [String: Int64] {
            var numbers: [String: Int64] = [:]
            for (table, column) in try numberedColumns() {
                numbers[table] = try one(
                    """
                    SELECT coalesce(
                        pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass), 0)
                    """,
                    table, column)
            }
            numbers["item"] = try one("SELECT seq FROM number_sequence WHERE name = 'item'")
            return numbers
        }

        /// A row may have a higher number than its table has given, where it came with it.
        func setNumbersGiven(_ numbers: [String: Int64]) throws(StorageError) {
            try run(
                "UPDATE number_sequence SET seq = ? WHERE name = 'item'", numbers["item"] ?? 0)
            for (table, column) in try numberedColumns() {
                let (name, rows) = (SQL(stringLiteral: column), SQL(stringLiteral: table))
                let highest: Int64 = try one("SELECT coalesce(max(\(name)), 0) FROM \(rows)")
                let number = max(highest, numbers[table] ?? 0)
                guard number > 0 else { continue }
                _ = try exists(
                    "SELECT setval(pg_get_serial_sequence(?, ?), ?)", table, column, number)
            }
        }

        /// The columns whose numbers a sequence gives, behind their tables.
        private func numberedColumns() throws(StorageError) -> [(String, String)] {
            try pairs(
                """
                SELECT table_name::text, column_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND identity_generation = 'BY DEFAULT'
                """)
        }
    }
#endif
