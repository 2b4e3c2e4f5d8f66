import Market
import ViewModels

/// Writes JSON (RFC 8259) as UTF-8 bytes, value by value: no tree is built, and a long text can be
/// taken in pieces.
///
///     json.object { json in
///         json.field("title", item.title)
///         json.field("photos", item.photos)
///     }
struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false
    /// One more byte to escape; the quote, which is escaped anyway, if there is no other.
    private let alsoEscaped: UInt8

    /// - Parameter isInMarkup: whether the JSON stands in a script element, which a `<` inside
    ///   could end (HTML section 13.1.2.2).
    init(isInMarkup: Bool = false) {
        alsoEscaped = UInt8(ascii: isInMarkup ? "<" : "\"")
    }

    /// The JSON text of one value.
    static func bytes(of value: some JSONValue, isInMarkup: Bool = false) -> [UInt8] {
        var json = JSONWriter(isInMarkup: isInMarkup)
        json.bytes.reserveCapacity(1_024)
        json.value(value)
        return json.bytes
    }

    /// A member of an object.
    mutating func field(_ name: StaticString, _ value: some JSONValue) {
        key(name)
        value.write(to: &self)
    }

    /// A member whose name is a coding key, so that reading and writing use the same name.
    mutating func field(
        _ key: some CodingKey & RawRepresentable<String>, _ value: some JSONValue
    ) {
        self.key(key.rawValue)
        value.write(to: &self)
    }

    /// The name of the member whose value comes next; it must contain nothing that needs escaping.
    mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        beginMember()
    }

    /// The same for a name known only at run time, which is escaped.
    mutating func key(_ name: String) {
        string(name)
        beginMember()
    }

    mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }

    mutating func beginObject() { begin(UInt8(ascii: "{")) }
    mutating func endObject() { end(UInt8(ascii: "}")) }
    mutating func beginArray() { begin(UInt8(ascii: "[")) }
    mutating func endArray() { end(UInt8(ascii: "]")) }

    mutating func value(_ value: some JSONValue) {
        value.write(to: &self)
    }

    mutating func string(_ text: String) {
        separate()
        text.utf8Span.span.withUnsafeBufferPointer { quote($0) }
    }

    /// Appends text that is JSON already.
    mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Returns the bytes written since the last call, which may end in the middle of a value.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func beginMember() {
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Appends a quoted string: escapes the bytes that need it, and copies the runs between them.
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        while start < text.count {
            let end = endOfPlain(text, from: start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            if end < text.count { escape(text[end]) }
            start = end + 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The offset of the next byte to escape, or of the end; skips eight bytes at a time while none
    /// needs escaping.
    private func endOfPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        var end = start
        while end + 8 <= raw.count,
            !mayHaveEscaped(raw.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        {
            end += 8
        }
        while end < raw.count, !isEscaped(raw[end]) { end += 1 }
        return end
    }

    /// Whether one of the eight bytes may need escaping. There may be false positives, but no misses.
    private func mayHaveEscaped(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let quotes = zeros(word ^ 0x22 &* ones) | zeros(word ^ 0x5C &* ones)
        let others = zeros(word ^ UInt64(alsoEscaped) &* ones) | (word &- 0x20 &* ones) & ~word
        return (quotes | others) & (0x80 &* ones) != 0
    }

    private func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            || byte == alsoEscaped
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case ..<0x20, UInt8(ascii: "<"):
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }
}

// MARK: - Values

/// A value that can be written as JSON.
protocol JSONValue {
    func write(to json: inout JSONWriter)
}

/// A value that is written as a JSON object.
protocol JSONObject: JSONValue {
    func writeFields(to json: inout JSONWriter)
}

extension JSONObject {
    func write(to json: inout JSONWriter) { json.object(writeFields) }
}

extension String: JSONValue {
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int64: JSONValue {
    func write(to json: inout JSONWriter) { json.literal("\(self)") }
}

extension Identifier: JSONValue {
    func write(to json: inout JSONWriter) { json.literal("\(rawValue)") }
}

extension Int: JSONValue {
    func write(to json: inout JSONWriter) { json.literal("\(self)") }
}

/// Written with the fewest digits that read back as the same number; `null` if not finite.
extension Double: JSONValue {
    func write(to json: inout JSONWriter) {
        if let whole = Int64(exactly: self) {
            whole.write(to: &json)
        } else {
            json.literal(isFinite ? "\(self)" : "null")
        }
    }
}

extension Bool: JSONValue {
    func write(to json: inout JSONWriter) { json.literal(self ? "true" : "false") }
}

/// In ISO 8601, in UTC.
extension Timestamp: JSONValue {
    func write(to json: inout JSONWriter) { json.string(iso8601.description) }
}

/// Nil is written as `null`.
extension Optional: JSONValue where Wrapped: JSONValue {
    func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.literal("null") }
    }
}

extension Array: JSONValue where Element: JSONValue {
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for element in self { element.write(to: &json) }
        json.endArray()
    }
}
