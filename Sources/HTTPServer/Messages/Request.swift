/// A request whose head has been checked completely, and whose body is still to be read.
public final class Request: Sendable {
    /// One of the methods this server knows; any other was answered 501.
    public let method: Method
    /// Percent-decoded once; without dot segments, control bytes and invalid UTF-8. `*` for `OPTIONS *`.
    public let path: String
    /// All header fields as received.
    public let headers: Headers
    /// 0 or 1: HTTP/1.0 or HTTP/1.1.
    public let minorVersion: Int
    /// The body; read it with `next` or `collect`, or as a form with `form`.
    public let body: Body
    /// The peer of the connection; `.unspecified` on a Unix socket.
    public let remoteAddress: Address
    /// The index, from 0, of the event loop that runs the handler: a key for per-loop state.
    public let loop: Int
    /// Whether the client allows the connection to stay open.
    let keepsAlive: Bool
    /// Nil for a request built by hand.
    private let service: Service?
    /// The positions of these parts in `headers.bytes`.
    let lineRange: Range<Int>
    private let hostRange, queryRange: Range<Int>

    init(
        _ head: RequestHead, body: Body, remoteAddress: Address, loop: Int, service: Service?
    ) {
        (method, path, headers) = (head.method, head.path, head.headers)
        minorVersion = head.minorVersion
        (lineRange, hostRange, queryRange) = (head.line, head.host, head.query)
        self.body = body
        self.remoteAddress = remoteAddress
        self.loop = loop
        (keepsAlive, self.service) = (head.keepsAlive, service)
    }

    /// Builds a request by hand, using the regular parser; a missing Host is `localhost`. Throws what the
    /// parser finds wrong with it.
    public convenience init(
        _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [],
        from remoteAddress: Address = .unspecified
    ) throws(RequestError) {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if !headers.contains(where: { $0.0.lowercased() == "host" }) {
            text += "Host: localhost\r\n"
        }
        let bytes = Array((text + "\r\n").utf8)
        let limits = Limits()
        var parser = RequestParser(limits)
        switch parser.parse(bytes.span) {
        case .done(let head, bytes.count):
            self.init(
                head, body: Body(bytes: body, limit: limits.body), remoteAddress: remoteAddress,
                loop: 0, service: nil)
        case .invalid(let error):
            throw error
        case .done, .needMore:
            throw .malformed("line end in target or field", bytes.count)
        }
    }

    var formLimits: FormLimits { service?.configuration.limits.form ?? FormLimits() }

    /// The authority of the target or the Host field, such as `example.org:8080`; empty only in HTTP/1.0.
    public var host: String { text(hostRange) }

    /// The query undecoded, without the question mark.
    public var rawQuery: String { text(queryRange) }

    private func text(_ range: Range<Int>) -> String {
        let bytes = headers.bytes
        return bytes.span.text(range)
    }

    var hasQuery: Bool { !queryRange.isEmpty }

    /// The decoded query; every call decodes it again.
    public var query: Query {
        let bytes = headers.bytes
        return Query(bytes.span.extracting(queryRange))
    }

    /// Looks cookies up in the Cookie fields.
    public var cookies: Cookies { Cookies(headers: headers) }

    /// The media type of the content in lower case, without parameters (RFC 9110 §8.3.1); nil if there is no
    /// Content-Type.
    public var mediaType: String? {
        headers["content-type"].map { field in
            field.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace)
                .joined(separator: " ").lowercased()
        }
    }

    /// Whether gzip is acceptable, and preferred at least as much as the uncompressed content (RFC 9110
    /// §12.5.3); every call reads the field again.
    public var acceptsGzip: Bool { AcceptEncoding(headers).prefersGzip }
}
