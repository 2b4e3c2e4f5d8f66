import CSodium

/// BLAKE2b (RFC 7693): names bytes by what they are.
public enum Digest {
    /// The digest of the parts, as of one input without marks between them, in base64url.
    /// - Parameter size: of the digest in bytes, brought into 16...64; 24 give 32 characters.
    public static func blake2b(_ parts: [UInt8]..., size: Int = 24) -> String {
        Base64URL.encode(bytes(of: parts, size: size))
    }

    /// - Parameter key: none, or 16 to 64 bytes.
    static func bytes(of parts: [[UInt8]], size: Int, key: [UInt8] = []) -> [UInt8] {
        _ = Sodium.isReady
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: crypto_generichash_statebytes(), alignment: 64)
        defer { memory.deallocate() }
        let state = OpaquePointer(memory)
        var digest = [UInt8](repeating: 0, count: min(max(size, 16), 64))
        crypto_generichash_init(state, key, key.count, digest.count)
        for part in parts { crypto_generichash_update(state, part, UInt64(part.count)) }
        crypto_generichash_final(state, &digest, digest.count)
        return digest
    }
}

/// Signs texts that a visitor keeps for us, so that a changed one is known: keyed BLAKE2b, 256 bit.
public struct Signer: Sendable {
    private let key: [UInt8]

    /// With a random key: what it signs is good until the process ends.
    public init() {
        key = Token.randomBytes(32)
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
