import Glibc

// Byte classes, comparison and search for the parsers: ASCII only, no locale.

extension UInt8 {
    static let tab: UInt8 = 9
    static let lineFeed: UInt8 = 10
    static let carriageReturn: UInt8 = 13
    static let space: UInt8 = 32
    static let quote: UInt8 = 34
    static let percent: UInt8 = 37
    static let plus: UInt8 = 43
    static let comma: UInt8 = 44
    static let dash: UInt8 = 45
    static let dot: UInt8 = 46
    static let slash: UInt8 = 47
    static let colon: UInt8 = 58
    static let semicolon: UInt8 = 59
    static let equals: UInt8 = 61
    static let question: UInt8 = 63
    static let backslash: UInt8 = 92

    /// Whether this is a tchar of RFC 9110 §5.6.2: a letter, a digit or one of ``!#$%&'*+-.^_`|~``. Each constant
    /// is a bit map of one half of ASCII, the lowest bit for the lowest byte; a test compares all 256 bytes with
    /// the RFC's list.
    var isToken: Bool {
        if self < 64 { return ((0x03FF_6CFA_0000_0000 as UInt64) &>> UInt64(self)) & 1 == 1 }
        if self < 128 { return ((0x57FF_FFFF_C7FF_FFFE as UInt64) &>> UInt64(self &- 64)) & 1 == 1 }
        return false
    }

    /// field-vchar, SP or HTAB (RFC 9110 §5.5): anything but control bytes.
    var isFieldText: Bool { self >= 32 ? self != 127 : self == .tab }

    /// VCHAR (RFC 5234): the bytes of a request target.
    var isVisible: Bool { self > 32 && self < 127 }

    var isBlank: Bool { self == .space || self == .tab }

    var isDigit: Bool { self &- 48 < 10 }

    var lowered: UInt8 { self &- 65 < 26 ? self | 32 : self }

    /// 0 to 15, or nil if this is not a hexadecimal digit. Does not branch between digits and letters, since
    /// their order in escapes makes such a branch unpredictable.
    var hexValue: UInt8? {
        let isLetter = (self | 32) &- 97 < 6
        guard isDigit != isLetter else { return nil }
        return (self & 15) &+ (isLetter ? 9 : 0)
    }
}

extension String {
    /// Nil if the bytes are not UTF-8. Used in place of `String(validating:as:)`, which is not specialized for
    /// arrays and looks up its types at each call.
    init?(validating bytes: [UInt8]) {
        guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
        self.init(copying: text)
    }
}

extension Span<UInt8> {
    /// Whether these are exactly the bytes of `text`.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { other in
            for index in indices where self[index] != other[index] { return false }
            return true
        }
    }

    /// Whether these are exactly the bytes of `other`.
    func equals(_ other: [UInt8]) -> Bool {
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                guard let one = bytes.baseAddress, let two = other.baseAddress else {
                    return bytes.count == other.count
                }
                return bytes.count == other.count && memcmp(one, two, bytes.count) == 0
            }
        }
    }

    /// Whether these are the bytes of `text`, ignoring case.
    func matches(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { other in
            for index in indices where self[index].lowered != other[index].lowered {
                return false
            }
            return true
        }
    }

    /// The position of the first `byte` at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return firstIndex(of: byte, in: start..<count)
    }

    /// Searches the range only, so that a search in each of many parts stays linear.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        extracting(range).withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let hit = memchr(base, Int32(byte), bytes.count)
            else { return nil }
            return range.lowerBound + (UnsafeRawPointer(hit) - base)
        }
    }

    /// The position of the first byte that is not field text, searched eight bytes at a time.
    func firstControl(in range: Range<Int>) -> Int? {
        extracting(range).withUnsafeBytes { bytes in
            let ones: UInt64 = 0x0101_0101_0101_0101
            var place = 0
            while place < bytes.count {
                if place + 8 <= bytes.count {
                    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    // Sets the high bit of each byte that is below 32 or equal to 127, and maybe of a byte
                    // above such a one, so a hit is checked byte by byte.
                    let below = (word &- (32 &* ones)) & ~word
                    let others = word ^ (127 &* ones)
                    let found = (below | ((others &- ones) & ~others)) & (128 &* ones)
                    guard found != 0 else {
                        place += 8
                        continue
                    }
                }
                let end = Swift.min(place + 8, bytes.count)
                while place < end {
                    if !bytes[place].isFieldText { return range.lowerBound + place }
                    place += 1
                }
            }
            return nil
        }
    }

    /// The range without the spaces and tabs at its ends (OWS, RFC 9110 §5.6.3).
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high, self[low].isBlank { low += 1 }
        while high > low, self[high - 1].isBlank { high -= 1 }
        return low..<high
    }

    /// The text of a range; invalid UTF-8 becomes U+FFFD.
    func text(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes with their escapes (`%XX`, RFC 3986 §2.1) decoded once.
    ///
    /// - Parameter decodes: called for each `%`, returns whether to decode it or leave it as it is. Its
    ///   arguments are the encoded byte, nil if two hexadecimal digits do not follow, and its position.
    @inline(__always)
    func percentDecoded<Failure: Error>(
        plusIsSpace: Bool = false, _ decodes: (UInt8?, Int) throws(Failure) -> Bool
    ) throws(Failure) -> [UInt8] {
        // `[UInt8](capacity:)` allocates in code that is not specialized.
        var decoded: [UInt8] = []
        try decoded.append(addingCapacity: count) { decoded throws(Failure) in
            var index = 0
            while index < count {
                let byte = self[index]
                if byte == .percent {
                    let encoded = encodedByte(at: index)
                    if try decodes(encoded, index), let encoded {
                        decoded.append(encoded)
                        index += 3
                        continue
                    }
                }
                decoded.append(plusIsSpace && byte == .plus ? .space : byte)
                index += 1
            }
        }
        return decoded
    }

    private func encodedByte(at percent: Int) -> UInt8? {
        guard percent + 2 < count, let high = self[percent + 1].hexValue,
            let low = self[percent + 2].hexValue
        else { return nil }
        return high << 4 | low
    }
}

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Replaces `append(contentsOf:)`, which copies an array byte by byte.
    mutating func append(copying bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    mutating func append(copying bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Appends the decimal digits of a number, at least `width` of them.
    mutating func append(decimal number: Int, width: Int = 1) {
        var power = 1
        for _ in 1..<Swift.max(width, 1) { power *= 10 }
        while number / power >= 10 { power *= 10 }
        while power > 0 {
            append(UInt8(truncatingIfNeeded: 48 + number / power % 10))
            power /= 10
        }
    }
}
