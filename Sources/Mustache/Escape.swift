/// What HTML text and quoted attributes can not hold as it is.
enum Escape {
    /// All five are below 64, so that one word of bits is the whole table.
    private static let special: UInt64 = 1 << 34 | 1 << 38 | 1 << 39 | 1 << 60 | 1 << 62

    /// Whether one of the bytes may be one of the five; none is overlooked.
    ///
    /// Setting a bit or two makes 34, 38, 39 the same and 60, 62 too, though # (35) with the
    /// former.
    static func mayHaveSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word | (5 &* ones)) ^ (39 &* ones)
        let angles = (word | (2 &* ones)) ^ (62 &* ones)
        let zeros = (quotes &- ones) & ~quotes | (angles &- ones) & ~angles
        return zeros & (0x80 &* ones) != 0
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

    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && special >> UInt64(byte) & 1 != 0
    }
}
