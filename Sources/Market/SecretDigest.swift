/// The digest of a secret that is handed out (a session's token, a recovery code): all that is kept
/// of it, so that who reads the storage can sign in as nobody.
public struct SecretDigest: Hashable, Sendable {
    public let text: String

    /// - Parameter text: of a cryptographic digest, always in the same form.
    public init(_ text: String) {
        self.text = text
    }
}
