/// A field value with parameters: `value; name="…"; name=token`, as in Content-Type.
///
/// In a quoted string only `\"` and `\\` are escapes: browsers send a lone backslash in a file name
/// unescaped.
struct ParameterizedValue {
    /// Bounds the comparisons for repeated names; fields in use have two or three.
    private static let mostParameters = 16

    let value: String
    private var parameters: [(name: String, value: [UInt8])] = []

    /// Nil if the text is malformed or a parameter is repeated.
    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        var index = 0
        let first = ParameterizedValue.run(bytes, &index) { $0 != .semicolon && !$0.isBlank }
        guard !first.isEmpty else { return nil }
        value = String(decoding: first, as: UTF8.self)
        while true {
            _ = ParameterizedValue.run(bytes, &index, while: \.isBlank)
            guard index < bytes.count else { return }
            guard bytes[index] == .semicolon else { return nil }
            index += 1
            _ = ParameterizedValue.run(bytes, &index, while: \.isBlank)
            // A semicolon at the end is common and harmless.
            guard index < bytes.count else { return }
            guard takeParameter(bytes, &index) else { return nil }
        }
    }

    /// The value of a parameter as text; invalid UTF-8 becomes U+FFFD.
    subscript(name: String) -> String? {
        self.bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a parameter; names ignore case.
    func bytes(of name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }

    private mutating func takeParameter(_ bytes: [UInt8], _ index: inout Int) -> Bool {
        let token = ParameterizedValue.run(bytes, &index, while: \.isToken)
        guard !token.isEmpty, index < bytes.count, bytes[index] == .equals else { return false }
        index += 1
        let name = String(decoding: token.map(\.lowered), as: UTF8.self)
        guard parameters.count < Self.mostParameters, self.bytes(of: name) == nil else {
            return false
        }
        if index < bytes.count, bytes[index] == .quote {
            index += 1
            guard let value = ParameterizedValue.quoted(bytes, &index) else { return false }
            parameters.append((name, value))
            return true
        }
        let value = ParameterizedValue.run(bytes, &index) { $0 != .semicolon && !$0.isBlank }
        guard !value.isEmpty else { return false }
        parameters.append((name, Array(value)))
        return true
    }

    private static func quoted(_ bytes: [UInt8], _ index: inout Int) -> [UInt8]? {
        var value: [UInt8] = []
        while index < bytes.count {
            var byte = bytes[index]
            index += 1
            if byte == .quote { return value }
            if byte == .backslash, index < bytes.count,
                bytes[index] == .quote || bytes[index] == .backslash
            {
                byte = bytes[index]
                index += 1
            }
            value.append(byte)
        }
        return nil
    }

    private static func run(
        _ bytes: [UInt8], _ index: inout Int, while isIn: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, isIn(bytes[index]) { index += 1 }
        return bytes[start..<index]
    }
}
