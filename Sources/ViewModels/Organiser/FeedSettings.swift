import Market

/// Where an account's private feed is: under a secret that only the account knows, so that
/// calendars and feed readers need no password.
public struct FeedSettings: Sendable {
    private let storage: any AccountStorage
    private let newKey: @Sendable () -> String

    /// - Parameter newKey: makes texts that nobody can guess, of letters that a path may hold.
    public init(storage: any AccountStorage, newKey: @escaping @Sendable () -> String) {
        self.storage = storage
        self.newKey = newKey
    }

    public struct Output: Equatable, Sendable {
        public let key: String
    }

    /// Makes the secret when the account has none yet.
    public func output(of account: Account.ID) async throws(StorageError) -> Output {
        if let key = try await storage.feedKey(of: account) { return Output(key: key) }
        let key = newKey()
        try await storage.setFeedKey(key, of: account)
        return Output(key: key)
    }

    /// Replaces the secret; the one before opens nothing any more.
    public func renew(of account: Account.ID) async throws(StorageError) {
        try await storage.setFeedKey(newKey(), of: account)
    }
}
