/// The cookies of a request (RFC 6265 §4.2), looked up without building a table.
public struct Cookies: Sendable {
    let headers: Headers

    /// The first cookie of that name, without the quotes it may stand in; names heed case.
    public subscript(name: StaticString) -> String? {
        let span = headers.bytes.span
        for field in headers.fields where span.extracting(field.name.wide).matches("Cookie") {
            if let value = value(of: name, in: span.extracting(field.value.wide)) { return value }
        }
        return nil
    }

    private func value(of name: StaticString, in line: Span<UInt8>) -> String? {
        var start = 0
        while start < line.count {
            let end = line.firstIndex(of: .semicolon, from: start) ?? line.count
            if let equals = line.firstIndex(of: .equals, in: start..<end),
                line.extracting(line.trimmed(start..<equals)).equals(name)
            {
                return line.text(unquoted(line.trimmed(equals + 1..<end), in: line))
            }
            start = end + 1
        }
        return nil
    }

    private func unquoted(_ range: Range<Int>, in line: Span<UInt8>) -> Range<Int> {
        guard range.count >= 2, line[range.lowerBound] == .quote,
            line[range.upperBound - 1] == .quote
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }
}
