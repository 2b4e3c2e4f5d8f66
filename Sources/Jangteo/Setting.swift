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

extension Setting {
    static let host = Setting(
        "host", "ADDRESS", fallback: "127.0.0.1", "address to listen on; :: is every one")
    static let port = Setting("port", "PORT", fallback: "8080", "port; 0 takes a free one")
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
        "root", "FOLDER", fallback: ".", "the folder with Templates and Public")
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
        "temporary-folder", "FOLDER", fallback: "/tmp", "where large uploads wait")
    static let accessLog = Setting(
        "access-log", "FILE", fallback: "-", "a line for each request; - is stdout, off is none")
    static let loops = Setting("loops", "N", fallback: "0", "event loops; 0 is one for each core")
    static let workers = Setting(
        "workers", "N", fallback: "0",
        "passwords and photos worked on at once; 0 is one for each core, the most")
    static let maxConnections = Setting(
        "max-connections", "N", fallback: "10000", "connections at once; more are answered 503")
    static let maxStreams = Setting(
        "max-streams", "N", fallback: "4096",
        "open pages told of changes at once, a quarter for an address; more are answered 503")
    static let maxHeader = Setting(
        "max-header", "BYTES", fallback: "32768", "all header fields of a request")
    static let maxPhoto = Setting("max-photo", "MB", fallback: "10", "one photo file")
    static let maxForms = Setting(
        "max-forms", "N", fallback: "64",
        "forms above 16 KB read at once, a quarter for an address; more are answered 503")
    static let headerTimeout = Setting(
        "header-timeout", "SECONDS", fallback: "10", "for a request's header to arrive")
    static let bodyTimeout = Setting(
        "body-timeout", "SECONDS", fallback: "20", "for a body to move on")
    static let idleTimeout = Setting(
        "idle-timeout", "SECONDS", fallback: "60", "for the next request on a connection")
    static let writeTimeout = Setting(
        "write-timeout", "SECONDS", fallback: "30", "for a reader to move on")
    static let drainTimeout = Setting(
        "drain-timeout", "SECONDS", fallback: "10", "for running requests to finish at the end")
    static let postRate = Setting(
        "post-rate", "N", fallback: "20",
        "listings posted, and accounts opened, a minute and address; 0 is any number")
    static let photoRate = Setting(
        "photo-rate", "N", fallback: "60", "photos sent, a minute and address; 0 is any number")
    static let passwordTries = Setting(
        "password-tries", "N", fallback: "10", "tries at a password, a minute and address")
    static let passwordPasses = Setting(
        "password-passes", "N", fallback: "2", "passes of Argon2id")
    static let passwordMemory = Setting(
        "password-memory", "BYTES", fallback: "19922944", "memory of one Argon2id hash")
    static let cachedPages = Setting(
        "cached-pages", "N", fallback: "1000", "pages kept as they were sent; 0 is none")
    static let items = Setting("items", "N", fallback: "200", "sample listings to add")

    static let serving = [
        host, port, socket, database, root, development, behindTLS, publicURL, apiOrigins, proxy,
        accessLog,
        temporaryFolder, metricsPort, loops, workers,
        maxConnections, maxStreams, maxHeader, maxPhoto, headerTimeout, bodyTimeout, idleTimeout,
        writeTimeout, drainTimeout, maxForms, postRate, photoRate, cachedPages, passwordTries,
        passwordPasses, passwordMemory,
    ]
    static let seeding = [items, database]
}
