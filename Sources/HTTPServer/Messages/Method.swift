/// The request methods this server knows (RFC 9110 §9, PATCH of RFC 5789, and QUERY of the HTTP
/// working group); any other is answered 501.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case query = "QUERY"

    /// Methods are case-sensitive (RFC 9110 §9.1).
    init?(_ bytes: Span<UInt8>) {
        self.init(rawValue: bytes.text(0..<bytes.count))
    }
}
