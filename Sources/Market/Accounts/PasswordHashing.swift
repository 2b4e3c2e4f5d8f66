/// Turns passwords into something safe to keep. Slow on purpose, so it runs off the event loops.
///
/// Closures rather than a protocol: one algorithm serves, at different costs.
public struct PasswordHashing: Sendable {
    /// The encoded hash, with its salt and costs.
    public let hash: @Sendable (String) async throws(PasswordHashingError) -> String
    /// Whether the password is the one that was hashed.
    public let verify:
        @Sendable (_ password: String, _ hash: String) async throws(PasswordHashingError) -> Bool

    /// An algorithm, by what it does.
    public init(
        hash: @escaping @Sendable (String) async throws(PasswordHashingError) -> String,
        verify: @escaping @Sendable (String, String) async throws(PasswordHashingError) -> Bool
    ) {
        self.hash = hash
        self.verify = verify
    }
}

/// Why a password could be neither hashed nor checked.
public enum PasswordHashingError: Error, Equatable, Sendable {
    /// Too many wait already; asking again later may work.
    case busy
    /// There is no memory left to hash in.
    case failed
}
