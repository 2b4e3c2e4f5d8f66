#if PostgreSQL
    import Foundation
    import Synchronization

    /// A PostgreSQL server of the tests' own, in a temporary folder, over a Unix socket alone. It is
    /// started at its first use and ends with the process.
    public final class PostgreSQLServer: Sendable {
        /// Nil where Debian's package is not installed, or the server does not start: what says so
        /// stands on the terminal.
        public static let shared: PostgreSQLServer? = try? PostgreSQLServer()

        private let folder: String
        private let process: Process
        private let count = Atomic<Int>(0)

        private init() throws {
            guard let programs = Self.programs else {
                print("no PostgreSQL: apt install postgresql")
                throw CocoaError(.fileNoSuchFile)
            }
            folder = "/tmp/jangteo-postgresql-\(getpid())"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            // The server refuses to run as root.
            let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            let prefix = getuid() == 0 ? user : []
            if getuid() == 0 { try Self.run(["chown", "postgres", folder]) }
            try Self.run(
                prefix + [
                    "\(programs)/initdb", "-D", "\(folder)/data", "-U", "market", "-A", "trust",
                    "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync",
                ])
            process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                prefix + [
                    "\(programs)/postgres", "-D", "\(folder)/data", "-k", folder,
                    "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200",
                ]
            process.standardError = FileHandle(forWritingAtPath: "/dev/null")
            try process.run()
            atexit { PostgreSQLServer.shared?.stop() }
            let deadline = ContinuousClock.now + .seconds(30)
            while (try? Self.run(["\(programs)/pg_isready", "-q", "-h", folder])) == nil {
                guard ContinuousClock.now < deadline else { throw CocoaError(.executableLoad) }
                usleep(50_000)
            }
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
        public func database(copying template: String? = nil) throws -> String {
            let name = "market\(count.add(1, ordering: .relaxed).newValue)"
            let template = template.flatMap(Self.name) ?? "template0"
            try Self.run(["createdb", "-h", folder, "-U", "market", "-T", template, name])
            return "postgresql://market@/\(name)?host=\(folder)"
        }

        private static func name(of address: String) -> String? {
            address.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        }

        /// Removes a database to which nobody is connected any more.
        public func drop(_ address: String) throws {
            guard let name = Self.name(of: address) else { return }
            try Self.run(["dropdb", "-h", folder, "-U", "market", "--force", name])
        }

        private func stop() {
            // Nothing of it is needed any more.
            kill(process.processIdentifier, SIGQUIT)
            process.waitUntilExit()
            try? FileManager.default.removeItem(atPath: folder)
        }

        private static func run(_ command: [String]) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw CocoaError(
                    .executableRuntimeMismatch,
                    userInfo: [NSLocalizedDescriptionKey: command.joined(separator: " ")])
            }
        }
    }
#endif
