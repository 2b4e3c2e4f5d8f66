extension RequestParser {
    /// Splits at the first `?` and decodes the path once. The query stays as it came.
    static func pathAndQuery(
        _ range: Range<Int>, _ bytes: Span<UInt8>
    ) throws(Fault) -> (String, Range<Int>) {
        var end = range.lowerBound
        var isPlain = true
        while end < range.upperBound, bytes[end] != .question {
            // RFC 9112 §3.2.1: a fragment is never part of a target.
            guard bytes[end] != UInt8(ascii: "#") else {
                throw malformed("fragment in target", end)
            }
            if bytes[end] == .percent || bytes[end] == .dot { isPlain = false }
            end += 1
        }
        let query = min(end + 1, range.upperBound)..<range.upperBound
        if bytes.firstIndex(of: UInt8(ascii: "#"), in: end..<range.upperBound) != nil {
            throw malformed("fragment in target", end)
        }
        let path = range.lowerBound..<end
        if path.isEmpty { return ("/", query) }
        if isPlain { return (bytes.text(path), query) }
        return (try decodedPath(path, bytes), query)
    }

    /// Escapes are decoded exactly once; UTF-8 that is broken or overlong, control bytes and dot
    /// segments, however they were written, are refused.
    private static func decodedPath(
        _ range: Range<Int>, _ bytes: Span<UInt8>
    ) throws(Fault) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == .percent else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < range.upperBound, let byte = bytes.percentEscape(at: index) else {
                throw malformed("malformed escape in path", index)
            }
            guard byte >= 32, byte != 127 else { throw malformed("control byte in path", index) }
            // RFC 3986 §2.2: decoded, it would part segments that the client did not part.
            guard byte != .slash else { throw malformed("encoded slash in path", index) }
            decoded.append(byte)
            index += 3
        }
        guard let path = String(validating: decoded, as: UTF8.self) else {
            throw malformed("path is not UTF-8", range.lowerBound)
        }
        guard !hasDotSegment(decoded) else {
            throw malformed("dot segment in path", range.lowerBound)
        }
        return path
    }

    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        path.split(separator: .slash).contains {
            $0.elementsEqual([.dot]) || $0.elementsEqual([.dot, .dot])
        }
    }
}
