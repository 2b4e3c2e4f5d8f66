/// Turns passwords into hashes that are safe to store. Slow on purpose, so it runs off the event loops.
///
/// Closures rather than a protocol: there is one algorithm, used at different costs.
public struct PasswordHashing: Sendable {
    /// Hashes a password; the encoded hash holds its salt and cost parameters.
    /// Throws `.busy` if too many callers are waiting already, `.failed` if there is not enough
    /// memory to hash in. Waiting callers take turns by address.
    public let hash:
        @Sendable (_ password: String, _ address: String) async throws(StorageError) -> String
    /// Whether the password matches the hash.
    public let verify:
        @Sendable (_ password: String, _ hash: String, _ address: String)
            async throws(StorageError) -> Bool

    /// Wraps an algorithm's two functions.
    public init(
        hash: @escaping @Sendable (String, String) async throws(StorageError) -> String,
        verify: @escaping @Sendable (String, String, String) async throws(StorageError) -> Bool
    ) {
        self.hash = hash
        self.verify = verify
    }
}
