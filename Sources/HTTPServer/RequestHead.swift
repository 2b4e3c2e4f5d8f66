/// How the end of a body is told (RFC 9112 §6.3).
enum Framing: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// A request up to and including the empty line, checked whole.
struct RequestHead: Sendable {
    var method: Method
    /// Percent-decoded, without dot segments; `*` for `OPTIONS *`.
    var path: String
    /// Where the query stands in `headers.bytes`, without the question mark.
    var query: Range<Int>
    /// Where the request line stands in `headers.bytes`.
    var line: Range<Int>
    /// The authority asked for: of an absolute target, else of the Host field (RFC 9112 §3.2.2).
    var host: Range<Int>
    /// 0 or 1: HTTP/1.0 or HTTP/1.1.
    var minor: Int
    var headers: Headers
    var framing: Framing
    var keepsAlive: Bool
    var expectsContinue: Bool
}
