/// The first line of a request: method SP request-target SP HTTP-version (RFC 9112 §3).
struct RequestLine {
    let method: Method
    /// The position of the line.
    let range: Range<Int>
    /// Percent-decoded, without dot segments; `*` for `OPTIONS *`.
    let path: String
    let query: Range<Int>
    /// The authority of a target in absolute form.
    let authority: Range<Int>?
    /// 0 or 1: HTTP/1.0 or HTTP/1.1.
    let minorVersion: Int

    /// Parses the line at `range`, which excludes the CRLF.
    init(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(RequestError) {
        var end = range.lowerBound
        while end < range.upperBound, bytes[end].isToken { end += 1 }
        guard end > range.lowerBound, end < range.upperBound, bytes[end] == .space else {
            throw .malformed("malformed method", end)
        }
        let name = range.lowerBound..<end
        end += 1
        let targetStart = end
        while end < range.upperBound, bytes[end].isVisible { end += 1 }
        guard end > targetStart, end < range.upperBound, bytes[end] == .space else {
            throw .malformed("malformed target", end)
        }
        minorVersion = try Self.version(bytes, end + 1..<range.upperBound)
        guard let method = Method(bytes.extracting(name)) else {
            // RFC 9110 §9.1.
            throw RequestError(.notImplemented, "unknown method", position: name.lowerBound)
        }
        (self.method, self.range) = (method, range)
        (path, query, authority) = try Self.target(targetStart..<end, bytes, method: method)
    }

    /// `HTTP/` DIGIT `.` DIGIT (RFC 9112 §2.3); a later 1.x counts as 1.1 (RFC 9110 §2.5).
    private static func version(
        _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(RequestError) -> Int {
        let start = range.lowerBound
        guard range.count == 8, bytes.extracting(start..<start + 5).equals("HTTP/"),
            bytes[start + 5].isDigit, bytes[start + 6] == .dot, bytes[start + 7].isDigit
        else { throw .malformed("malformed version", start) }
        guard bytes[start + 5] == UInt8(ascii: "1") else {
            throw RequestError(
                .versionNotSupported, "only HTTP/1 is spoken here", position: start)
        }
        return bytes[start + 7] == UInt8(ascii: "0") ? 0 : 1
    }

    /// Origin form, absolute form or asterisk form (RFC 9112 §3.2); the authority form belongs to CONNECT,
    /// which is not supported.
    private static func target(
        _ range: Range<Int>, _ bytes: Span<UInt8>, method: Method
    ) throws(RequestError) -> (path: String, query: Range<Int>, authority: Range<Int>?) {
        if bytes[range.lowerBound] == .slash {
            let (path, query) = try pathAndQuery(range, bytes)
            return (path, query, nil)
        }
        if range.count == 1, bytes[range.lowerBound] == UInt8(ascii: "*") {
            // RFC 9112 §3.2.4: only for OPTIONS.
            guard method == .options else {
                throw .malformed("target * without OPTIONS", range.lowerBound)
            }
            return ("*", range.upperBound..<range.upperBound, nil)
        }
        guard let authorityStart = authorityStart(range, bytes) else {
            throw .malformed("malformed target", range.lowerBound)
        }
        var end = authorityStart
        while end < range.upperBound, bytes[end] != .slash, bytes[end] != .question { end += 1 }
        let authority = authorityStart..<end
        // RFC 9110 §4.2.4: user information in an authority is an error; `isHost` does not allow `@`.
        guard isHost(bytes.extracting(authority)) else {
            throw .malformed("malformed authority", authorityStart)
        }
        if end == range.upperBound, method == .options {
            return ("*", end..<end, authority)
        }
        let (path, query) = try pathAndQuery(end..<range.upperBound, bytes)
        return (path, query, authority)
    }

    /// Where the authority begins in `http://…` or `https://…` (RFC 9112 §3.2.2); nil for other schemes.
    private static func authorityStart(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Int? {
        for scheme in ["http://", "https://"] as [StaticString] {
            let length = scheme.utf8CodeUnitCount
            let start = range.lowerBound
            if range.count > length, bytes.extracting(start..<start + length).matches(scheme) {
                return start + length
            }
        }
        return nil
    }
}

extension RequestLine {
    /// uri-host [ ":" port ] (RFC 9110 §7.2, RFC 3986 §3.2.2); an http URI must not have an empty host.
    static func isHost(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0 else { return false }
        var index = 0
        if bytes[0] == UInt8(ascii: "[") {
            index = 1
            while index < bytes.count, isInIPLiteral(bytes[index]) { index += 1 }
            guard index > 2, index < bytes.count, bytes[index] == UInt8(ascii: "]") else {
                return false
            }
            index += 1
        } else {
            while index < bytes.count, isInName(bytes[index]) { index += 1 }
            guard index > 0 else { return false }
        }
        if index == bytes.count { return true }
        guard bytes[index] == .colon, bytes.count - index <= 6 else { return false }
        var port = 0
        for digit in index + 1..<bytes.count {
            guard bytes[digit].isDigit else { return false }
            port = port * 10 + Int(bytes[digit] - 48)
        }
        return port <= 65535
    }

    private static func isInIPLiteral(_ byte: UInt8) -> Bool {
        byte.hexValue != nil || byte == .colon || byte == .dot
    }

    /// unreserved, sub-delims and pct-encoded of RFC 3986.
    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"): false
        case UInt8(ascii: "("), UInt8(ascii: ")"), .comma, .semicolon, .equals: true
        default: byte.isToken
        }
    }
}

extension RequestLine {
    /// Splits at the first `?` and decodes the path once. The query stays encoded.
    private static func pathAndQuery(
        _ range: Range<Int>, _ bytes: Span<UInt8>
    ) throws(RequestError) -> (String, Range<Int>) {
        var end = range.lowerBound
        var isPlain = true
        while end < range.upperBound, bytes[end] != .question {
            // RFC 9112 §3.2.1: a fragment is never part of a target.
            guard bytes[end] != UInt8(ascii: "#") else {
                throw .malformed("fragment in target", end)
            }
            if bytes[end] == .percent || bytes[end] == .dot { isPlain = false }
            end += 1
        }
        let query = min(end + 1, range.upperBound)..<range.upperBound
        if bytes.firstIndex(of: UInt8(ascii: "#"), in: end..<range.upperBound) != nil {
            throw .malformed("fragment in target", end)
        }
        let path = range.lowerBound..<end
        if path.isEmpty { return ("/", query) }
        if isPlain { return (bytes.text(path), query) }
        return (try decodedPath(path, bytes), query)
    }

    /// Decodes escapes exactly once; refuses invalid or overlong UTF-8, control bytes and dot segments, however
    /// they were written.
    private static func decodedPath(
        _ range: Range<Int>, _ bytes: Span<UInt8>
    ) throws(RequestError) -> String {
        let start = range.lowerBound
        let decoded = try bytes.extracting(range).percentDecoded {
            (byte, offset) throws(RequestError) in
            guard let byte else { throw .malformed("malformed escape in path", start + offset) }
            guard byte >= 32, byte != 127 else {
                throw .malformed("control byte in path", start + offset)
            }
            // RFC 3986 §2.2: decoding it would separate segments that the client did not separate.
            guard byte != .slash else { throw .malformed("encoded slash in path", start + offset) }
            return true
        }
        guard let path = String(validating: decoded) else {
            throw .malformed("path is not UTF-8", start)
        }
        guard !hasDotSegment(decoded) else { throw .malformed("dot segment in path", start) }
        return path
    }

    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        path.split(separator: .slash).contains {
            $0.elementsEqual([.dot]) || $0.elementsEqual([.dot, .dot])
        }
    }
}
