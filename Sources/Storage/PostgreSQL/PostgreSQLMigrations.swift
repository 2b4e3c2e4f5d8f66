#if PostgreSQL
    import Glibc
    import Market

    /// The format of a database, changed by two kinds of migrations, so that processes of two
    /// versions can serve it during a rolling upgrade (expand, then contract).
    struct PostgreSQLFormat: Sendable {
        /// Forward only; the index of a step is the version that it starts from. A step only adds
        /// what older versions can do without.
        var steps: [SQL]
        /// Each removes something that versions which know this removal no longer need, once no
        /// older process serves.
        var removals: [SQL]

        static let current = PostgreSQLFormat(
            steps: PostgreSQLSchema.steps, removals: PostgreSQLSchema.removals)
    }

    /// The mark by which a database is recognised as ours, and the migrations that bring an older
    /// one up to date.
    enum PostgreSQLMigrations {
        /// The advisory lock under which only one process checks and migrates: "Jang" in ASCII.
        private static let lock: SQL = "SELECT pg_advisory_xact_lock(1247899239)"
        private static let tryLock: SQL = "SELECT 1 WHERE pg_try_advisory_xact_lock(1247899239)"

        /// The lock that keeps other processes from opening the database until the transaction
        /// ends.
        static let keepClosed: SQL = "SELECT pg_advisory_xact_lock(1247899240)"
        private static let isOpen: SQL =
            "SELECT 1 WHERE pg_try_advisory_xact_lock_shared(1247899240)"

        /// Leaves a foreign database untouched and refuses it, and runs the migrations that ours
        /// lacks, while other processes may be serving it.
        /// - Parameter program: the process that will serve it and needs its present format; nil if
        ///   none.
        /// - Throws: `.unusable`, `.busy`.
        static func bringUpToDate(
            _ connection: PostgreSQLConnection, to format: PostgreSQLFormat = .current,
            for program: ProgramLease? = nil
        ) throws(StorageError) {
            for triesLeft in (0..<mostTries).reversed() {
                do throws(StorageError) {
                    if try enter(program, whereAllStepsOf: format, on: connection) { return }
                    return try connection.transactionWithoutLimits("BEGIN") {
                        () throws(StorageError) in
                        _ = try connection.exists(lock)
                        try takeSteps(of: format, on: connection)
                        try program?.enter(over: connection)
                    }
                } catch {
                    guard error == .busy, connection.isAlive, triesLeft > 0 else { throw error }
                    usleep(200_000)
                }
            }
        }

        /// - Returns: false if a migration has to run first.
        private static func enter(
            _ program: ProgramLease?, whereAllStepsOf format: PostgreSQLFormat,
            on connection: PostgreSQLConnection
        ) throws(StorageError) -> Bool {
            try connection.fleetingTransaction { () throws(StorageError) in
                try requireServable(connection)
                _ = try connection.exists(lock)
                guard try version(of: connection, for: format) >= format.steps.count else {
                    return false
                }
                try program?.enter(over: connection)
                return true
            }
        }

        /// How often a step is tried. A step that waits for a lock makes others queue behind it, so
        /// it waits for one second only.
        private static let mostTries = 30
        private static let waitShortly: SQL = "SET LOCAL lock_timeout = '1s'"

        private static func takeSteps(
            of format: PostgreSQLFormat, on connection: PostgreSQLConnection
        ) throws(StorageError) {
            let version = try version(of: connection, for: format)
            guard version < format.steps.count else { return }
            try connection.execute(waitShortly)
            for step in format.steps.dropFirst(version) { try connection.execute(step) }
            try connection.run("UPDATE storage_version SET version = ?", format.steps.count)
        }

        /// Runs the removals, unless a process is serving that still needs what they remove.
        static func remove(
            what format: PostgreSQLFormat, from connection: PostgreSQLConnection
        ) throws(StorageError) {
            let (most, removed) = (format.removals.count, selectRemoved)
            guard try connection.one(removed) < most else { return }
            try connection.transactionWithoutLimits("BEGIN") { () throws(StorageError) in
                guard try connection.exists(tryLock) else { return }
                guard try !connection.exists(ProgramLease.knowsFewer, most) else { return }
                try connection.execute(waitShortly)
                for removal in format.removals.dropFirst(try connection.one(removed)) {
                    try connection.execute(removal)
                }
                try connection.run("UPDATE storage_version SET removals = ?", most)
            }
        }

        private static let selectRemoved: SQL = "SELECT removals FROM storage_version"

        /// Refuses a database that cannot be served now.
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

        /// The number of migrations that have run; 0 for an empty database.
        /// - Throws: `.unusable` if it is not ours, or a newer version has removed something that
        ///   this version needs.
        static func version(
            of connection: PostgreSQLConnection, for format: PostgreSQLFormat = .current
        ) throws(StorageError) -> Int {
            let tables: SQL = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
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
            let removals: Int = try connection.one(selectRemoved)
            guard removals <= format.removals.count else {
                throw .unusable(
                    "\(connection.path) is that of a newer version of this program, and lacks what this "
                        + "one needs: it has format \(version), and this one knows \(format.steps.count)"
                )
            }
            return version
        }
    }
#endif
