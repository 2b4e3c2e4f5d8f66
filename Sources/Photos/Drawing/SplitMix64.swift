/// A generator with the same numbers from the same seed on every platform (Vigna's splitmix64).
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: any number; the same one gives the same numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next of 2^64 numbers, each of which comes once in a period.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        let unit = Double(next() >> 11) / Double(1 << 53)
        return range.lowerBound + unit * (range.upperBound - range.lowerBound)
    }
}
