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

/// The digest of a secret that is handed out (a session's token, a recovery code): all that is kept
/// of it, so that who reads the storage can sign in as nobody.
public struct SecretDigest: Hashable, Sendable {
    /// In the form that the storage keeps and compares.
    public let text: String

    /// - Parameter text: of a cryptographic digest, always in the same form.
    public init(_ text: String) {
        self.text = text
    }
}
