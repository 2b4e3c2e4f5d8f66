import Glibc
import HTTPServer
import Market
import Storage
import Web

/// `jangteo serve`: wires the parts together, and serves until SIGTERM or SIGINT.
struct ServeCommand {
    private let settings: Settings
    private let manager: ServiceManager

    init(_ settings: Settings, _ manager: ServiceManager) {
        self.settings = settings
        self.manager = manager
    }

    @MainActor
    func run() async throws(CommandError) {
        let signals = TerminationSignals()
        OpenFileLimit.raise()
        let siteOptions = try siteOptions()
        var configuration = try configuration()
        let metricsPort = try metricsPort()
        let drainTimeout = try settings.number(.drainTimeout, in: 0...3_600)
        let storage = try SQLiteStorage.open(settings.text(.database))
        let site = try site(siteOptions, storage)
        configuration.errorResponse = { site.respond(to: $0) }
        let server = Server(configuration) { await site.respond(to: $0) }
        let metrics = Metrics(server, site, storage)
        let metricsServer = try metricsPort.map { port throws(CommandError) in
            try metrics.start(port: port)
        }
        let maintenance = Maintenance(storage).start()
        do {
            let endpoint = try server.start()
            Console.print("jangteo: listening on \(endpoint)")
        } catch {
            throw CommandError(listening: configuration, error)
        }
        if let metricsServer { Console.print("jangteo: metrics on \(metricsServer.url)") }
        manager.notifyReady()
        signals.wait()
        manager.notifyStopping()
        maintenance.cancel()
        await server.shutdown(within: .seconds(drainTimeout))
        await metricsServer?.server.shutdown(within: .zero)
        storage.close()
    }

    private func siteOptions() throws(CommandError) -> SiteOptions {
        var options = SiteOptions(root: settings.text(.root))
        options.isDevelopment = try settings.isOn(.development)
        options.isBehindTLS = try settings.isOn(.behindTLS)
        options.publicURL = try publicURL()
        options.apiOrigins = try apiOrigins()
        options.proxies = try proxies()
        options.temporaryFolder = settings.text(.temporaryFolder)
        options.mostPhotoMegabytes = try settings.number(.maxPhoto, in: 1...100)
        options.mostForms = try settings.number(.maxForms, in: 1...100_000)
        options.mostStreams = try settings.number(.maxStreams, in: 0...1_000_000)
        options.photosPerMinute = try settings.number(.photoRate, in: 0...1_000_000)
        options.postsPerMinute = try settings.number(.postRate, in: 0...1_000_000)
        options.cachedPages = try settings.number(.cachedPages, in: 0...1_000_000)
        options.passwordTries = try settings.number(.passwordTries, in: 1...1_000_000)
        options.passwordPasses = try settings.number(.passwordPasses, in: 1...100)
        options.passwordMemory = try settings.number(.passwordMemory, in: 8_192...(1 << 32))
        let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let workers = try settings.number(.workers, in: 0...256)
        // More would be no quicker, and take 19 MiB each.
        options.workers = workers == 0 ? cores : min(workers, cores)
        return options
    }

    private func publicURL() throws(CommandError) -> String {
        let text = settings.text(.publicURL)
        guard !text.isEmpty else { return "" }
        guard let origin = Self.origin(text) else {
            throw .usage("--public-url takes a URL without a path, as https://market.example")
        }
        return origin
    }

    private func apiOrigins() throws(CommandError) -> [String] {
        var origins: [String] = []
        for text in settings.text(.apiOrigins).split(separator: ",").map(String.init) {
            guard let origin = text == "*" ? text : Self.origin(text) else {
                throw .usage("--api-origins takes origins as https://shop.example, or *")
            }
            origins.append(origin)
        }
        return origins
    }

    /// A scheme and an authority, as browsers write them (RFC 6454 section 6.2): without the port
    /// when it is the scheme's own. Nil when it is something else.
    private static func origin(_ text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let authority = text.dropFirst(scheme.count)
        let end = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        guard !host.isEmpty, isName(host) || isIPv6(host) else { return nil }
        guard let end else { return scheme + host }
        let digits = authority[authority.index(after: end)...]
        guard digits.allSatisfy(\.isWholeNumber), let port = UInt16(digits), port > 0 else {
            return nil
        }
        let isDefault = port == (scheme == "https://" ? 443 : 80)
        return scheme + host + (isDefault ? "" : ":\(port)")
    }

    private static func isName(_ host: Substring) -> Bool {
        host.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-".contains($0) }
    }

    private static func isIPv6(_ host: Substring) -> Bool {
        host.hasPrefix("[") && host.hasSuffix("]") && host.contains(":")
            && Address(String(host.dropFirst().dropLast())) != nil
    }

    private func proxies() throws(CommandError) -> [Address] {
        let text = settings.text(.proxy)
        guard !text.isEmpty else { return [] }
        // A peer on a Unix socket has no address.
        if text == "unix" { return [.unspecified] }
        guard let address = Address(text) else {
            throw .usage("--proxy takes an address, or ‘unix’")
        }
        return [address]
    }

    private func configuration() throws(CommandError) -> Configuration {
        var configuration = Configuration()
        configuration.host = settings.text(.host)
        configuration.port = UInt16(try settings.number(.port, in: 0...65_535))
        configuration.source = source()
        let loops = try settings.number(.loops, in: 0...256)
        configuration.loops = loops == 0 ? nil : loops
        configuration.accessLog = try accessLog()
        configuration.pathWithoutSecret = { Site.pathWithoutSecret($0) }
        configuration.fields = Site.fields
        configuration.limits = try limits()
        return configuration
    }

    private func source() -> Configuration.Source {
        if let socket = manager.socket { return .inherited(socket) }
        let path = settings.text(.socket)
        return path.isEmpty ? .network : .unix(path: path)
    }

    private func metricsPort() throws(CommandError) -> UInt16? {
        guard !settings.text(.metricsPort).isEmpty else { return nil }
        return UInt16(try settings.number(.metricsPort, in: 0...65_535))
    }

    private func limits() throws(CommandError) -> HTTPServer.Limits {
        let seconds = 1...86_400
        var limits = HTTPServer.Limits()
        limits.connections = try settings.number(.maxConnections, in: 1...1_000_000)
        limits.connectionsPerLoop = limits.connections
        limits.streams = try settings.number(.maxStreams, in: 0...1_000_000)
        limits.headerSection = try settings.number(.maxHeader, in: 1_024...1_048_576)
        limits.headerTimeout = .seconds(try settings.number(.headerTimeout, in: seconds))
        limits.bodyTimeout = .seconds(try settings.number(.bodyTimeout, in: seconds))
        limits.idleTimeout = .seconds(try settings.number(.idleTimeout, in: seconds))
        limits.writeTimeout = .seconds(try settings.number(.writeTimeout, in: seconds))
        return limits
    }

    private func accessLog() throws(CommandError) -> Int32? {
        switch settings.text(.accessLog) {
        case "off": return nil
        case "-": return STDOUT_FILENO
        case let path:
            let file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
            guard file >= 0 else {
                throw .failed("cannot write the access log \(path): \(Self.systemError)")
            }
            return file
        }
    }

    private func site(
        _ options: SiteOptions, _ storage: any MarketStorage
    ) throws(CommandError) -> Site {
        do {
            return try Site(options, storage: storage, clock: Self.now) { line in
                Console.printError(line)
            }
        } catch StaticFilesError.notAFolder(let folder) {
            throw .failed("there is no folder \(folder); name its parent with --root")
        } catch {
            throw .failed("the site in \(options.root) cannot be served:\n\(error)")
        }
    }

    private static let now: @Sendable () -> Timestamp = {
        Timestamp(seconds: Int64(time(nil)))
    }

    private static var systemError: String {
        String(cString: strerror(errno))
    }
}
