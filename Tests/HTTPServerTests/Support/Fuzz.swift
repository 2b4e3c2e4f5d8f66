// The coverage fuzzers compile all files into one module, without `Fixtures`.
#if canImport(Fixtures)
    import Fixtures

    typealias SplitMix64 = Fixtures.SplitMix64
#endif

/// The seed and the length of the fuzz loops, and how they damage valid input.
enum Fuzz {
    static let seed = SplitMix64.usualSeed
    static let rounds = SplitMix64.rounds(usually: 2000)

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
