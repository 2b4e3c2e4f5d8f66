import Market

/// What somebody may be about to look for, told while they type: words of what is on sale, so that
/// each of them finds something, and nobody learns what others looked for.
public struct SearchCompletions: Sendable {
    /// The most that are told.
    public static let most = 8

    /// As typed so far.
    public typealias Input = String

    private let storage: any ItemStorage

    /// Reads titles from `storage`.
    public init(storage: any ItemStorage) {
        self.storage = storage
    }

    /// Searches to choose from.
    public struct Output: Equatable, Sendable {
        /// The most frequent first.
        public let texts: [String]
    }

    /// Nothing while nothing is typed that could be looked for, nor behind what is left out.
    public func output(for typed: Input) async throws(StorageError) -> Output {
        guard let search = SearchQuery(typed), search.terms.excluded.isEmpty else {
            return Output(texts: [])
        }
        return Output(texts: try await storage.completions(of: search, limit: Self.most))
    }
}
