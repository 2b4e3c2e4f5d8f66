#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing

    /// A PostgreSQL server for the tests, in a temporary folder, reachable only by a Unix socket.
    /// It ends with the test process.
    public final class PostgreSQLServer: Sendable {
        /// The server for all tests that leave it unchanged. Nil if Debian's package is not
        /// installed, or if the server does not start; the reason is then printed to the terminal.
        public static let shared: PostgreSQLServer? = try? forAll()

        private let folder: String
        private let process = Mutex<ChildProcess?>(nil)
        private let count = Atomic<Int>(0)

        /// A server for one test alone, which may stop and kill it, and must end it.
        /// - Throws: if Debian's package is not installed.
        public init() throws {
            try #require(Self.programs != nil)
            folder = try Self.makeFolder()
            try Self.run(
                Self.user + [
                    "initdb", "-D", "\(folder)/data", "-U", "market", "-A", "trust",
                    "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync",
                ])
            try start()
        }

        private static func makeFolder() throws -> String {
            let folder =
                "\(TemporaryFolder.root)jangteo-postgresql-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            if getuid() == 0 { try run(["chown", "postgres", folder]) }
            return folder
        }

        private static func forAll() throws -> PostgreSQLServer {
            guard programs != nil else {
                print("no PostgreSQL: apt install postgresql")
                throw CocoaError(.fileNoSuchFile)
            }
            let server = try PostgreSQLServer()
            atexit { PostgreSQLServer.shared?.end() }
            return server
        }

        /// The command that changes the user, because the server refuses to run as root.
        private static var user: [String] {
            guard getuid() == 0 else { return [] }
            return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        }

        /// Starts the server, also after it was stopped or killed, and returns when it accepts connections.
        public func start() throws {
            let command =
                Self.user + [
                    "postgres", "-D", "\(folder)/data", "-k", folder,
                    "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200",
                ]
            try process.withLock { $0 = try Self.start(command) }
            let deadline = ContinuousClock.now + .seconds(30)
            while (try? Self.run(["pg_isready", "-q", "-h", folder])) == nil {
                guard ContinuousClock.now < deadline else { throw CocoaError(.executableLoad) }
                usleep(50_000)
            }
        }

        /// Ends the server immediately, like a crash: unfinished transactions are rolled back at
        /// the next start.
        public func kill() {
            thaw()
            process.withLock { process in
                process?.signal(SIGQUIT)
                if (try? process?.wait(within: 30)) == nil { process?.end() }
                process = nil
            }
        }

        /// Ends the server like a power failure: all its processes are killed.
        public func crash() {
            process.withLock { process in
                // Stopped first, so that it starts no other process.
                process?.signal(SIGSTOP)
                if let main = process?.id {
                    _ = try? Self.run(["pkill", "-KILL", "-P", "\(main)"])
                }
                process?.end()
                process = nil
            }
        }

        /// Suspends all the server's processes while `body` runs, like a machine that hangs.
        public func whileFrozen<Value>(_ body: () async throws -> Value) async throws -> Value {
            try freeze()
            defer { thaw() }
            return try await body()
        }

        public func freeze() throws {
            let main = "\(try #require(process.withLock { $0?.id }))"
            try Self.run(["kill", "-STOP", main])
            try Self.run(["pkill", "-STOP", "-P", main])
        }

        public func thaw() {
            guard let main = process.withLock({ $0?.id }) else { return }
            _ = try? Self.run(["pkill", "-CONT", "-P", "\(main)"])
            _ = try? Self.run(["kill", "-CONT", "\(main)"])
        }

        /// Cuts all connections to the server's databases, whatever they are doing, and returns
        /// when all are gone.
        public func cutConnections() throws {
            try ask(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND datname LIKE 'market%'
                """)
        }

        /// From now on requires this password for databases made by `database()`.
        public func requirePassword(_ password: String) throws {
            try ask("ALTER USER market PASSWORD '\(password)'")
            try "local postgres all trust\nlocal all all scram-sha-256\n".write(
                toFile: "\(folder)/data/pg_hba.conf", atomically: false, encoding: .utf8)
            try ask("SELECT pg_reload_conf()")
        }

        /// Ends the server and removes its folder.
        public func end() {
            kill()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// The folder of the newest version's programs on Debian.
        private static var programs: String? {
            let root = "/usr/lib/postgresql"
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
            return versions.compactMap(Int.init).max().map { "\(root)/\($0)/bin" }
        }

        /// Makes a new database and returns its address.
        /// - Parameter template: the address of a database to copy, which must have no connections;
        ///   nil for an empty one.
        /// - Parameter options: further options of `createdb`.
        public func database(
            copying template: String? = nil, options: [String] = []
        ) throws -> String {
            let name = "market\(count.add(1, ordering: .relaxed).newValue)"
            let template = template.flatMap(Self.name) ?? "template0"
            try Self.run(
                ["createdb", "-h", folder, "-U", "market", "-T", template] + options + [name])
            return "postgresql://market@/\(name)?host=\(folder)"
        }

        /// The address of a new database whose tables are on that disk.
        public func database(on disk: SmallDisk) throws -> String {
            if getuid() == 0 { try Self.run(["chown", "postgres", disk.folder]) }
            try ask("CREATE TABLESPACE small LOCATION '\(disk.folder)'")
            return try database(options: ["-D", "small"])
        }

        private static func name(of address: String) -> String? {
            address.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        }

        /// Drops a database that nobody is connected to any more.
        public func drop(_ address: String) throws {
            guard let name = Self.name(of: address) else { return }
            try Self.run(["dropdb", "-h", folder, "-U", "market", "--force", name])
        }

        // MARK: - A pooler in front of it

        /// Starts PgBouncer, which runs each transaction on any of its own connections.
        /// - Parameter server: the server that it connects to; nil for this one.
        /// - Returns: nil if Debian's package is not installed.
        public func startPooler(to server: PostgreSQLServer? = nil) throws -> ChildProcess? {
            let program = "/usr/sbin/pgbouncer"
            guard FileManager.default.isExecutableFile(atPath: program) else {
                print("no PgBouncer: apt install pgbouncer")
                return nil
            }
            let settings = """
                [databases]
                * = host=\((server ?? self).folder) user=market
                [pgbouncer]
                unix_socket_dir = \(folder)
                listen_port = 6432
                auth_type = any
                pool_mode = transaction
                default_pool_size = 5
                """
            let file = "\(folder)/pgbouncer.ini"
            try settings.write(toFile: file, atomically: true, encoding: .utf8)
            try Self.run(["chmod", "a+r", file])
            let socket = "\(folder)/.s.PGSQL.6432"
            // A pooler that was killed leaves its socket behind.
            try? FileManager.default.removeItem(atPath: socket)
            let process = try Self.start(Self.user + [program, "-q", file])
            let isThere = ["pg_isready", "-q", "-h", folder, "-p", "6432"]
            let deadline = ContinuousClock.now + .seconds(30)
            while (try? Self.run(isThere)) == nil {
                guard ContinuousClock.now < deadline else { throw CocoaError(.executableLoad) }
                usleep(20_000)
            }
            return process
        }

        /// The address of the same database through the pooler.
        public func pooled(_ address: String) -> String { address + "&port=6432" }

        // MARK: - A standby

        /// Starts another server as a synchronous standby of this one.
        public func startStandby() throws -> PostgreSQLServer {
            let standby = try PostgreSQLServer(folder: Self.makeFolder())
            try standby.follow(self)
            return standby
        }

        private init(folder: String) { self.folder = folder }

        /// Becomes a synchronous standby of another server; its own data is lost.
        public func follow(_ primary: PostgreSQLServer) throws {
            try Self.run(["rm", "-rf", "\(folder)/data"])
            try Self.run(
                Self.user + [
                    "pg_basebackup", "-h", primary.folder, "-U", "market",
                    "-D", "\(folder)/data", "-R", "-X", "stream", "--no-sync", "-c", "fast",
                ])
            try start()
            try primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
            try primary.ask("SELECT pg_reload_conf()")
        }

        /// Ends the replication: the server accepts writes itself, and waits for no standby.
        public func promote() throws {
            try Self.run(Self.user + ["pg_ctl", "promote", "-D", "\(folder)/data"])
            try ask("ALTER SYSTEM RESET synchronous_standby_names")
            try ask("SELECT pg_reload_conf()")
        }

        /// Whether the standby has replayed everything that the primary has committed.
        public func hasReplayedAll(of primary: PostgreSQLServer) throws -> Bool {
            let written = try primary.answer("SELECT pg_current_wal_lsn()")
            return try answer("SELECT pg_last_wal_replay_lsn() >= '\(written)'") == "t"
        }

        /// The address of a database on whichever of the two servers accepts writes.
        public func address(of database: String, or other: PostgreSQLServer) -> String {
            database.replacing("host=\(folder)", with: "host=\(folder),\(other.folder)")
        }

        /// The address of the standby's copy of a database.
        public func sameDatabase(as database: String, on primary: PostgreSQLServer) -> String {
            database.replacing("host=\(primary.folder)", with: "host=\(folder)")
        }

        /// - Parameter address: the database's address; nil for `postgres`, which every server has.
        public func ask(_ sql: String, of address: String? = nil) throws {
            let database = address ?? "postgresql://market@/postgres?host=\(folder)"
            try Self.run(["psql", "-q", "-d", database, "-c", sql])
        }

        /// The result of a query, a line for each row.
        public func answer(_ sql: String, of address: String? = nil) throws -> String {
            let database = address.flatMap(Self.name) ?? "postgres"
            return try Self.run(
                [
                    "psql", "-qtA", "-d", "postgresql://market@/\(database)?host=\(folder)",
                    "-c", sql,
                ])
        }

        /// - Returns: the standard output.
        @discardableResult
        fileprivate static func run(_ command: [String]) throws -> String {
            let process = try start(command)
            let exit = try process.wait()
            guard exit == .code(0) else {
                throw Failure("\(command.joined(separator: " ")): \(exit), \(process.errors)")
            }
            return process.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Runs PostgreSQL's own programs directly: Debian's wrappers in `PATH` use Perl, which
        /// takes longer than making a database.
        private static func start(_ command: [String]) throws -> ChildProcess {
            var environment = ProcessInfo.processInfo.environment
            environment["PATH"] = [programs, environment["PATH"]].compactMap(\.self)
                .joined(separator: ":")
            return try ChildProcess("/usr/bin/env", command, environment: environment)
        }
    }

    /// A small file system in memory, of so many megabytes.
    public struct SmallDisk: Sendable {
        public let folder: String

        /// Nil if nothing can be mounted.
        public init?(megabytes: Int) {
            folder = "/tmp/jangteo-disk-\(UUID().uuidString.prefix(8))"
            let arguments = ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder]
            guard getuid() == 0, mkdir(folder, 0o755) == 0,
                (try? PostgreSQLServer.run(["mount"] + arguments)) != nil
            else { return nil }
        }

        public func resize(megabytes: Int) throws {
            try PostgreSQLServer.run(["mount", "-o", "remount,size=\(megabytes)m", folder])
        }

        /// Removes it; everything that uses it must have ended.
        public func remove() {
            _ = try? PostgreSQLServer.run(["umount", folder])
            rmdir(folder)
        }
    }
#endif
