/// Text of at most 39 bytes of UTF-8, stored inline: a list of twenty entries has a hundred of
/// these texts, and none needs an allocation. Longer text is truncated at a character boundary.
public struct ShortText: Sendable {
    /// In bytes of UTF-8: five words, less one byte for the count.
    public static let capacity = 39

    @usableFromInline typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64)

    /// The bytes, with their count in the very last byte; unused bytes are 0.
    @usableFromInline var words: Words = (0, 0, 0, 0, 0)

    /// An empty text to append to.
    public init() {}

    /// A text; truncated if it does not fit.
    public init(_ text: StaticString) {
        append(text)
    }

    /// A copy of a text; truncated if it does not fit.
    public init(copying text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// The number of bytes, not of characters.
    @inlinable public var count: Int {
        Int(truncatingIfNeeded: words.4.littleEndian >> 56)
    }

    /// The bytes, valid during the call.
    @inlinable
    public func withUTF8<Result>(_ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeBytes(of: words) { raw in
            use(UnsafeBufferPointer(rebasing: raw.bindMemory(to: UInt8.self)[..<count]))
        }
    }

    /// Appends a text; truncated if it does not fit.
    public mutating func append(_ text: StaticString) { text.withUTF8Buffer { append($0) } }

    /// Appends a number in digits, with thousands separators if `grouped`.
    public mutating func append(_ number: Int64, grouped: Bool = false) {
        if number < 0 { append("-") }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
            var rest = number.magnitude
            var start = digits.count
            var place = 0
            repeat {
                if grouped, place == 3 {
                    start -= 1
                    digits[start] = UInt8(ascii: ",")
                    place = 0
                }
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                rest = quotient
                place += 1
            } while rest > 0
            append(UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a number below 100 as two digits.
    mutating func append(twoDigits number: Int64) {
        guard count + 2 <= Self.capacity else { return }
        append("00")
        put(twoDigits: number, at: count - 2)
    }

    /// Overwrites two digits with a number below 100.
    mutating func put(twoDigits number: Int64, at offset: Int) {
        guard (0...Self.capacity - 2).contains(offset) else { return }
        let number = UInt32(truncatingIfNeeded: number)
        let tens = number / 10
        let ones = number &- tens &* 10
        let digits = UInt16(truncatingIfNeeded: 0x3030 &+ tens &+ ones &<< 8).littleEndian
        withUnsafeMutableBytes(of: &words) { bytes in
            bytes.storeBytes(of: digits, toByteOffset: offset, as: UInt16.self)
        }
    }

    private mutating func append(_ added: UnsafeBufferPointer<UInt8>) {
        guard let source = added.baseAddress else { return }
        let start = count
        let fitting = Self.fitting(added, in: Self.capacity - start)
        withUnsafeMutableBytes(of: &words) { raw in
            guard let base = raw.baseAddress else { return }
            (base + start).copyMemory(from: source, byteCount: fitting)
            raw[Self.capacity] = UInt8(truncatingIfNeeded: start + fitting)
        }
    }

    /// How many of the bytes fit without splitting a character.
    private static func fitting(_ bytes: UnsafeBufferPointer<UInt8>, in space: Int) -> Int {
        guard bytes.count > space else { return bytes.count }
        var end = space
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

extension ShortText: CustomStringConvertible {
    /// A copy as a `String`.
    public var description: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }
}

extension ShortText: Equatable {
    /// Compares bytes: canonically equivalent texts in different Unicode forms are not equal.
    public static func == (one: ShortText, other: ShortText) -> Bool { one.words == other.words }
}

extension ShortText: ExpressibleByStringLiteral {
    /// A literal; truncated if it does not fit.
    public init(stringLiteral text: StaticString) {
        self.init(text)
    }
}
