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
        func setNumbersGiven(_ numbers: [String: Int64]) throws(StorageError) {
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
