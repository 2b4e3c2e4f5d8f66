/// The header fields of a request, in the order received, with repeated ones kept (RFC 9110 §5.3).
public struct Headers: Sendable {
    /// The positions of the name and the value of one field line.
    struct Field: Sendable {
        var name: Range<Int32>
        var value: Range<Int32>
    }

    /// The whole head of the request, request line included.
    let bytes: [UInt8]
    let fields: [Field]

    /// The first value of a field. Names ignore case; invalid UTF-8 becomes U+FFFD.
    public subscript(name: StaticString) -> String? {
        let span = bytes.span
        for field in fields where span.extracting(field.name.wide).matches(name) {
            return span.text(field.value.wide)
        }
        return nil
    }

    /// All values of a field, one for each line.
    public func all(_ name: StaticString) -> [String] {
        let span = bytes.span
        var values: [String] = []
        for field in fields where span.extracting(field.name.wide).matches(name) {
            values.append(span.text(field.value.wide))
        }
        return values
    }

    /// All values of a list field as one list (RFC 9110 §5.2); nil if the field is absent.
    public func list(_ name: StaticString) -> String? {
        let values = all(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Every field line as text, in order.
    public var pairs: [(name: String, value: String)] {
        let span = bytes.span
        var pairs: [(name: String, value: String)] = []
        for field in fields {
            pairs.append((span.text(field.name.wide), span.text(field.value.wide)))
        }
        return pairs
    }
}

extension Headers.Field {
    /// Parses a line: field-name ":" OWS field-value OWS (RFC 9112 §5).
    init(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(RequestError) {
        var colon = line.lowerBound
        while colon < line.upperBound, bytes[colon].isToken { colon += 1 }
        // A space before the colon (§5.1) and a folded line (§5.2) end here too.
        guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == .colon else {
            throw .malformed("malformed header field", colon)
        }
        let value = bytes.trimmed(colon + 1..<line.upperBound)
        if let index = bytes.firstControl(in: value) {
            throw .malformed("control byte in header field", index)
        }
        (self.name, self.value) = ((line.lowerBound..<colon).narrow, value.narrow)
    }
}

extension Range<Int32> {
    var wide: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

extension Range<Int> {
    /// Truncates to 32 bits, which is safe because the limits of a head are far below that.
    var narrow: Range<Int32> {
        Int32(truncatingIfNeeded: lowerBound)..<Int32(truncatingIfNeeded: upperBound)
    }
}

/// The cookies of a request (RFC 6265 §4.2), looked up without building a table.
public struct Cookies: Sendable {
    let headers: Headers

    /// The value of the first cookie with that name, without surrounding quotes. Names are case-sensitive.
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
