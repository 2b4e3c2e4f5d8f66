import Market

/// Lets somebody who forgot the password in, once.
struct RecoveryCode: Equatable, Sendable {
    /// How many an account gets at a time.
    static let count = 10
    /// 16 letters of five bits: past guessing, even for who holds its digest.
    static let randomBytes = 10
    private static let length = 16

    /// Crockford's base 32: no letter that is taken for another.
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Without the hyphens that it is shown with.
    let letters: [UInt8]

    /// - Parameter bytes: random ones, as many as `randomBytes`.
    init(_ bytes: [UInt8]) {
        var letters: [UInt8] = []
        var (bits, bitCount): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 5 {
                bitCount -= 5
                letters.append(Self.letters[Int(bits >> bitCount & 31)])
            }
        }
        self.letters = letters
    }

    /// Nil for what can be none. Takes it in any case, with or without hyphens and blanks, and an O
    /// for a zero.
    init?(typed text: String) {
        guard text.utf8.count <= 200 else { return nil }
        var letters: [UInt8] = []
        for character in text.uppercased() where character != "-" && !character.isWhitespace {
            let letter: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard let byte = letter.asciiValue, Self.letters.contains(byte) else { return nil }
            letters.append(byte)
        }
        guard letters.count == Self.length else { return nil }
        self.letters = letters
    }

    /// In groups of four: `7K2M-QX4D-09ZN-5TRB`.
    var text: String {
        let groups = stride(from: 0, to: letters.count, by: 4).map { start in
            String(decoding: letters[start..<min(start + 4, letters.count)], as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }
}

/// Makes secrets to hand out and the digests that are kept of them. Closures, as for passwords.
public struct SecretMaking: Sendable {
    /// So many random bytes of the kind that nobody can guess.
    let random: @Sendable (_ count: Int) -> [UInt8]
    let digest: @Sendable (_ secret: [UInt8]) -> SecretDigest

    public init(
        random: @escaping @Sendable (Int) -> [UInt8],
        digest: @escaping @Sendable ([UInt8]) -> SecretDigest
    ) {
        self.random = random
        self.digest = digest
    }

    func recoveryCodes() -> [RecoveryCode] {
        (0..<RecoveryCode.count).map { _ in RecoveryCode(random(RecoveryCode.randomBytes)) }
    }

    func digest(_ code: RecoveryCode) -> SecretDigest {
        digest(code.letters)
    }
}
