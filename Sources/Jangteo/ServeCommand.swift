import Glibc
import HTTPServer
import Market
import Storage
import ViewModels
import Web
import WebPush

/// `jangteo serve`: wires the parts together, and serves until SIGTERM or SIGINT.
struct ServeCommand {
    let options: ServeOptions
    let manager: ServiceManager

    @MainActor
    func run() async throws(CommandError) {
        let signals = TerminationSignals()
        OpenFileLimit.raise()
        let zone = ZoneData.zone(options.timeZone)
        let configuration = try configuration()
        let vendors = try options.vendors()
        let places = try options.namedPlaces()
        let apiHosts = try options.dateStyles()
        // Loaded before the database is opened, since that creates a missing file.
        let files = try serving {
            try SiteFiles(root: options.site.root, isReloading: options.site.isDevelopment)
        }
        let isNew = SQLStorage.isMissingFile(options.database)
        let storage = try SQLStorage.open(
            options.database, readingFrom: options.readDatabase, vendors: vendors)
        var isServing = false
        defer { if isNew, !isServing { deleteNewFile(of: storage) } }
        if let places { try await storage.replacePlaces(with: places, in: options.database) }
        let operators = try await options.operators(in: storage)
        let pushKey = await options.pushKey(in: storage)
        let site = try site(files, storage, apiHosts, zone, operators, pushKey)
        let server = server(of: site, configuration)
        let pushes = pushKey.map { pushSender($0, storage, zone, site) }
        let metrics = Metrics(server: server, site: site, storage: storage, pushes: pushes)
        let metricsServer = try options.metricsPort.map { port throws(CommandError) in
            try metrics.start(port: port)
        }
        let pushing = pushes?.start()
        try start(server, configuration)
        isServing = true
        let maintenance = Maintenance(storage: storage, holdsLease: { storage.doesUpkeep }).start()
        if isNew { Console.print("jangteo: \(options.database) is new: an empty market") }
        if let metricsServer { Console.print("jangteo: metrics on \(metricsServer.url)") }
        manager.notifyReady()
        signals.wait()
        manager.notifyStopping()
        maintenance.cancel()
        pushing?.cancel()
        await server.shutdown(within: options.drainTimeout)
        await metricsServer?.server.shutdown(within: .zero)
        storage.close()
    }

    private func server(of site: Site, _ configuration: Configuration) -> Server {
        var configuration = configuration
        configuration.errorResponse = { site.respond(to: $0) }
        return Server(
            configuration, immediateHandler: { site.respondAtOnce(to: $0) },
            handler: { await site.respond(to: $0) })
    }

    private func pushSender(
        _ key: VAPIDKey, _ storage: SQLStorage, _ zone: MarketTimeZone, _ site: Site
    ) -> PushSender {
        PushSender(
            storage: storage, zone: zone, services: options.pushServices, key: key,
            contact: options.pushContact, isWatching: { site.isWatching($0) },
            holdsLease: { storage.doesUpkeep })
    }

    private func start(_ server: Server, _ configuration: Configuration) throws(CommandError) {
        do throws(ServerError) {
            let endpoint = try server.start()
            Console.print("jangteo: listening on \(endpoint)")
        } catch {
            throw CommandError(listening: configuration, error)
        }
    }

    /// Removes the database file again if the start failed after creating it.
    private func deleteNewFile(of storage: SQLStorage) {
        storage.close()
        // The last process to close a database file deletes its WAL; if that exists, another one serves the file.
        guard Glibc.access(options.database + "-wal", F_OK) != 0 else { return }
        unlink(options.database)
    }

    private func configuration() throws(CommandError) -> Configuration {
        var configuration = options.server
        if let socket = manager.socket {
            configuration.source = .inherited(socket)
        } else if !options.socket.isEmpty {
            configuration.source = .unix(path: options.socket)
        }
        configuration.loops = options.loops == 0 ? nil : options.loops
        configuration.limits.connectionsPerLoop = configuration.limits.connections
        configuration.accessLog = try accessLog()
        configuration.pathWithoutSecret = { Site.pathWithoutSecret($0) }
        configuration.fields = Site.fields(isBehindTLS: options.site.isBehindTLS)
        return configuration
    }

    private func accessLog() throws(CommandError) -> Int32? {
        switch options.accessLog {
        case "off": return nil
        case "-": return STDOUT_FILENO
        case let path:
            let file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
            guard file >= 0 else {
                let reason = String(cString: strerror(errno))
                throw .failed("cannot write the access log \(path): \(reason)")
            }
            return file
        }
    }

    private func site(
        _ files: SiteFiles, _ storage: any MarketStorage,
        _ apiHosts: [String: APIDateStyle], _ zone: MarketTimeZone,
        _ operators: NamedOperators, _ pushKey: VAPIDKey?
    ) throws(CommandError) -> Site {
        var site = options.site
        site.push = pushKey.map {
            PushOptions(key: $0.publicKey, services: options.pushServices)
        }
        site.operators = operators.accounts
        site.reservedNicknames = operators.nicknames
        site.apiHosts = apiHosts
        site.timeZone = zone
        site.version = Jangteo.version
        site.mostStreams = options.server.limits.streams
        let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        site.loops = options.loops == 0 ? cores : options.loops
        // More would not be faster, and take 19 MiB each.
        site.workers = options.workers == 0 ? cores : min(options.workers, cores)
        return try serving {
            try Site(
                site, files: files, storage: storage, clock: { Timestamp.now },
                log: { Console.printError($0) })
        }
    }

    /// Runs `body`, and explains what is wrong with the folders of the site if it fails.
    private func serving<Value>(_ body: () throws -> Value) throws(CommandError) -> Value {
        do {
            return try body()
        } catch StaticFilesError.notAFolder(let folder) {
            throw .failed("there is no folder \(folder); --root must name its parent")
        } catch {
            throw .failed("the site in \(options.site.root) cannot be served:\n\(error)")
        }
    }
}

/// The people named by `--operators`.
struct NamedOperators {
    /// The accounts with these nicknames at the start.
    var accounts: Set<Account.ID> = []
    /// All nicknames in the option, so that nobody can take one of them later.
    let nicknames: ReservedNicknames
}

extension ServeOptions {
    /// Looks up the accounts of `--operators`. For a nickname that nobody has, prints how to become an operator.
    /// - Throws: `.failed` for text that cannot be a nickname, or if the storage cannot be read.
    func operators(in storage: SQLStorage) async throws(CommandError) -> NamedOperators {
        var nicknames: [Nickname] = []
        for name in operators.split(separator: ",") {
            guard let nickname = Nickname(String(name)) else {
                throw .failed("--operators names ‘\(name)’, which cannot be a nickname")
            }
            nicknames.append(nickname)
        }
        var named = NamedOperators(nicknames: ReservedNicknames(nicknames))
        for nickname in nicknames {
            if let account = try await account(of: nickname, in: storage) {
                named.accounts.insert(account)
            } else {
                Console.printError(
                    "--operators names ‘\(nickname.text)’, which is nobody's nickname; nobody can "
                        + "sign up with it now: start once without it, sign up, then start with it")
            }
        }
        return named
    }

    private func account(
        of nickname: Nickname, in storage: SQLStorage
    ) async throws(CommandError) -> Account.ID? {
        do throws(StorageError) {
            return try await storage.credentials(of: nickname)?.account
        } catch {
            throw CommandError(opening: database, error)
        }
    }
}

extension ServeOptions {
    /// The key by which push services know the site, created at its first use; nil if no pushes are sent, with
    /// the reason printed.
    func pushKey(in storage: SQLStorage) async -> VAPIDKey? {
        guard !pushContact.isEmpty else { return nil }
        if let program = PushClient.missingProgram {
            Console.printError("no pushes are sent: there is no program ‘\(program)’")
            return nil
        }
        do {
            if let secret = try await storage.pushKey() {
                return try await VAPIDKey(secret: secret)
            }
            let secret = try await VAPIDKey.newSecret()
            // Another process may have stored its own key first.
            return try await VAPIDKey(secret: try await storage.keepPushKey(secret))
        } catch {
            Console.printError("no pushes are sent: \(error)")
            return nil
        }
    }
}
