/// What libsodium could not do.
public enum SecretsError: Error, Equatable, Sendable {
    /// No memory to hash a password in, or costs outside what the algorithm takes.
    case cannotHash
}
