extension RequestParser {
    /// field-name ":" OWS field-value OWS (RFC 9112 §5).
    static func field(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(Fault) -> Headers.Field {
        var colon = line.lowerBound
        while colon < line.upperBound, bytes[colon].isToken { colon += 1 }
        // A space before the colon (§5.1) and a folded line (§5.2) end here too.
        guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == .colon else {
            throw malformed("malformed header field", colon)
        }
        let value = bytes.trimmed(colon + 1..<line.upperBound)
        for index in value where !bytes[index].isFieldText {
            throw malformed("control byte in header field", index)
        }
        return Headers.Field(name: (line.lowerBound..<colon).narrow, value: value.narrow)
    }
}

/// What the fields say about the message itself: its framing, its host, what becomes of the
/// connection.
struct FieldMeaning {
    typealias Fault = RequestParser.Fault

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

    /// Names are told apart by their length first: most fields cost one comparison of numbers.
    mutating func take(
        _ field: Headers.Field, _ bytes: Span<UInt8>, isVersion10: Bool
    ) throws(Fault) {
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

    /// RFC 9112 §3.2: a request of 1.1 without Host is 400. §6.3: two framings are 400.
    func check(minor: Int, position: Int) throws(Fault) {
        guard host != nil || minor == 0 else {
            throw RequestParser.malformed("missing Host", position)
        }
        guard !isChunked || length == nil else {
            throw RequestParser.malformed("Content-Length beside Transfer-Encoding", position)
        }
    }

    private mutating func takeHost(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(Fault) {
        guard host == nil else { throw RequestParser.malformed("repeated Host", value.lowerBound) }
        guard RequestParser.isHost(bytes.extracting(value)) else {
            throw RequestParser.malformed("malformed Host", value.lowerBound)
        }
        host = value
    }

    /// 1*DIGIT (RFC 9110 §8.6), once.
    private mutating func takeLength(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(Fault) {
        guard length == nil else {
            throw RequestParser.malformed("repeated Content-Length", value.lowerBound)
        }
        guard !value.isEmpty, value.allSatisfy({ bytes[$0].isDigit }) else {
            throw RequestParser.malformed("malformed Content-Length", value.lowerBound)
        }
        var number = 0
        for index in value {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(bytes[index] - 48))
            guard !overflow, !carry else {
                throw Fault(
                    status: .contentTooLarge, reason: "body too large", position: value.lowerBound)
            }
            number = sum
        }
        length = number
    }

    /// RFC 9112 §6.1 and §6.3: one final `chunked` is all that is understood; 1.0 knows no coding.
    private mutating func takeCoding(
        _ value: Range<Int>, _ bytes: Span<UInt8>, isVersion10: Bool
    ) throws(Fault) {
        guard !isChunked, !isVersion10, bytes.extracting(value).matches("chunked") else {
            throw RequestParser.malformed("unusable Transfer-Encoding", value.lowerBound)
        }
        isChunked = true
    }

    /// RFC 9110 §10.1.1; 1.0 did not know the field.
    private mutating func takeExpectation(
        _ value: Range<Int>, _ bytes: Span<UInt8>, isVersion10: Bool
    ) throws(Fault) {
        guard !isVersion10 else { return }
        guard bytes.extracting(value).matches("100-continue") else {
            throw Fault(
                status: .expectationFailed, reason: "unknown expectation",
                position: value.lowerBound)
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
