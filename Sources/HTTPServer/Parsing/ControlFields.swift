/// The fields that control how a message is handled: its framing (RFC 9112 §6), its host (RFC 9112 §3.2),
/// whether its connection persists (§9.3), and what it expects (RFC 9110 §10.1.1).
struct ControlFields {
    private(set) var host: Range<Int>?
    private(set) var closes = false
    private(set) var keepsAlive = false
    private(set) var expectsContinue = false
    private var length: Int?
    private var isChunked = false

    var framing: Framing {
        if isChunked { return .chunked }
        guard let length, length > 0 else { return .none }
        return .length(length)
    }

    /// Compares the length of the name first, so most fields cost one comparison of integers.
    mutating func take(
        _ field: Headers.Field, _ bytes: Span<UInt8>, isVersion10: Bool
    ) throws(RequestError) {
        let name = bytes.extracting(field.name.wide)
        let value = field.value.wide
        switch name.count {
        case 4 where name.matches("Host"):
            try takeHost(value, bytes)
        case 6 where name.matches("Expect"):
            try takeExpectation(value, bytes, isVersion10: isVersion10)
        case 10 where name.matches("Connection"):
            takeConnection(value, bytes)
        case 14 where name.matches("Content-Length"):
            try takeLength(value, bytes)
        case 17 where name.matches("Transfer-Encoding"):
            try takeCoding(value, bytes, isVersion10: isVersion10)
        default:
            break
        }
    }

    /// An HTTP/1.1 request without Host is 400 (RFC 9112 §3.2), and so is one with two framings (§6.3).
    func check(minorVersion: Int, position: Int) throws(RequestError) {
        guard host != nil || minorVersion == 0 else {
            throw .malformed("missing Host", position)
        }
        guard !isChunked || length == nil else {
            throw .malformed("Content-Length beside Transfer-Encoding", position)
        }
    }

    private mutating func takeHost(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(RequestError) {
        guard host == nil else { throw .malformed("repeated Host", value.lowerBound) }
        guard RequestLine.isHost(bytes.extracting(value)) else {
            throw .malformed("malformed Host", value.lowerBound)
        }
        host = value
    }

    /// 1*DIGIT (RFC 9110 §8.6), once.
    private mutating func takeLength(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(RequestError)
    {
        guard length == nil else {
            throw .malformed("repeated Content-Length", value.lowerBound)
        }
        guard !value.isEmpty, value.allSatisfy({ bytes[$0].isDigit }) else {
            throw .malformed("malformed Content-Length", value.lowerBound)
        }
        length = Int(bytes.text(value))
        guard length != nil else {
            throw RequestError(.contentTooLarge, "body too large", position: value.lowerBound)
        }
    }

    /// RFC 9112 §6.1 and §6.3: `chunked`, once, is the only coding understood; HTTP/1.0 has no transfer
    /// coding.
    private mutating func takeCoding(
        _ value: Range<Int>, _ bytes: Span<UInt8>, isVersion10: Bool
    ) throws(RequestError) {
        guard !isChunked, !isVersion10, bytes.extracting(value).matches("chunked") else {
            throw .malformed("unusable Transfer-Encoding", value.lowerBound)
        }
        isChunked = true
    }

    /// RFC 9110 §10.1.1; in HTTP/1.0 the field is ignored.
    private mutating func takeExpectation(
        _ value: Range<Int>, _ bytes: Span<UInt8>, isVersion10: Bool
    ) throws(RequestError) {
        guard !isVersion10 else { return }
        guard bytes.extracting(value).matches("100-continue") else {
            throw RequestError(
                .expectationFailed, "unknown expectation", position: value.lowerBound)
        }
        expectsContinue = true
    }

    /// A list of options (RFC 9110 §7.6.1).
    private mutating func takeConnection(_ value: Range<Int>, _ bytes: Span<UInt8>) {
        var start = value.lowerBound
        while start < value.upperBound {
            let end =
                bytes.firstIndex(of: .comma, in: start..<value.upperBound) ?? value.upperBound
            let option = bytes.extracting(bytes.trimmed(start..<end))
            if option.matches("close") { closes = true }
            if option.matches("keep-alive") { keepsAlive = true }
            start = end + 1
        }
    }
}
