/// The header fields of a request, in the order they came, repeated ones kept (RFC 9110 §5.3).
public struct Headers: Sendable {
    struct Field: Sendable {
        var name: Range<Int32>
        var value: Range<Int32>
    }

    /// The whole head of the request, request line included.
    let bytes: [UInt8]
    let fields: [Field]

    /// Number of field lines.
    public var count: Int { fields.count }

    /// The first value of a field; names ignore case. What is no UTF-8 in it becomes U+FFFD.
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

    /// All values of a list field as one list (RFC 9110 §5.2); nil when the field is missing.
    public func list(_ name: StaticString) -> String? {
        let values = all(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Every field line as text.
    public var pairs: [(name: String, value: String)] {
        let span = bytes.span
        var pairs: [(name: String, value: String)] = []
        for field in fields {
            pairs.append((span.text(field.name.wide), span.text(field.value.wide)))
        }
        return pairs
    }
}

extension Range<Int32> {
    var wide: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

extension Range<Int> {
    /// Heads are bounded far below what 32 bits hold.
    var narrow: Range<Int32> {
        Int32(truncatingIfNeeded: lowerBound)..<Int32(truncatingIfNeeded: upperBound)
    }
}
