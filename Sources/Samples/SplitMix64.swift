/// The same numbers from the same seed, everywhere (Vigna's splitmix64).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter stream: other numbers from the same seed, unlike those of its neighbours.
    init(seed: UInt64, stream: UInt64) {
        state = seed
        state = next() ^ stream &* 0xD1B5_4A32_D192_ED03
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True once in so many times, by chance.
    mutating func isOne(in count: Int64) -> Bool {
        number(in: 1...count) == 1
    }

    /// - Parameter choices: at least one.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }
}
