import CSodium

/// Signs texts that a visitor keeps for us, so that a changed one is known: keyed BLAKE2b, 256 bit.
public struct Signer: Sendable {
    private let key: [UInt8]

    /// With a random key: what it signs is good until the process ends.
    public init() {
        key = Sodium.randomBytes(32)
    }

    /// Nil unless the key has 16 to 64 bytes: a shorter one could be guessed.
    public init?(key: [UInt8]) {
        guard (16...64).contains(key.count) else { return nil }
        self.key = key
    }

    /// The text's signature in base64url: 43 characters.
    public func sign(_ text: String) -> String {
        Base64URL.encode(Digest.bytes(of: [Array(text.utf8)], size: 32, key: key))
    }

    /// Takes the same time wherever a wrong signature differs.
    public func verify(_ text: String, signature: String) -> Bool {
        let expected = Array(sign(text).utf8)
        let given = Array(signature.utf8)
        guard given.count == expected.count else { return false }
        return sodium_memcmp(expected, given, expected.count) == 0
    }
}
