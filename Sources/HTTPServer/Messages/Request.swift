/// A request whose head has been checked whole, and whose body is still to be read.
public final class Request: Sendable {
    let head: RequestHead
    public let body: Body
    /// Who is at the other end of the connection.
    public let remoteAddress: Address
    /// Which event loop runs the handler, from 0: a key for what each loop keeps of its own.
    public let loop: Int
    let formLimits: FormLimits

    init(
        _ head: RequestHead, body: Body, remoteAddress: Address, loop: Int, formLimits: FormLimits
    ) {
        self.head = head
        self.body = body
        self.remoteAddress = remoteAddress
        self.loop = loop
        self.formLimits = formLimits
    }

    /// Builds a request by hand, through the same parser as any other; a missing Host is
    /// `localhost`. Throws `.malformed` when the parser refuses it.
    public init(
        _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [],
        from remoteAddress: Address = .unspecified
    ) throws(RequestError) {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if !headers.contains(where: { $0.0.lowercased() == "host" }) {
            text += "Host: localhost\r\n"
        }
        var parser = RequestParser(Limits())
        let bytes = Array((text + "\r\n").utf8)
        guard case .done(let head, bytes.count) = parser.parse(bytes.span) else {
            throw .malformed
        }
        self.head = head
        self.body = Body(bytes: body, limit: Limits().body)
        self.remoteAddress = remoteAddress
        loop = 0
        formLimits = FormLimits()
    }

    public var method: Method { head.method }

    /// Decoded once; without dot segments, control bytes and broken UTF-8. `*` for `OPTIONS *`.
    public var path: String { head.path }

    public var headers: Headers { head.headers }

    /// 0 or 1: HTTP/1.0 or HTTP/1.1.
    public var minorVersion: Int { head.minor }

    /// The authority that the client asked for, as `example.org:8080`; empty only in HTTP/1.0.
    public var host: String { headers.bytes.span.text(head.host) }

    /// The query as it came, without the question mark.
    public var rawQuery: String { headers.bytes.span.text(head.query) }

    /// The query decoded; every call decodes anew.
    public var query: Query { Query(headers.bytes.span.extracting(head.query)) }

    public var cookies: Cookies { Cookies(headers: headers) }
}
