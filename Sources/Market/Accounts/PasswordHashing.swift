/// Turns passwords into something safe to keep. Slow on purpose, so it runs off the event loops.
///
/// Closures rather than a protocol: one algorithm serves, at different costs.
public struct PasswordHashing: Sendable {
    /// The encoded hash, with its salt and costs.
    /// Throws `.busy` when too many wait already, `.failed` without memory to hash in. Those who wait
    /// have turns by their addresses.
    public let hash:
        @Sendable (_ password: String, _ address: String) async throws(StorageError) -> String
    /// Whether the password is the one that was hashed.
    public let verify:
        @Sendable (_ password: String, _ hash: String, _ address: String)
            async throws(StorageError) -> Bool

    /// An algorithm, by what it does.
    public init(
        hash: @escaping @Sendable (String, String) async throws(StorageError) -> String,
        verify: @escaping @Sendable (String, String, String) async throws(StorageError) -> Bool
    ) {
        self.hash = hash
        self.verify = verify
    }
}
