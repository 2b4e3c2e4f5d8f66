/// The field lines of a response (RFC 9112 §5), kept as the bytes that are sent.
public struct FieldLines: Sendable, Equatable {
    var bytes: [UInt8] = []
    /// The first field that must not be sent. The server sends 500 instead of such a response.
    private(set) var invalidName: String?

    /// No lines.
    public init() {}

    /// Adds a field. The whole response becomes invalid if the value has a control byte (it could split the
    /// response), if the name is not a token, or if the server writes that field itself.
    public mutating func append(_ name: StaticString, _ value: some StringProtocol) {
        let start = open(name)
        let fast: Void? = value.utf8.withContiguousStorageIfAvailable {
            bytes.append(contentsOf: $0)
        }
        if fast == nil { bytes.append(contentsOf: value.utf8) }
        close(name, valueAt: start)
    }

    /// Adds a field with a fixed value.
    public mutating func append(_ name: StaticString, _ value: StaticString) {
        let start = open(name)
        bytes.append(value)
        close(name, valueAt: start)
    }

    /// Adds a field whose value is given as bytes.
    public mutating func append(_ name: StaticString, bytes value: [UInt8]) {
        let start = open(name)
        bytes.append(copying: value)
        close(name, valueAt: start)
    }

    /// Adds an `ETag` (RFC 9110 §8.8.3), with quotes and, when weak, `W/`.
    public mutating func append(_ tag: EntityTag) {
        let start = open("ETag")
        bytes.append(tag.isWeak ? "W/\"" : "\"")
        var value = tag.value
        value.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(.quote)
        close("ETag", valueAt: start)
    }

    /// Adds all lines of `other`.
    public mutating func append(_ other: FieldLines) {
        bytes.append(copying: other.bytes)
        invalidName = invalidName ?? other.invalidName
    }

    /// Whether there is a field with exactly that name, case included.
    public func contains(_ name: StaticString) -> Bool {
        name.withUTF8Buffer { name in
            bytes.split(separator: UInt8.lineFeed).contains { line in
                line.count > name.count && line.starts(with: name)
                    && line[line.startIndex + name.count] == .colon
            }
        }
    }

    private mutating func open(_ name: StaticString) -> Int {
        bytes.reserveCapacity(256)
        bytes.append(name)
        bytes.append(": ")
        return bytes.count
    }

    private mutating func close(_ name: StaticString, valueAt start: Int) {
        let isText = bytes.withUnsafeBufferPointer { $0[start...].allSatisfy(\.isFieldText) }
        bytes.append("\r\n")
        guard isText, FieldLines.isAllowed(name) else {
            invalidName = invalidName ?? "\(name)"
            return
        }
    }

    private static func isAllowed(_ name: StaticString) -> Bool {
        name.withUTF8Buffer { buffer in
            let span = buffer.span
            return !buffer.isEmpty && buffer.allSatisfy(\.isToken)
                && !span.matches("Content-Length") && !span.matches("Transfer-Encoding")
                && !span.matches("Connection") && !span.matches("Date")
        }
    }
}
