/// A request up to and including the empty line, completely checked.
struct RequestHead: Sendable {
    var method: Method
    /// Percent-decoded, without dot segments; `*` for `OPTIONS *`.
    var path: String
    /// The position of the query in `headers.bytes`, without the question mark.
    var query: Range<Int>
    /// The position of the request line in `headers.bytes`.
    var line: Range<Int>
    /// The authority of a target in absolute form, or else of the Host field (RFC 9112 §3.2.2).
    var host: Range<Int>
    /// 0 or 1: HTTP/1.0 or HTTP/1.1.
    var minorVersion: Int
    var headers: Headers
    var framing: Framing
    var keepsAlive: Bool
    var expectsContinue: Bool
}

/// How the length of a request's body is determined (RFC 9112 §6.3).
enum Framing: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// Parses the head of one request from bytes that arrive in pieces of any size. Each call is given the
/// request from its first byte on and continues where the last call stopped, so each byte is parsed once.
struct RequestParser {
    enum Result {
        /// The head is incomplete; call again with more bytes.
        case needMore
        /// The head, and how many bytes it took.
        case done(RequestHead, consumed: Int)
        case invalid(RequestError)
    }

    private let limits: (line: Int, section: Int, fields: Int)
    /// Where the current line begins, and how far the search for its end has come.
    private var lineStart = 0
    private var scanned = 0
    private var hasSkippedEmptyLine = false
    private var requestLine: RequestLine?
    private var sectionStart = 0
    private var fields: [Headers.Field] = []
    private var control = ControlFields()

    init(_ limits: Limits) {
        self.limits = (limits.requestLine, limits.headerSection, limits.fields)
    }

    /// Continues with `bytes`, which must begin where they began at the first call.
    mutating func parse(_ bytes: Span<UInt8>) -> Result {
        do throws(RequestError) {
            while let line = try nextLine(bytes) {
                guard let requestLine else {
                    try takeRequestLine(line, bytes)
                    continue
                }
                guard line.isEmpty else {
                    try takeField(line, bytes)
                    continue
                }
                let head = try head(requestLine, bytes)
                return .done(head, consumed: lineStart)
            }
            return .needMore
        } catch {
            var error = error
            error.target = Self.target(in: bytes)
            return .invalid(error)
        }
    }

    /// Whether a byte of the request itself has arrived; a skipped empty line does not count.
    func hasBegun(_ count: Int) -> Bool { count > (requestLine == nil ? lineStart : 0) }

    /// The next line without its CRLF; nil if it is incomplete.
    private mutating func nextLine(_ bytes: Span<UInt8>) throws(RequestError) -> Range<Int>? {
        let found = bytes.firstIndex(of: .lineFeed, from: scanned)
        let end = found ?? bytes.count
        try checkFirstByte(bytes)
        try checkLength(upTo: end)
        guard let found else {
            scanned = end
            return nil
        }
        // RFC 9112 §2.2 allows a recipient to accept a bare LF. It is refused here, because request
        // smuggling exploits two parsers that differ on it.
        guard found > lineStart, bytes[found - 1] == .carriageReturn else {
            throw .malformed("line end without CR", found)
        }
        let line = lineStart..<found - 1
        lineStart = found + 1
        scanned = found + 1
        return line
    }

    /// Answers a client of another protocol (TLS) at its first byte, not after the timeout.
    private func checkFirstByte(_ bytes: Span<UInt8>) throws(RequestError) {
        guard requestLine == nil, lineStart < bytes.count else { return }
        let first = bytes[lineStart]
        guard first.isToken || first == .carriageReturn else {
            throw .malformed("malformed request line", lineStart)
        }
    }

    private func checkLength(upTo end: Int) throws(RequestError) {
        guard requestLine != nil else {
            // RFC 9112 §3: a target longer than the server wishes to parse is 414.
            guard end - lineStart <= limits.line + 1 else {
                throw RequestError(.uriTooLong, "request line too long", position: lineStart)
            }
            return
        }
        // RFC 6585 §5.
        guard end - sectionStart < limits.section else {
            throw RequestError(.headerFieldsTooLarge, "header too large", position: sectionStart)
        }
    }

    private mutating func takeRequestLine(
        _ line: Range<Int>, _ bytes: Span<UInt8>
    ) throws(RequestError) {
        // RFC 9112 §2.2: one empty line before a request is ignored.
        if line.isEmpty, !hasSkippedEmptyLine {
            hasSkippedEmptyLine = true
            return
        }
        requestLine = try RequestLine(line, bytes)
        sectionStart = lineStart
    }

    private mutating func takeField(
        _ line: Range<Int>, _ bytes: Span<UInt8>
    ) throws(RequestError) {
        guard fields.count < limits.fields else {
            throw RequestError(
                .headerFieldsTooLarge, "too many header fields", position: line.lowerBound)
        }
        if fields.isEmpty { fields.reserveCapacity(12) }
        let field = try Headers.Field(line, bytes)
        fields.append(field)
        try control.take(field, bytes, isVersion10: requestLine?.minorVersion == 0)
    }

    private func head(
        _ line: RequestLine, _ bytes: Span<UInt8>
    ) throws(RequestError) -> RequestHead {
        try control.check(minorVersion: line.minorVersion, position: lineStart)
        let own = bytes.extracting(0..<lineStart).withUnsafeBufferPointer { Array($0) }
        let keepsAlive = !control.closes && (line.minorVersion == 1 || control.keepsAlive)
        return RequestHead(
            method: line.method, path: line.path, query: line.query, line: line.range,
            host: line.authority ?? control.host ?? 0..<0, minorVersion: line.minorVersion,
            headers: Headers(bytes: own, fields: fields), framing: control.framing,
            keepsAlive: keepsAlive,
            expectsContinue: control.expectsContinue && control.framing != .none)
    }
}

extension RequestParser {
    /// A longer target is truncated: its beginning tells which part of a site was meant.
    private static let longestTarget = 256

    /// The target of the request that begins with these bytes, however malformed it is.
    static func target(in bytes: Span<UInt8>) -> String {
        var start = 0
        while start < bytes.count, bytes[start] == .carriageReturn || bytes[start] == .lineFeed {
            start += 1
        }
        while start < bytes.count, bytes[start].isVisible { start += 1 }
        guard start < bytes.count, bytes[start] == .space else { return "" }
        start += 1
        let most = min(bytes.count, start + longestTarget)
        var end = start
        while end < most, bytes[end].isVisible { end += 1 }
        return bytes.text(start..<end)
    }
}
