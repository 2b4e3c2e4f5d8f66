extension StringProtocol where SubSequence == Substring {
    var trimmingWhitespace: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
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
