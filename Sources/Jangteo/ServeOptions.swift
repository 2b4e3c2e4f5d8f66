import HTTPServer
import Market
import ViewModels
import Web

/// The options of `jangteo serve`.
struct ServeOptions: CommandOptions {
    var server = Configuration()
    var site = SiteOptions(root: ".")
    var database = "jangteo.sqlite"
    /// The address of a standby server; empty for none.
    var readDatabase = ""
    /// The path of a Unix socket; empty to listen on a port.
    var socket = ""
    /// Host names and date styles in the form that `dateStyles` reads.
    var apiHosts = ""
    /// The path of a file; empty for none.
    var apiVendors = ""
    /// Nicknames separated by commas.
    var operators = ""
    /// The path of a file; empty to keep the places in the database.
    var places = ""
    var timeZone = MarketTimeZone.seoul.name
    /// The operator's contact address; empty for no pushes.
    var pushContact = ""
    var pushServices = PushServices.usual
    /// Nil for no metrics.
    var metricsPort: UInt16?
    var accessLog = "-"
    /// 0 means one per core, for `workers` too.
    var loops = 0
    var workers = 0
    var drainTimeout = Duration.seconds(10)

    /// Each setting has its option name, a placeholder for its value, its key path, its range and its help, in
    /// the order of the help.
    static let settings: [Setting<Self>] = [
        .text("host", "ADDRESS", \.server.host, "the address to listen on; :: is every address"),
        .number(
            "port", "PORT", \.server.port, 0...65_535, "the port to listen on; 0 takes a free one"),
        .text(
            "socket", "PATH", \.socket,
            "a Unix socket to listen on instead; a socket from systemd wins over both"),
        .text(
            "database", "FILE", \.database,
            "the data file, or the address of a PostgreSQL server (postgresql://user@host/name), "
                + "or :memory: for a market that ends with the program"),
        .text(
            "read-database", "ADDRESS", \.readDatabase,
            "a standby of the PostgreSQL server to read from, as far as it is up to date"),
        .text("root", "FOLDER", \.site.root, "the folder that contains Templates and Public"),
        .flag(
            "development", \.site.isDevelopment,
            "show changed templates at the next reload, and template errors on the page"),
        .flag(
            "behind-tls", \.site.isBehindTLS,
            "visitors use https: mark cookies as secure, and tell browsers to use https only"),
        Setting(
            "public-url", "URL", \.site.publicURL,
            "the site's address, as https://market.example; otherwise the one a visitor asked for",
            takes: "a URL without a path, as https://market.example",
            parse: { $0.isEmpty ? "" : WebAddress.origin($0) }),
        Setting(
            "time-zone", "ZONE", \.timeZone,
            "the market's time zone, as Europe/Berlin",
            takes: "a time zone of this machine's zone data (tzdata), as Europe/Berlin",
            text: { $0 }, parse: { ZoneData.knows($0) ? $0 : nil }),
        .text(
            "places", "FILE", \.places,
            "neighbourhoods, one a line, with the spots where people meet indented below each; "
                + "NEW = OLD renames one, # begins a comment; read at the start and stored"),
        .text(
            "operator", "TEXT", \.site.operatorText,
            "who runs the market and how to reach them, shown at the foot of every page"),
        .text(
            "operators", "NICKNAMES", \.operators,
            "the nicknames of the accounts that handle reports, at /reports, and write to "
                + "everybody, at /announcements, as 장터지기,도우미; these nicknames stay theirs"),
        Setting(
            "push", "CONTACT", \.pushContact,
            "notify members who are away (Web Push); the address where push services reach the "
                + "operator, as mailto:me@market.example; needs openssl, curl and https",
            takes: "an address as mailto:me@market.example or https://market.example",
            parse: { $0.isEmpty ? "" : contact($0) }),
        Setting(
            "push-services", "HOSTS", \.pushServices,
            "the only hosts that pushes are sent to",
            takes: "hosts as push.example,*.push.example,push.example:8443",
            text: \.text, parse: { PushServices($0) }),
        Setting(
            "api-origins", "ORIGINS", \.site.apiOrigins,
            "web sites whose pages may call /api: https://a.example,https://b.example; * is every one",
            takes: "origins as https://shop.example, or *", parse: origins),
        Setting(
            "api-dates", "FORM", \.site.apiDates,
            "how /api/products writes dates: fraction is 2022-10-18T00:00:00.00, for its older "
                + "clients; plain is 2022-10-18T00:00:00, for its newer ones",
            takes: "‘fraction’ or ‘plain’", text: \.rawValue,
            parse: { APIDateStyle(rawValue: $0) }),
        .text(
            "api-hosts", "HOSTS", \.apiHosts,
            "the same for single host names or ports: new.example=plain,8081=plain"),
        .text(
            "api-vendors", "FILE", \.apiVendors,
            "numbers and names of vendors, one a line: IDENTIFIER NUMBER NAME; numbers are 1 to "
                + "\(Vendor.assignableNumbers.upperBound), # begins a comment; read at the start"),
        Setting(
            "proxy", "ADDRESS", \.site.proxies,
            "the proxy in front of this server, whose X-Forwarded-For is believed; "
                + "unix is whoever connects to the Unix socket",
            takes: "an address, or ‘unix’", parse: proxies),
        .text(
            "access-log", "FILE", \.accessLog, "one line per request; - is stdout, off is none"),
        .text(
            "temporary-folder", "FOLDER", \.site.temporaryFolder,
            "where large uploads are kept while they arrive"),
        Setting(
            "metrics-port", "PORT", \.metricsPort,
            "metrics for Prometheus, at /metrics on this port of 127.0.0.1; 0 takes a free one",
            takes: "a number from 0 to 65535",
            parse: { $0.isEmpty ? .some(nil) : UInt16(digits: $0, in: 0...65_535).map { $0 } }),
        .number("loops", "N", \.loops, 0...256, "event loops; 0 is one per core"),
        .number(
            "workers", "N", \.workers, 0...256,
            "passwords and photos processed at once; 0 is one per core, which is also the most"),
        .number(
            "max-connections", "N", \.server.limits.connections, 1...1_000_000,
            "open connections; above it idle ones are closed for new ones, or these get 503"),
        .number(
            "max-streams", "N", \.server.limits.streams, 0...1_000_000,
            "open pages told of changes; an address gets a quarter of what others leave"),
        .number(
            "max-header", "BYTES", \.server.limits.headerSection, 1_024...1_048_576,
            "size of all header fields of a request"),
        .number("max-photo", "MB", \.site.mostPhotoMegabytes, 1...100, "size of one photo file"),
        .seconds(
            "header-timeout", \.server.limits.headerTimeout, 1...86_400,
            "time for a request's header to arrive"),
        .seconds(
            "body-timeout", \.server.limits.bodyTimeout, 1...86_400,
            "time for the next 8 KB of a body to arrive"),
        .seconds(
            "idle-timeout", \.server.limits.idleTimeout, 1...86_400,
            "time for the next request on a connection to begin"),
        .seconds(
            "write-timeout", \.server.limits.writeTimeout, 1...86_400,
            "time for a client to accept the next 8 KB of a response"),
        .seconds(
            "drain-timeout", \.drainTimeout, 0...3_600,
            "time for running requests to finish when the program stops"),
        .number(
            "max-forms", "N", \.site.mostForms, 1...100_000,
            "forms above 16 KB read at once; an address gets a quarter of what others leave"),
        .number(
            "post-rate", "N", \.site.postsPerMinute, 0...1_000_000,
            "listings posted and accounts opened, per minute and address; 0 is any number"),
        .number(
            "photo-rate", "N", \.site.photosPerMinute, 0...1_000_000,
            "photos sent, per minute and address; 0 is any number"),
        .number(
            "newcomer-chat-rate", "N", \.site.newcomerConversationsPerHour, 0...1_000_000,
            "conversations begun per hour by an account less than a week old; 0 is any number"),
        .number(
            "newcomer-link-rate", "N", \.site.newcomerLinksPerDay, 0...1_000_000,
            "messages with a link sent per day by such an account; 0 is any number"),
        .number(
            "newcomer-post-rate", "N", \.site.newcomerItemsPerDay, 0...1_000_000,
            "listings posted per day by such an account; 0 is any number"),
        .number(
            "same-text-rate", "N", \.site.sameTextsPerHour, 0...1_000_000,
            "people who get the same long text from one person per hour; 0 is any number"),
        .number(
            "message-rate", "N", \.site.messagesPerMinute, 0...1_000_000,
            "messages and steps of a deal per minute and person; 0 is any number"),
        .number(
            "report-rate", "N", \.site.reportsPerHour, 0...1_000_000,
            "reports per hour and person; 0 is any number"),
        .number(
            "cached-pages", "N", \.site.cachedPages, 0...1_000_000,
            "pages in the page cache, some 30 KB each; 0 is none"),
        .number(
            "password-tries", "N", \.site.passwordTries, 1...1_000_000,
            "attempts at a password, per minute and address; ten times as many at all of them"),
        .number(
            "password-passes", "N", \.site.passwordHash.passes, 1...100,
            "passes of one Argon2id hash"),
        .number(
            "password-memory", "BYTES", \.site.passwordHash.memoryBytes, 8_192...(1 << 32),
            "memory of one Argon2id hash"),
    ]
}

// MARK: - Values

extension ServeOptions {
    /// The date styles by host name in lower case, or by port.
    /// - Throws: `.usage` for an entry that is neither a host nor a port, or is named twice.
    func dateStyles() throws(CommandError) -> [String: APIDateStyle] {
        var styles: [String: APIDateStyle] = [:]
        for entry in apiHosts.split(separator: ",") {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
            let host = parts[0].lowercased()
            guard parts.count == 2, WebAddress.isHostOrPort(host),
                let style = APIDateStyle(rawValue: String(parts[1]))
            else {
                throw .usage(
                    "--api-hosts takes hosts or ports with ‘fraction’ or ‘plain’, as "
                        + "new.example=plain,8081=plain, not ‘\(entry)’")
            }
            guard styles.updateValue(style, forKey: host) == nil else {
                throw .usage("--api-hosts names ‘\(host)’ twice")
            }
        }
        return styles
    }

    /// - Throws: `.failed` if the file cannot be read, or a line is malformed.
    func vendors() throws(CommandError) -> [VendorAssignment] {
        apiVendors.isEmpty ? [] : try VendorsFile.read(apiVendors)
    }

    /// - Throws: `.failed` if the file cannot be read, or a line is malformed.
    func namedPlaces() throws(CommandError) -> [NamedNeighbourhood]? {
        places.isEmpty ? nil : try PlacesFile.read(places)
    }

    /// Accepts what can stand in a token unescaped: printable ASCII without quotes and backslashes.
    @Sendable private static func contact(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x21...0x7E).contains(byte) && byte != 0x22 && byte != 0x5C
        }
        let isMail = text.hasPrefix("mailto:") && text.contains("@")
        return isPlain && (isMail || text.hasPrefix("https://")) ? text : nil
    }

    @Sendable private static func origins(_ text: String) -> [String]? {
        let texts = text.split(separator: ",").map(String.init)
        let origins = texts.compactMap { $0 == "*" ? $0 : WebAddress.origin($0) }
        return origins.count == texts.count ? origins : nil
    }

    @Sendable private static func proxies(_ text: String) -> [Address]? {
        if text.isEmpty { return [] }
        // A peer on a Unix socket has no address.
        return (text == "unix" ? .unspecified : Address(text)).map { [$0] }
    }
}
