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
