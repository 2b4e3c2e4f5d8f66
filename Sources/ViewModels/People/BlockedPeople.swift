import Market

/// Everybody whom an account has blocked, to be unblocked.
public struct BlockedPeople: Sendable {
    /// The account whose list it is.
    public typealias Input = Account.ID

    private let storage: any BlockStorage

    /// Reads from `storage`.
    public init(storage: any BlockStorage) {
        self.storage = storage
    }

    /// The list.
    public struct Output: Sendable {
        /// The blocked people, the earliest to sign up first.
        public let people: [Correspondent]
        /// Set if there is nobody.
        public let emptyText: Phrase?
    }

    /// - Throws: `StorageError` if the storage fails.
    public func output(for account: Input) async throws(StorageError) -> Output {
        let people = try await storage.blockedPeople(by: account).map { Correspondent($0) }
        return Output(people: people, emptyText: people.isEmpty ? Phrase(.nobodyBlocked) : nil)
    }
}
