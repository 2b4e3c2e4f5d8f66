import HTTPServer
import Web

/// The values of a command's settings: options first, then the environment, then the defaults.
struct Settings: Sendable {
    private let values: [String: String]

    /// Reads the options of a command.
    /// - Throws: `.usage` for an option that the command does not have, that is given twice, or
    ///   that lacks its value.
    init(
        _ settings: [Setting], arguments: ArraySlice<String>, environment: [String: String]
    ) throws(CommandError) {
        var options: [String: String] = [:]
        var rest = arguments
        while let argument = rest.popFirst() {
            let (setting, value) = try Self.option(argument, of: settings, &rest)
            guard options.updateValue(value, forKey: setting.name) == nil else {
                throw .usage("--\(setting.name) is given twice")
            }
        }
        var values: [String: String] = [:]
        for setting in settings {
            values[setting.name] =
                options[setting.name] ?? environment[setting.variable] ?? setting.fallback
        }
        self.values = values
    }

    /// The setting that an argument names and its value, which may be the next argument.
    private static func option(
        _ argument: String, of settings: [Setting], _ rest: inout ArraySlice<String>
    ) throws(CommandError) -> (Setting, String) {
        guard argument.hasPrefix("--") else { throw .usage("‘\(argument)’ is no option") }
        let parts = argument.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, let setting = settings.first(where: { $0.name == name })
        else { throw .usage("there is no option ‘\(argument)’ here") }
        guard setting.placeholder != nil else {
            guard parts.count == 1 else { throw .usage("--\(name) takes no value") }
            return (setting, "1")
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw .usage("--\(name) needs a value")
        }
        return (setting, value)
    }

    func text(_ setting: Setting) -> String {
        values[setting.name] ?? setting.fallback
    }

    /// Whether a switch is on: given as an option, or its variable set to 1.
    /// - Throws: `.usage` for a variable that says neither 1 nor 0.
    func isOn(_ setting: Setting) throws(CommandError) -> Bool {
        switch text(setting) {
        case "1": true
        case "", "0": false
        case let text: throw .usage("\(setting.variable) is 1 or 0, not ‘\(text)’")
        }
    }

    /// - Throws: `.usage` when the value is no number in the range.
    func number(_ setting: Setting, in range: ClosedRange<Int>) throws(CommandError) -> Int {
        let text = text(setting)
        let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDigits, let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(setting.name) takes a number from \(range.lowerBound) to "
                    + "\(range.upperBound), not ‘\(text)’")
        }
        return number
    }
}

/// One thing that can be set: by its option, else by its environment variable, else its default.
struct Setting: Sendable {
    /// As on the command line, without the dashes: `access-log`.
    let name: String
    /// What stands for its value in the help; nil for a switch.
    let placeholder: String?
    let fallback: String
    let help: String

    init(_ name: String, _ placeholder: String?, fallback: String = "", _ help: String) {
        self.name = name
        self.placeholder = placeholder
        self.fallback = fallback
        self.help = help
    }

    /// `JANGTEO_ACCESS_LOG`.
    var variable: String {
        "JANGTEO_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}

// MARK: - All settings

extension Setting {
    /// Their values stand for what is not set: no default stands here a second time.
    private static let server = Configuration()
    private static let site = SiteOptions(root: ".")

    static let host = Setting(
        "host", "ADDRESS", fallback: server.host, "address to listen on; :: is every one")
    static let port = Setting(
        "port", "PORT", fallback: "\(server.port)", "port; 0 takes a free one")
    static let socket = Setting(
        "socket", "PATH",
        "a Unix socket to listen on instead; systemd's socket activation wins over both")
    static let metricsPort = Setting(
        "metrics-port", "PORT",
        "numbers for Prometheus, at /metrics of that port on 127.0.0.1; 0 takes a free one")
    static let database = Setting(
        "database", "FILE", fallback: "jangteo.sqlite",
        "the file that holds everything; :memory: is none, and ends with the program")
    static let root = Setting(
        "root", "FOLDER", fallback: site.root, "the folder with Templates and Public")
    static let development = Setting(
        "development", nil, "show changed templates at the next reload, and errors on the page")
    static let behindTLS = Setting(
        "behind-tls", nil, "visitors come by https: mark cookies as secure")
    static let publicURL = Setting(
        "public-url", "URL",
        "where visitors find the site, as https://market.example; else as they ask for it")
    static let apiOrigins = Setting(
        "api-origins", "ORIGINS",
        "web sites whose pages may call /api: https://a.example,https://b.example; * is all")
    static let proxy = Setting(
        "proxy", "ADDRESS",
        "a server in front of this one, whose X-Forwarded-For is believed; unix is who comes so")
    static let temporaryFolder = Setting(
        "temporary-folder", "FOLDER", fallback: site.temporaryFolder, "where large uploads wait")
    static let accessLog = Setting(
        "access-log", "FILE", fallback: "-", "a line for each request; - is stdout, off is none")
    static let loops = Setting("loops", "N", fallback: "0", "event loops; 0 is one for each core")
    static let workers = Setting(
        "workers", "N", fallback: "0",
        "passwords and photos worked on at once; 0 is one for each core, the most")
    static let maxConnections = Setting(
        "max-connections", "N", fallback: "\(server.limits.connections)",
        "connections at once; more are answered 503")
    static let maxStreams = Setting(
        "max-streams", "N", fallback: "\(server.limits.streams)",
        "open pages told of changes at once, a quarter for an address; more are answered 503")
    static let maxHeader = Setting(
        "max-header", "BYTES", fallback: "\(server.limits.headerSection)",
        "all header fields of a request")
    static let maxPhoto = Setting(
        "max-photo", "MB", fallback: "\(site.mostPhotoMegabytes)", "one photo file")
    static let maxForms = Setting(
        "max-forms", "N", fallback: "\(site.mostForms)",
        "forms above 16 KB read at once, a quarter for an address; more are answered 503")
    static let headerTimeout = Setting(
        "header-timeout", "SECONDS", fallback: seconds(server.limits.headerTimeout),
        "for a request's header to arrive")
    static let bodyTimeout = Setting(
        "body-timeout", "SECONDS", fallback: seconds(server.limits.bodyTimeout),
        "for a body to move on")
    static let idleTimeout = Setting(
        "idle-timeout", "SECONDS", fallback: seconds(server.limits.idleTimeout),
        "for the next request on a connection")
    static let writeTimeout = Setting(
        "write-timeout", "SECONDS", fallback: seconds(server.limits.writeTimeout),
        "for a reader to move on")
    static let drainTimeout = Setting(
        "drain-timeout", "SECONDS", fallback: "10", "for running requests to finish at the end")
    static let postRate = Setting(
        "post-rate", "N", fallback: "\(site.postsPerMinute)",
        "listings posted, and accounts opened, a minute and address; 0 is any number")
    static let photoRate = Setting(
        "photo-rate", "N", fallback: "\(site.photosPerMinute)",
        "photos sent, a minute and address; 0 is any number")
    static let passwordTries = Setting(
        "password-tries", "N", fallback: "\(site.passwordTries)",
        "tries at a password, a minute and address")
    static let passwordPasses = Setting(
        "password-passes", "N", fallback: "\(site.passwordPasses)", "passes of Argon2id")
    static let passwordMemory = Setting(
        "password-memory", "BYTES", fallback: "\(site.passwordMemory)",
        "memory of one Argon2id hash")
    static let cachedPages = Setting(
        "cached-pages", "N", fallback: "\(site.cachedPages)",
        "pages kept as they were sent; 0 is none")
    static let items = Setting("items", "N", fallback: "200", "sample listings to add")

    static let serving = [
        host, port, socket, database, root, development, behindTLS, publicURL, apiOrigins, proxy,
        accessLog, temporaryFolder, metricsPort, loops, workers,
        maxConnections, maxStreams, maxHeader, maxPhoto, headerTimeout, bodyTimeout, idleTimeout,
        writeTimeout, drainTimeout, maxForms, postRate, photoRate, cachedPages, passwordTries,
        passwordPasses, passwordMemory,
    ]
    static let seeding = [items, database]

    private static func seconds(_ duration: Duration) -> String {
        "\(duration.components.seconds)"
    }
}

// MARK: - Help

/// What `jangteo --help` tells.
enum Help {
    static var text: String {
        """
        Jangteo (장터): a neighbourhood second-hand market in one program and one file.

        Usage:
          jangteo serve [options]    open the market
          jangteo seed [options]     add sample listings to a database
          jangteo --help             tell all this
          jangteo --version

        Each option may also be set by the environment variable named behind it; an option wins.

        Options of serve:
        \(lines(Setting.serving))

        Options of seed:
        \(lines(Setting.seeding))

        SIGTERM and SIGINT let running requests finish, then end the program.
        """
    }

    private static func lines(_ settings: [Setting]) -> String {
        settings.map { setting in
            let value = setting.placeholder.map { " " + $0 } ?? ""
            let fallback = setting.fallback.isEmpty ? "" : " (\(setting.fallback))"
            return """
                  --\(setting.name)\(value)  [\(setting.variable)]
                        \(setting.help)\(fallback)
                """
        }
        .joined(separator: "\n")
    }
}
