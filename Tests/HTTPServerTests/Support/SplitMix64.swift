import Foundation

/// A small repeatable source of randomness (Vigna's splitmix64).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Seed and number of rounds of the fuzz loops, from `FUZZ_SEED` and `FUZZ_ROUNDS`.
enum Fuzz {
    static let seed = number("FUZZ_SEED", 1)
    static let rounds = Int(number("FUZZ_ROUNDS", 2000))

    private static func number(_ name: String, _ fallback: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? fallback
    }

    /// Changes, drops, doubles or inserts some bytes.
    static func damage(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        let spice: [UInt8] = [0, 9, 10, 13, 32, 34, 37, 44, 45, 58, 59, 61, 127, 128, 255]
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = spice.randomElement(using: &random) ?? 0
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(bytes[index], at: index)
            default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            }
        }
        return bytes
    }

    /// Cuts into pieces of random sizes.
    static func pieces(_ bytes: [UInt8], using random: inout SplitMix64) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...max(1, bytes.count / 3), using: &random))
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
