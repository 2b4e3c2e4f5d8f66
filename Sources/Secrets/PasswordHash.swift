import CSodium

/// Argon2id with a configurable cost. Slow on purpose: run it off the event loops.
public struct PasswordHash: Sendable {
    /// The number of passes over the memory.
    public var passes: UInt64
    /// At least 8192; each hash and each verification uses this much memory.
    public var memoryBytes: Int

    /// The defaults follow OWASP's Password Storage Cheat Sheet: two passes over 19 MiB.
    public init(passes: UInt64 = 2, memoryBytes: Int = 19 << 20) {
        self.passes = passes
        self.memoryBytes = memoryBytes
    }

    /// The password's hash with its salt and costs, in the PHC string format; 127 bytes at most.
    /// - Throws: `.cannotHash`.
    public func hash(_ password: String) throws(SecretsError) -> String {
        guard Sodium.isReady, memoryBytes >= crypto_pwhash_memlimit_min() else {
            throw .cannotHash
        }
        let password = password.utf8.map { CChar(bitPattern: $0) }
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let status = crypto_pwhash_str(
            &text, password, UInt64(password.count), passes, memoryBytes)
        guard status == 0 else { throw .cannotHash }
        let encoded = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether this is the password that was hashed, whatever the cost of the hash.
    ///
    /// The comparison takes the same time for every wrong password. A text that is not such a hash never
    /// matches.
    public func verify(_ password: String, against hash: String) -> Bool {
        guard Sodium.isReady, hash.utf8.count < crypto_pwhash_strbytes() else { return false }
        let password = password.utf8.map { CChar(bitPattern: $0) }
        return crypto_pwhash_str_verify(hash, password, UInt64(password.count)) == 0
    }
}

/// What libsodium could not do.
public enum SecretsError: Error, Equatable, Sendable {
    /// No memory to hash a password in, or a cost outside what the algorithm supports.
    case cannotHash
}
