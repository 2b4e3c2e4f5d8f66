/// Where a server listens, its limits, its log and its error pages.
public struct Configuration: Sendable {
    /// Where connections come from.
    public enum Source: Sendable, Equatable {
        /// `host` and `port`.
        case network
        /// A Unix socket, made at this path and removed at the end. Its peers have the address
        /// `.unspecified`.
        case unix(path: String)
        /// A stream socket on which another process listens already; it becomes the server's.
        case inherited(Int32)
    }

    /// `host` and `port` unless set.
    public var source = Source.network
    /// A name or an IP address; `::` is every address of both families, `0.0.0.0` all of IPv4.
    public var host = "127.0.0.1"
    /// 0 is any free port; `Server.start` returns which.
    public var port: UInt16 = 8080
    /// Number of event loops, each a thread; nil is one for each core.
    public var loops: Int?
    /// Sizes, counts and times that a peer may not exceed.
    public var limits = Limits()
    /// The descriptor that gets one line a request; nil is no log. The caller closes it. When a pipe,
    /// socket or terminal is full, each loop keeps a mebibyte and drops further lines.
    public var accessLog: Int32?
    /// What the access log shows in place of a path that contains a secret, with no control bytes; nil
    /// for any other path.
    public var pathWithoutSecret: @Sendable (_ path: String) -> String? = { _ in nil }
    /// Fields added to every response.
    public var fields = FieldLines()
    /// Makes the response to a request that never reaches the handler.
    public var errorResponse: @Sendable (RequestError) -> Response = { error in
        let status = error.status
        return .text("\(status.code) \(status.phrase): \(error.reason)\n", status: status)
    }

    /// Port 8080 of the loopback interface, and the default limits.
    public init() {}
}

/// What a peer may not exceed. A number is in bytes unless it says otherwise.
public struct Limits: Sendable {
    /// Longest request line without its line end; above it 414.
    public var requestLine = 8 * 1024
    /// All header lines together with their line ends; above it 431.
    public var headerSection = 32 * 1024
    /// Number of header fields; above it 431.
    public var fields = 100
    /// Largest body for a handler that passes no limit of its own; above it 413.
    public var body = 1024 * 1024
    /// Chunk extensions and trailers of one body together; above it 400.
    public var chunkOverhead = 16 * 1024
    /// Largest unread rest of a body that is discarded to keep the connection.
    public var drain = 64 * 1024
    /// Number of connections of the whole server; above it one that is idle is closed for each new one,
    /// which gets 503 where none is found.
    public var connections = 10_000
    /// Number of connections of one loop; above it the same.
    public var connectionsPerLoop = 10_000
    /// Number of streamed responses of the whole server at once; above it 503.
    public var streams = 4_096
    /// From a request's first byte to the end of its header; above it 408.
    public var headerTimeout: Duration = .seconds(10)
    /// From one response to the first byte of the next request; then the connection is closed.
    public var idleTimeout: Duration = .seconds(60)
    /// An idle connection is closed for a new one after this time only.
    public var leastIdle: Duration = .seconds(1)
    /// The time in which `progress` bytes of a body must arrive; else 408.
    public var bodyTimeout: Duration = .seconds(20)
    /// The time in which the peer must take `progress` bytes of a response; else it is cut.
    public var writeTimeout: Duration = .seconds(30)
    /// Bytes that must move within `bodyTimeout` or `writeTimeout`.
    public var progress = 8 * 1024
    /// How often the heartbeat of a stream is sent.
    public var heartbeat: Duration = .seconds(30)
    /// After this time, or up to a quarter of it sooner, a stream is cancelled; clients reconnect.
    public var streamLifetime: Duration = .seconds(3_600)
    /// How long input is discarded after a response that closes the connection.
    public var lingerTimeout: Duration = .seconds(5)
    /// For forms that the handler reads without limits of its own.
    public var form = FormLimits()

    /// The defaults above.
    public init() {}
}

/// The bounds of one submitted form. A number is in bytes unless it says otherwise.
public struct FormLimits: Sendable {
    /// The whole multipart body; above it 413.
    public var body = 64 * 1024 * 1024
    /// The whole body of an urlencoded form; above it 413.
    public var encodedBody = 1024 * 1024
    /// Number of fields and files together; above it 413.
    public var parts = 100
    /// The header of one part; above it 413.
    public var partHeader = 4 * 1024
    /// One text field; above it 413.
    public var field = 256 * 1024
    /// One file; a larger one is dropped and its entry is `.tooLarge`.
    public var file = 16 * 1024 * 1024
    /// The texts and small files of one form in memory together; above it 413 or temporary files.
    public var memory = 1024 * 1024
    /// A file up to this size stays in memory, a larger one goes to a temporary file.
    public var inMemory = 256 * 1024
    /// Names of the parts to read; others are skipped, whatever they hold. Nil reads all.
    public var names: Set<String>?
    /// Names of parts that are files even without a file name and type.
    public var fileNames: Set<String> = []
    /// Names of texts in which U+FFFD stands for bytes that are not UTF-8, for who says so beside the
    /// field; others that are not UTF-8 are refused.
    public var repairedNames: Set<String> = []
    /// The folder for temporary files.
    public var temporaryFolder = "/tmp"

    /// The defaults above.
    public init() {}
}
