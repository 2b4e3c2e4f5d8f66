/// Where a server listens, its limits, its log and its error pages.
public struct Configuration: Sendable {
    /// Where connections come from.
    public enum Source: Sendable, Equatable {
        /// `host` and `port`.
        case network
        /// A Unix socket, created at this path and removed at the end. Its peers have the address
        /// `.unspecified`.
        case unix(path: String)
        /// A stream socket that is already listening, opened by another process; the server takes it over.
        case inherited(Int32)
    }

    /// `host` and `port` unless set.
    public var source = Source.network
    /// A name or an IP address; `::` is every address of both families, `0.0.0.0` every IPv4 address.
    public var host = "127.0.0.1"
    /// 0 is any free port; `Server.start` returns which.
    public var port: UInt16 = 8080
    /// The number of event loops, each a thread; nil means one per core.
    public var loops: Int?
    /// The sizes, counts and times that a peer must not exceed.
    public var limits = Limits()
    /// The descriptor that gets one line per request; nil means no log. The caller closes it. When a pipe,
    /// socket or terminal is full, each loop buffers up to a mebibyte and drops further lines.
    public var accessLog: Int32?
    /// Returns what the access log shows in place of a path that contains a secret, without control bytes; nil
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

/// The limits for peers. A number is in bytes unless its comment says otherwise.
public struct Limits: Sendable {
    /// The longest request line, without its line end; above it 414.
    public var requestLine = 8 * 1024
    /// All header lines together with their line ends; above it 431.
    public var headerSection = 32 * 1024
    /// Number of header fields; above it 431.
    public var fields = 100
    /// Largest body for a handler that passes no limit of its own; above it 413.
    public var body = 1024 * 1024
    /// Chunk extensions and trailers of one body together; above it 400.
    public var chunkOverhead = 16 * 1024
    /// The largest unread rest of a body that is discarded to keep the connection open.
    public var drain = 64 * 1024
    /// The number of connections of the whole server. Above it, an idle connection is closed for each new
    /// one; if none is found, the new one gets 503.
    public var connections = 10_000
    /// The number of connections of one loop; above it the same happens.
    public var connectionsPerLoop = 10_000
    /// The number of simultaneous streamed responses of the whole server; above it 503.
    public var streams = 4_096
    /// From a request's first byte to the end of its header section; above it 408.
    public var headerTimeout: Duration = .seconds(10)
    /// From one response to the first byte of the next request; then the connection is closed.
    public var idleTimeout: Duration = .seconds(60)
    /// How long a connection must have been idle before it may be closed to make room for a new one.
    public var leastIdle: Duration = .seconds(1)
    /// The time in which `progress` bytes of a body must arrive; else 408.
    public var bodyTimeout: Duration = .seconds(20)
    /// The time in which the peer must accept `progress` bytes of a response; else the connection is closed.
    public var writeTimeout: Duration = .seconds(30)
    /// Bytes that must move within `bodyTimeout` or `writeTimeout`.
    public var progress = 8 * 1024
    /// How often the heartbeat of a stream is sent.
    public var heartbeat: Duration = .seconds(30)
    /// After this time, or up to a quarter earlier, a stream is cancelled; clients reconnect.
    public var streamLifetime: Duration = .seconds(3_600)
    /// How long input is discarded after a response that closes the connection.
    public var lingerTimeout: Duration = .seconds(5)
    /// The limits for forms that the handler reads without limits of its own.
    public var form = FormLimits()

    /// The defaults above.
    public init() {}
}
