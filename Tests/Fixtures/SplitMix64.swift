import Foundation

/// A small, reproducible random number generator (Vigna's splitmix64).
public struct SplitMix64: RandomNumberGenerator {
    /// `FUZZ_SEED`, or 1.
    public static let usualSeed = environment("FUZZ_SEED") ?? 1

    private var state: UInt64

    public init(seed: UInt64 = usualSeed) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// `FUZZ_ROUNDS`, or the usual number.
    public static func rounds(usually count: Int) -> Int {
        environment("FUZZ_ROUNDS").map { Int(clamping: $0) } ?? count
    }

    private static func environment(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
