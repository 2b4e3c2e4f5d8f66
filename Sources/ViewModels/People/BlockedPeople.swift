import Market

/// Everybody whom an account has blocked, to take that back.
public struct BlockedPeople: Sendable {
    /// Whose list.
    public typealias Input = Account.ID

    private let storage: any BlockStorage

    /// Reads from `storage`.
    public init(storage: any BlockStorage) {
        self.storage = storage
    }

    /// The list.
    public struct Output: Sendable {
        /// Whoever signed up first comes first.
        public let people: [Correspondent]
        /// Set when there is nobody.
        public let emptyText: Phrase?
    }

    /// - Throws: `StorageError` of a storage that failed.
    public func output(for account: Input) async throws(StorageError) -> Output {
        let people = try await storage.blockedPeople(by: account).map { account in
            Correspondent(
                .member(
                    id: account.id, nickname: account.profile.nickname.text,
                    picture: account.profile.picture))
        }
        return Output(people: people, emptyText: people.isEmpty ? Phrase(.nobodyBlocked) : nil)
    }
}
