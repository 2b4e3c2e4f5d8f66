/// Reads the head of one request out of bytes that may arrive in any pieces. It looks at each byte
/// once: every call is given the request from its first byte on, and goes on where the last one
/// stopped.
struct RequestParser {
    enum Result {
        /// The head is not complete; call again with more.
        case needMore
        /// The head, and how many bytes it took.
        case done(RequestHead, consumed: Int)
        case bad(Fault)
    }

    /// What is wrong, where, and what to answer.
    struct Fault: Error, Equatable {
        var status: Status
        var reason: String
        var position: Int
        /// As far as it came.
        var target = ""
    }

    /// What the request line says.
    struct StartLine {
        var method: Method
        var line: Range<Int>
        var path: String
        var query: Range<Int>
        var authority: Range<Int>?
        var minor: Int
    }

    private let limits: (line: Int, section: Int, fields: Int)
    /// Where the current line begins, and up to where it was searched for its end.
    private var lineStart = 0
    private var scanned = 0
    private var hasSkippedEmptyLine = false
    private var start: StartLine?
    private var sectionStart = 0
    var fields: [Headers.Field] = []
    var meaning = FieldMeaning()

    init(_ limits: Limits) {
        self.limits = (limits.requestLine, limits.headerSection, limits.fields)
    }

    /// Goes on with `bytes`, which begin where they began at the first call.
    mutating func parse(_ bytes: Span<UInt8>) -> Result {
        do throws(Fault) {
            while let line = try nextLine(bytes) {
                guard let start else {
                    try takeStartLine(line, bytes)
                    continue
                }
                guard line.isEmpty else {
                    try takeField(line, bytes)
                    continue
                }
                let head = try head(start, bytes)
                return .done(head, consumed: lineStart)
            }
            return .needMore
        } catch {
            var fault = error
            fault.target = Self.target(in: bytes)
            return .bad(fault)
        }
    }

    /// Whether a byte of the request itself has come.
    func hasBegun(_ count: Int) -> Bool { count > (start == nil ? lineStart : 0) }

    /// The next line without its CRLF; nil while it is incomplete.
    private mutating func nextLine(_ bytes: Span<UInt8>) throws(Fault) -> Range<Int>? {
        let found = bytes.firstIndex(of: .lineFeed, from: scanned)
        let end = found ?? bytes.count
        try checkFirstByte(bytes)
        try checkLength(upTo: end)
        guard let found else {
            scanned = end
            return nil
        }
        // RFC 9112 §2.2 lets a recipient take a bare LF; two parsers that differ on it can be
        // played against each other, so it is refused.
        guard found > lineStart, bytes[found - 1] == .carriageReturn else {
            throw RequestParser.malformed("line end without CR", found)
        }
        let line = lineStart..<found - 1
        lineStart = found + 1
        scanned = found + 1
        return line
    }

    /// Another protocol (TLS) is told so at its first byte, not after the time-out.
    private func checkFirstByte(_ bytes: Span<UInt8>) throws(Fault) {
        guard start == nil, lineStart < bytes.count else { return }
        let first = bytes[lineStart]
        guard first.isToken || first == .carriageReturn else {
            throw RequestParser.malformed("malformed request line", lineStart)
        }
    }

    private func checkLength(upTo end: Int) throws(Fault) {
        guard start != nil else {
            // RFC 9112 §3: a target longer than the server wishes to parse is 414.
            guard end - lineStart <= limits.line + 1 else {
                throw Fault(
                    status: .uriTooLong, reason: "request line too long", position: lineStart)
            }
            return
        }
        // RFC 6585 §5.
        guard end - sectionStart < limits.section else {
            throw Fault(
                status: .headerFieldsTooLarge, reason: "header too large", position: sectionStart)
        }
    }

    private mutating func takeStartLine(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(Fault) {
        // RFC 9112 §2.2: one empty line before a request is ignored.
        if line.isEmpty, !hasSkippedEmptyLine {
            hasSkippedEmptyLine = true
            return
        }
        start = try RequestParser.startLine(line, bytes)
        sectionStart = lineStart
    }

    private mutating func takeField(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(Fault) {
        guard fields.count < limits.fields else {
            throw Fault(
                status: .headerFieldsTooLarge, reason: "too many header fields",
                position: line.lowerBound)
        }
        if fields.isEmpty { fields.reserveCapacity(12) }
        let field = try RequestParser.field(line, bytes)
        fields.append(field)
        try meaning.take(field, bytes, isVersion10: start?.minor == 0)
    }

    private func head(_ start: StartLine, _ bytes: Span<UInt8>) throws(Fault) -> RequestHead {
        try meaning.check(minor: start.minor, position: lineStart)
        let own = bytes.extracting(0..<lineStart).withUnsafeBufferPointer { Array($0) }
        let keepsAlive = !meaning.closes && (start.minor == 1 || meaning.keepsAlive)
        return RequestHead(
            method: start.method, path: start.path, query: start.query, line: start.line,
            host: start.authority ?? meaning.host ?? 0..<0, minor: start.minor,
            headers: Headers(bytes: own, fields: fields), framing: meaning.framing,
            keepsAlive: keepsAlive,
            expectsContinue: meaning.expectsContinue && meaning.framing != .none)
    }
}

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
