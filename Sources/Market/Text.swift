extension StringProtocol where SubSequence == Substring {
    var trimmingWhitespace: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}

extension Unicode.Scalar {
    /// Whether it shows nothing wherever it stands: white space, the code points that Unicode has every
    /// font ignore (fillers, joiners, tags, variation selectors), and the Braille pattern without dots.
    public var isBlank: Bool {
        if value < 0x7F { return value <= 0x20 }
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || value == 0x2800
    }

    /// Whether it shows something by itself: a text without such a scalar says nothing. A combining mark
    /// needs a letter to stand on, and a private-use code point has another glyph in each font, or none.
    public var isSeen: Bool {
        if value < 0x7F { return value > 0x20 }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .privateUse, .control, .format,
            .surrogate:
            return false
        default: return !isBlank
        }
    }
}

extension UInt64 {
    /// The FNV-1a hash of a text's bytes. It is the same in every process, unlike `hashValue`,
    /// which is seeded anew in each.
    @inlinable
    public init(fnv1a bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }
}
