#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing

    /// A PostgreSQL server of the tests' own, in a temporary folder, over a Unix socket alone. It ends
    /// with the process.
    public final class PostgreSQLServer: Sendable {
        /// For all tests that leave it as it is. Nil where Debian's package is not installed, or the
        /// server does not start: what says so stands on the terminal.
        public static let shared: PostgreSQLServer? = try? forAll()

        private let folder: String
        private let process = Mutex<ChildProcess?>(nil)
        private let count = Atomic<Int>(0)

        /// One that nobody else uses, which may be stopped and killed; its owner ends it.
        /// - Throws: where Debian's package is not installed.
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

        /// The server refuses to run as root.
        private static var user: [String] {
            guard getuid() == 0 else { return [] }
            return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        }

        /// Starts it, again after it was stopped or killed, and returns when it answers.
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

        /// Ends it at once, as a crash does: what runs in it is undone when it starts again.
        public func kill() {
            thaw()
            process.withLock { process in
                process?.signal(SIGQUIT)
                if (try? process?.wait(within: 30)) == nil { process?.end() }
                process = nil
            }
        }

        /// Ends it as a machine that loses its power does: none of its processes can do anything more.
        public func crash() {
            process.withLock { process in
                // So that it starts no other one.
                process?.signal(SIGSTOP)
                if let main = process?.id {
                    _ = try? Self.run(["pkill", "-KILL", "-P", "\(main)"])
                }
                process?.end()
                process = nil
            }
        }

        /// Lets none of its processes run, as a machine that hangs, until `body` is over.
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

        /// Cuts every connection to its databases, in the midst of whatever runs there, and returns when
        /// all of them are gone.
        public func cutConnections() throws {
            try ask(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND datname LIKE 'market%'
                """)
        }

        /// From now on asks whoever comes to a database of `database()` for this password.
        public func requirePassword(_ password: String) throws {
            try ask("ALTER USER market PASSWORD '\(password)'")
            try "local postgres all trust\nlocal all all scram-sha-256\n".write(
                toFile: "\(folder)/data/pg_hba.conf", atomically: false, encoding: .utf8)
            try ask("SELECT pg_reload_conf()")
        }

        /// Ends it, and removes its folder.
        public func end() {
            kill()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Where Debian puts them, of the newest version.
        private static var programs: String? {
            let root = "/usr/lib/postgresql"
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
            return versions.compactMap(Int.init).max().map { "\(root)/\($0)/bin" }
        }

        /// The address of a new database.
        /// - Parameter template: the address of one that it is a copy of, to which nobody is connected;
        ///   nil for an empty one.
        /// - Parameter options: more of `createdb`.
        public func database(
            copying template: String? = nil, options: [String] = []
        ) throws -> String {
            let name = "market\(count.add(1, ordering: .relaxed).newValue)"
            let template = template.flatMap(Self.name) ?? "template0"
            try Self.run(
                ["createdb", "-h", folder, "-U", "market", "-T", template] + options + [name])
            return "postgresql://market@/\(name)?host=\(folder)"
        }

        /// The address of a new database whose tables lie on that disk.
        public func database(on disk: SmallDisk) throws -> String {
            if getuid() == 0 { try Self.run(["chown", "postgres", disk.folder]) }
            try ask("CREATE TABLESPACE small LOCATION '\(disk.folder)'")
            return try database(options: ["-D", "small"])
        }

        private static func name(of address: String) -> String? {
            address.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        }

        /// Removes a database to which nobody is connected any more.
        public func drop(_ address: String) throws {
            guard let name = Self.name(of: address) else { return }
            try Self.run(["dropdb", "-h", folder, "-U", "market", "--force", name])
        }

        // MARK: - A pooler in front of it

        /// Starts PgBouncer, which gives each transaction any of its own connections.
        /// - Parameter server: to which it leads; nil for this one.
        /// - Returns: nil where Debian's package is not installed.
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
            // One that was killed leaves it behind.
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

        /// The same database by way of the pooler.
        public func pooled(_ address: String) -> String { address + "&port=6432" }

        // MARK: - A standby

        /// Another server that follows this one, which has each commit wait for it.
        public func startStandby() throws -> PostgreSQLServer {
            let standby = try PostgreSQLServer(folder: Self.makeFolder())
            try standby.follow(self)
            return standby
        }

        private init(folder: String) { self.folder = folder }

        /// Follows another server from now on, which has each commit wait for it; what it had is gone.
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

        /// Ends its following: it takes writes itself, and waits for no standby.
        public func promote() throws {
            try Self.run(Self.user + ["pg_ctl", "promote", "-D", "\(folder)/data"])
            try ask("ALTER SYSTEM RESET synchronous_standby_names")
            try ask("SELECT pg_reload_conf()")
        }

        /// Whether it shows all that the one that it follows has committed.
        public func hasReplayedAll(of primary: PostgreSQLServer) throws -> Bool {
            let written = try primary.answer("SELECT pg_current_wal_lsn()")
            return try answer("SELECT pg_last_wal_replay_lsn() >= '\(written)'") == "t"
        }

        /// The address of a database on whichever of both takes writes.
        public func address(of database: String, or other: PostgreSQLServer) -> String {
            database.replacing("host=\(folder)", with: "host=\(folder),\(other.folder)")
        }

        /// The address of the copy of a database that it follows.
        public func sameDatabase(as database: String, on primary: PostgreSQLServer) -> String {
            database.replacing("host=\(primary.folder)", with: "host=\(folder)")
        }

        /// - Parameter address: the database's; nil for the one that every server has.
        public func ask(_ sql: String, of address: String? = nil) throws {
            let database = address ?? "postgresql://market@/postgres?host=\(folder)"
            try Self.run(["psql", "-q", "-d", database, "-c", sql])
        }

        /// What it answers, a line each row.
        public func answer(_ sql: String, of address: String? = nil) throws -> String {
            let database = address.flatMap(Self.name) ?? "postgres"
            return try Self.run(
                [
                    "psql", "-qtA", "-d", "postgresql://market@/\(database)?host=\(folder)",
                    "-c", sql,
                ])
        }

        /// - Returns: what it has written.
        @discardableResult
        fileprivate static func run(_ command: [String]) throws -> String {
            let process = try start(command)
            let exit = try process.wait()
            guard exit == .code(0) else {
                throw Failure("\(command.joined(separator: " ")): \(exit), \(process.errors)")
            }
            return process.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// PostgreSQL's programs are found where they are: what Debian has of them in `PATH` goes by way of
        /// Perl, which takes longer than to make a database.
        private static func start(_ command: [String]) throws -> ChildProcess {
            var environment = ProcessInfo.processInfo.environment
            environment["PATH"] = [programs, environment["PATH"]].compactMap(\.self)
                .joined(separator: ":")
            return try ChildProcess("/usr/bin/env", command, environment: environment)
        }
    }

    /// A file system of so few megabytes, in memory.
    public struct SmallDisk: Sendable {
        public let folder: String

        /// Nil where nothing can be mounted.
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

        /// After all that use it have ended.
        public func remove() {
            _ = try? PostgreSQLServer.run(["umount", folder])
            rmdir(folder)
        }
    }
#endif
