#if PostgreSQL
    import Market

    /// What marks a database as ours, and the steps that bring an older one up to date.
    enum PostgreSQLMigrations {
        /// Names the lock under which one process alone looks and changes: "Jang" in ASCII.
        private static let lock: SQL = "SELECT pg_advisory_xact_lock(1247899239)"

        /// Refuses a database that is not ours, untouched, and takes the steps that ours lacks.
        /// - Throws: `.unusable`, `.busy`.
        static func bringUpToDate(_ connection: PostgreSQLConnection) throws(StorageError) {
            try connection.transactionWithoutLimits("BEGIN") { () throws(StorageError) in
                _ = try connection.exists(lock)
                let version = try version(of: connection)
                for step in PostgreSQLSchema.steps.dropFirst(version) {
                    try connection.execute(step)
                }
                guard version < PostgreSQLSchema.steps.count else { return }
                try connection.run(
                    "UPDATE storage_version SET version = ?", PostgreSQLSchema.steps.count)
            }
        }

        private static func version(
            of connection: PostgreSQLConnection
        ) throws(StorageError) -> Int {
            let tables: SQL =
                "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
            guard
                try connection.exists(
                    """
                    SELECT 1 FROM pg_tables
                    WHERE schemaname = current_schema() AND tablename = 'storage_version'
                    """)
            else {
                guard try connection.count(tables) == 0 else {
                    throw .unusable("\(connection.path) is the database of another program")
                }
                return 0
            }
            let version: Int? = try connection.first(
                "SELECT version FROM storage_version WHERE application = 'jangteo'")
            guard let version else {
                throw .unusable("\(connection.path) is the database of another program")
            }
            guard version <= PostgreSQLSchema.steps.count else {
                throw .unusable(
                    "\(connection.path) was written by a newer version of this program: it has "
                        + "format \(version), and this one knows up to "
                        + "\(PostgreSQLSchema.steps.count)")
            }
            return version
        }
    }
#endif
