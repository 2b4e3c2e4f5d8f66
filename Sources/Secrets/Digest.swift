import CSodium

/// BLAKE2b (RFC 7693), used to name bytes by their content.
public enum Digest {
    /// The digest of the concatenated parts, in base64url.
    /// - Parameter size: the digest's size in bytes, clamped to 16...64; 24 bytes give 32 characters.
    public static func blake2b(_ parts: [UInt8]..., size: Int = 24) -> String {
        Base64URL.encode(bytes(of: parts, size: size))
    }

    /// - Parameter key: empty, or 16 to 64 bytes.
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

/// Signs texts that the visitor's browser keeps for us, to detect changes: keyed BLAKE2b, 256 bits.
public struct Signer: Sendable {
    private let key: [UInt8]

    /// Uses a random key: signatures are valid until the process ends.
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

    /// Compares in constant time, wherever a wrong signature differs.
    public func verify(_ text: String, signature: String) -> Bool {
        let expected = Array(sign(text).utf8)
        let given = Array(signature.utf8)
        guard given.count == expected.count else { return false }
        return sodium_memcmp(expected, given, expected.count) == 0
    }
}
