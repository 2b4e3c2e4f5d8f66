/// Where a server listens and how it behaves.
public struct Configuration: Sendable {
    /// Where connections come from.
    public enum Source: Sendable, Equatable {
        /// `host` and `port`.
        case network
        /// A Unix socket made at this path and removed at the end. Who comes that way has the
        /// address `.unspecified`.
        case unix(path: String)
        /// A stream socket on which another process listens already; it becomes the server's.
        case inherited(Int32)
    }

    public var source = Source.network
    /// A name or an IP address; `::` is every address of both families, `0.0.0.0` all of IPv4.
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port: UInt16 = 8080
    /// Number of event loops, each a thread of its own; nil is one for each core.
    public var loops: Int?
    public var limits = Limits()
    /// Where one line a request goes; nil is nowhere. The descriptor stays the caller's. Of what a
    /// pipe, socket or terminal does not take, each loop keeps a mebibyte; later lines are dropped.
    public var accessLog: Int32?
    /// Tells what the access log may hold of a path in which a secret stands; nil where none does.
    public var pathWithoutSecret: @Sendable (_ path: String) -> String? = { _ in nil }
    /// Fields sent with every answer.
    public var fields = FieldBlock()
    /// Makes the answer to what never reaches the handler.
    public var errorResponse: @Sendable (FailedRequest) -> Response = { request in
        let status = request.status
        return .text("\(status.code) \(status.phrase): \(request.reason)\n", status: status)
    }

    public init() {}
}

/// Every bound a peer can run into. A number is in bytes unless it says otherwise.
public struct Limits: Sendable {
    /// Longest request line without its line end; above it 414.
    public var requestLine = 8 * 1024
    /// All header lines together with their line ends; above it 431.
    public var headerSection = 32 * 1024
    /// Number of header fields; above it 431.
    public var fields = 100
    /// Largest body for a handler that names no limit of its own; above it 413.
    public var body = 1024 * 1024
    /// Chunk extensions and trailers of one body together; above it 400.
    public var chunkOverhead = 16 * 1024
    /// Largest rest of an unread body that is read and thrown away to keep the connection.
    public var drain = 64 * 1024
    /// Number of connections of the whole server; above it 503.
    public var connections = 10_000
    /// Number of connections of one loop; above it 503.
    public var connectionsPerLoop = 10_000
    /// Number of streamed answers of the whole server at once; above it 503.
    public var streams = 4_096
    /// From a request's first byte to the end of its header; above it 408.
    public var headerTimeout: Duration = .seconds(10)
    /// From one answer to the first byte of the next request.
    public var idleTimeout: Duration = .seconds(60)
    /// The window in which `progress` bytes of a body must arrive; else 408.
    public var bodyTimeout: Duration = .seconds(20)
    /// The window in which the peer must take `progress` bytes of an answer; else it is cut.
    public var writeTimeout: Duration = .seconds(30)
    /// Bytes that must move within `bodyTimeout` or `writeTimeout`.
    public var progress = 8 * 1024
    /// How often the heartbeat of a stream is sent.
    public var heartbeat: Duration = .seconds(30)
    /// After this time a stream is told to end, up to a quarter of it sooner; its client comes
    /// again.
    public var streamLifetime: Duration = .seconds(3_600)
    /// How long what a peer still sends is thrown away after an answer that closes.
    public var lingerTimeout: Duration = .seconds(5)
    /// What a form may hold unless the handler says otherwise.
    public var form = FormLimits()

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
    /// One file; what is larger is dropped and its entry says so.
    public var file = 16 * 1024 * 1024
    /// All that one form holds in memory: its text, above which it is 413, and its small files.
    public var memory = 1024 * 1024
    /// A file up to this size stays in memory, a larger one goes to a temporary file.
    public var inMemory = 256 * 1024
    /// Names of the parts that are wanted; others are passed over, whatever they hold. Nil wants
    /// all.
    public var names: Set<String>?
    /// Names of parts that are files, also when they have no file name and no type.
    public var fileNames: Set<String> = []
    /// The folder for temporary files.
    public var temporaryFolder = "/tmp"

    public init() {}
}
