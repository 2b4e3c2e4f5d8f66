#if PostgreSQL
    import Fixtures
    import Foundation

    /// Three server processes behind nginx, over a PostgreSQL server and its synchronous standby,
    /// all on this machine. One of the processes connects through PgBouncer.
    final class Cluster {
        private static let ports = [18_431, 18_432, 18_433] as [UInt16]
        let port: UInt16 = 18_430
        private let folder: TemporaryFolder
        private(set) var primary: PostgreSQLServer
        private(set) var standby: PostgreSQLServer
        let database: String
        private let addresses: [String]
        /// Its socket stays in the first server's folder, whichever server it leads to.
        private let pooled: PostgreSQLServer
        private var pooler: ChildProcess?
        private(set) var programs: [Program] = []
        private var balancer: ChildProcess?

        init() throws {
            folder = try TemporaryFolder()
            primary = try PostgreSQLServer()
            database = try primary.database()
            standby = try primary.startStandby()
            let address = primary.address(of: database, or: standby)
            pooled = primary
            addresses = [address, address, primary.pooled(database)]
            pooler = try pooled.startPooler()
            for number in Self.ports.indices { programs.append(try start(number)) }
            try balance()
        }

        func end() {
            balancer?.end()
            for program in programs { program.end() }
            pooler?.end()
            primary.end()
            standby.end()
            folder.remove()
        }

        /// Where Debian installs nginx; nil if it is not there.
        static let balancer = ["/usr/sbin/nginx"].first(
            where: FileManager.default.isExecutableFile(atPath:))

        // MARK: - Programs

        private func start(_ number: Int) throws -> Program {
            try Program(
                database: addresses[number],
                options: [
                    "--port", "\(Self.ports[number])", "--access-log", "off", "--proxy",
                    "127.0.0.1",
                    "--message-rate", "0", "--newcomer-chat-rate", "0", "--newcomer-post-rate", "0",
                ])
        }

        /// Kills a process in the middle of whatever it does, and starts it again.
        func kill(program number: Int) throws {
            programs[number].end()
            programs[number] = try start(number)
        }

        /// Takes a process out of nginx's rotation, and restarts it.
        func restart(program number: Int) throws {
            try balance(without: number)
            programs[number].process.signal(SIGTERM)
            guard try programs[number].process.wait() == .code(0) else {
                throw Failure("not ended: \(programs[number].process.errors)")
            }
            programs[number] = try start(number)
            try balance()
        }

        /// The process that holds the upkeep lease; nil while none does.
        func upkeeper() throws -> Int? {
            let holder = try primary.answer(
                "SELECT holder FROM upkeep WHERE ends > now()", of: database)
            return programs.firstIndex { holder.hasPrefix("\($0.process.id) ") }
        }

        // MARK: - nginx

        /// Configures nginx as the README of Storage/PostgreSQL says, and to name the process that
        /// answered.
        private func balance(without left: Int? = nil) throws {
            let servers = Self.ports.enumerated().map { number, port in
                "server 127.0.0.1:\(port) max_fails=0\(number == left ? " down" : "");"
            }
            let settings = """
                pid nginx.pid; error_log error.log; worker_processes 1;
                events { worker_connections 512; }
                http {
                    access_log off;
                    client_body_temp_path body; proxy_temp_path proxy;
                    fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                    upstream market { \(servers.joined(separator: " ")) keepalive 16; }
                    server {
                        listen 127.0.0.1:\(port); client_max_body_size 64m;
                        location / {
                            proxy_pass http://market; proxy_http_version 1.1;
                            proxy_set_header Connection ""; proxy_set_header Host $http_host;
                            proxy_set_header X-Forwarded-For $remote_addr;
                            proxy_buffering off;
                            add_header X-Answered-By $upstream_addr always;
                        }
                    }
                }
                """
            _ = try folder.write(Array(settings.utf8), to: "nginx.conf")
            let arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
            guard balancer == nil else {
                _ = try run(arguments + ["-s", "reload"])
                usleep(300_000)
                return
            }
            balancer = try ChildProcess(
                Self.balancer ?? "", arguments + ["-g", "daemon off;"], environment: [:])
            let deadline = ContinuousClock.now + .seconds(20)
            while (try? Client(port: port).get("/"))?.status != 200 {
                guard ContinuousClock.now < deadline else { throw Failure("nginx does not answer") }
                usleep(50_000)
            }
        }

        private func run(_ arguments: [String]) throws -> ChildProcess.Exit {
            try ChildProcess(Self.balancer ?? "", arguments, environment: [:]).wait()
        }

        // MARK: - The database

        /// Kills PgBouncer, and starts one that leads to the present primary.
        func restartPooler() throws {
            guard let ending = pooler else { return }
            ending.end()
            pooler = try pooled.startPooler(to: primary)
        }

        func cutConnections() throws { try primary.cutConnections() }

        func freezePrimary(milliseconds: UInt32) throws {
            try primary.freeze()
            usleep(milliseconds * 1_000)
            primary.thaw()
        }

        /// Kills the primary, and promotes the standby.
        func failOver() throws {
            primary.crash()
            try standby.promote()
            (primary, standby) = (standby, primary)
            try restartPooler()
        }

        /// Has the killed server follow the other as its standby.
        func followAgain() throws { try standby.follow(primary) }
    }
#endif
