import Photos

/// What a sample listing's words are chosen by.
typealias Chance = Photos.SplitMix64

extension Chance {
    /// - Parameter stream: other numbers from the same seed, unlike those of its neighbours.
    init(seed: UInt64, stream: UInt64) {
        self.init(seed: seed)
        self.init(seed: next() ^ stream &* 0xD1B5_4A32_D192_ED03)
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
