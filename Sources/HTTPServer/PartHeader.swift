/// What stands above one part of a multipart body (RFC 7578 §4.2).
struct PartHeader: Equatable {
    var name: String
    /// Nil for a text field.
    var filename: String?
    var contentType: String?

    /// Reads header lines, without the empty line. Throws `.malformed` and `.notUTF8`.
    init(_ bytes: ArraySlice<UInt8>) throws(FormError) {
        var disposition: ParameterizedValue?
        for line in try PartHeader.lines(bytes) {
            guard let colon = line.firstIndex(of: .colon), colon > line.startIndex,
                line[..<colon].allSatisfy(\.isToken)
            else { throw .malformed("a malformed part header") }
            let value = line[(colon + 1)...].drop(while: \.isBlank)
            switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
            case "content-disposition":
                guard disposition == nil else { throw .malformed("two Content-Dispositions") }
                disposition = ParameterizedValue(value)
            case "content-type":
                contentType = String(decoding: value, as: UTF8.self)
            case "content-transfer-encoding":
                try PartHeader.checkEncoding(value)
            default: break
            }
        }
        guard let disposition, disposition.value.lowercased() == "form-data",
            let name = disposition.bytes(of: "name")
        else { throw .malformed("a part without a name") }
        guard let text = String(validating: PartHeader.unescaped(name), as: UTF8.self) else {
            throw .notUTF8(name: String(decoding: name, as: UTF8.self))
        }
        self.name = text
        filename = disposition.bytes(of: "filename").map {
            String(decoding: PartHeader.unescaped($0), as: UTF8.self)
        }
    }

    /// Lines end with CR LF; a bare one, or any other control byte, is malformed.
    private static func lines(
        _ bytes: ArraySlice<UInt8>
    ) throws(FormError) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(of: .carriageReturn) {
            guard end + 1 < rest.endIndex, rest[end + 1] == .lineFeed else {
                throw .malformed("a malformed part header")
            }
            lines.append(rest[..<end])
            rest = rest[(end + 2)...]
        }
        lines.append(rest)
        guard lines.allSatisfy({ $0.allSatisfy(\.isFieldText) }) else {
            throw .malformed("a malformed part header")
        }
        return lines
    }

    /// RFC 7578 §4.7 deprecates the field; what would need decoding is refused rather than misread.
    private static func checkEncoding(_ value: ArraySlice<UInt8>) throws(FormError) {
        let name = String(decoding: value, as: UTF8.self).lowercased()
        guard ["7bit", "8bit", "binary"].contains(name) else {
            throw .malformed("an encoded part")
        }
    }

    /// Browsers write quotes and line ends in names as `%22`, `%0D` and `%0A`, and nothing else so
    /// (WHATWG HTML §4.10.21.8).
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == .percent, let byte = bytes.span.percentEscape(at: index),
                byte == .quote || byte == .carriageReturn || byte == .lineFeed
            {
                result.append(byte)
                index += 3
                continue
            }
            result.append(bytes[index])
            index += 1
        }
        return result
    }
}
