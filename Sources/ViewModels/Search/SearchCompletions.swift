import Market

/// Suggestions while somebody types a search. They are words of items on sale, so that each finds
/// something, and nobody learns what others search for.
public struct SearchCompletions: Sendable {
    /// How many are suggested at most.
    public static let most = 8

    /// What is typed so far.
    public typealias Input = String

    private let storage: any ItemStorage

    /// Reads titles from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// The suggested searches.
    public struct Output: Equatable, Sendable {
        /// The most frequent first.
        public let texts: [String]
    }

    /// Empty unless the text can be searched for, and when it excludes words.
    public func output(for typed: Input) async throws(StorageError) -> Output {
        guard let search = SearchQuery(typed), search.terms.excluded.isEmpty else {
            return Output(texts: [])
        }
        return Output(texts: try await storage.completions(of: search, limit: Self.most))
    }
}
