import Foundation

/// Random numbers that are the same for the same seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Begins with `FUZZ_SEED`, or 1.
    init() {
        state = Self.environment("FUZZ_SEED") ?? 1
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// `FUZZ_ROUNDS`, or what is usual.
    static func rounds(usually count: Int) -> Int {
        environment("FUZZ_ROUNDS").map { Int(clamping: $0) } ?? count
    }

    private static func environment(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
