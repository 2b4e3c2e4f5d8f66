/// What HTML text and quoted attributes can not hold as it is.
enum Escape {
    /// All five are below 64, so that one word of bits is the whole table.
    private static let special: UInt64 = 1 << 34 | 1 << 38 | 1 << 39 | 1 << 60 | 1 << 62

    /// Where the first of the five is from `start` on, or the count of the bytes.
    static func firstSpecial(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var next = start
        while next + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: next, as: UInt64.self).littleEndian
            let places = candidates(in: word)
            guard places != 0 else {
                next += 8
                continue
            }
            next += places.trailingZeroBitCount / 8
            if isSpecial(raw[next]) { return next }
            next += 1
        }
        while next < raw.count, !isSpecial(raw[next]) { next += 1 }
        return next
    }

    /// The high bits of the bytes that may be special, the lowest of them rightly: setting a bit
    /// or two makes 34, 38, 39 the same and 60, 62 too, though # (35) with the former. That and
    /// the borrow from a found byte to the next are why a candidate has to be looked at.
    private static func candidates(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word | (5 &* ones)) ^ (39 &* ones)
        let angles = (word | (2 &* ones)) ^ (62 &* ones)
        let zeros = (quotes &- ones) & ~quotes | (angles &- ones) & ~angles
        return zeros & (0x80 &* ones)
    }

    static func entity(of byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: "&#39;"
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && special >> UInt64(byte) & 1 != 0
    }
}
