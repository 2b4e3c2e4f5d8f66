extension StringProtocol where SubSequence == Substring {
    var trimmingWhitespace: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}

extension Unicode.Scalar {
    /// Whether it shows nothing wherever it stands: white space, what Unicode has every font ignore,
    /// as fillers, joiners, tags and variation selectors, and the pattern of Braille without a dot.
    public var isBlank: Bool {
        if value < 0x7F { return value <= 0x20 }
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || value == 0x2800
    }

    /// Whether it shows something by itself: a text without any that does says nothing. A mark takes
    /// a letter to stand on; for private use each font has another letter, or none.
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
    /// The FNV-1a hash of a text's bytes: the same in every program, where `hashValue` is another one
    /// in each.
    @inlinable
    public init(fnv1a bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }
}
