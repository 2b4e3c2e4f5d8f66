#if PostgreSQL
    import Market

    /// What marks a database as ours, and the steps that bring an older one up to date.
    enum PostgreSQLMigrations {
        /// Names the lock under which one process alone looks and changes: "Jang" in ASCII.
        private static let lock: SQL = "SELECT pg_advisory_xact_lock(1247899239)"

        /// Has the database opened by nobody else until the transaction ends.
        static let keepClosed: SQL = "SELECT pg_advisory_xact_lock(1247899240)"
        private static let isOpen: SQL =
            "SELECT 1 WHERE pg_try_advisory_xact_lock_shared(1247899240)"

        /// Refuses a database that is not ours, untouched, and takes the steps that ours lacks.
        /// - Throws: `.unusable`, `.busy`.
        static func bringUpToDate(_ connection: PostgreSQLConnection) throws(StorageError) {
            try connection.transactionWithoutLimits("BEGIN") { () throws(StorageError) in
                try requireServable(connection)
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

        /// Refuses what no program could serve now.
        private static func requireServable(
            _ connection: PostgreSQLConnection
        ) throws(StorageError) {
            let isReadOnly: String? = try connection.first("SHOW transaction_read_only")
            guard isReadOnly == "off" else {
                throw .unusable("\(connection.path) can only be read: it is a standby's, or set so")
            }
            let encoding: String? = try connection.first("SHOW server_encoding")
            guard encoding == "UTF8" else {
                throw .unusable(
                    "\(connection.path) is in \(encoding ?? ""), which lacks letters: "
                        + "createdb --encoding UTF8 --template template0 makes one in UTF-8")
            }
            guard try connection.exists(isOpen) else {
                throw .unusable("\(connection.path) is being moved: wait until that has ended")
            }
        }

        /// How many steps have been taken; 0 for an empty database.
        /// - Throws: `.unusable` for one that is not ours, or newer than this program.
        static func version(
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
