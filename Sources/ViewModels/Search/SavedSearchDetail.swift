import Market

/// What has matched one kept search, a page at a time.
public struct SavedSearchDetail: Sendable {
    /// Which search.
    public typealias Input = SavedSearch.ID

    /// The most items of a page.
    public static let pageSize = 20

    private let storage: any SavedSearchStorage

    /// Reads from and writes to `storage`.
    public init(storage: any SavedSearchStorage) {
        self.storage = storage
    }

    /// One page.
    public struct Output: Sendable {
        /// What is looked for.
        public let search: SavedSearchList.Entry
        /// The same for a list of all that is there.
        public let filter: ItemFilter
        /// What matched last first.
        public let page: ListPage<ItemList.Entry, SavedSearch.Match.ID>
    }

    /// One page, its ages as they read at `now`. What the first page shows counts as seen from then
    /// on.
    /// - Parameter key: where the page goes on from; nil begins with the last match.
    /// - Throws: `.notFound` when the account has no such search.
    public func output(
        for id: Input, of account: Account.ID, before key: SavedSearch.Match.ID? = nil,
        at now: Timestamp
    ) async throws(StorageError) -> Output {
        let search = try await storage.savedSearch(id, of: account)
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.matches(of: id, of: account, before: key, limit: limit)
        }
        // Also what was seen with another search, which may be given up.
        if key == nil, let last = page.elements.first {
            try await storage.setSeen(upTo: last.id, of: id, of: account)
        }
        return Output(
            search: SavedSearchList.Entry(search), filter: search.filter,
            page: ListPage(page, after: key, by: \.id, whenEmpty: Phrase(.noMatches)) {
                ItemList.Entry($0.item, at: now)
            })
    }

    /// Puts the search into the trash.
    /// - Returns: what brings it back.
    /// - Throws: `.notFound` when the account has no such search.
    public func submit(
        _ id: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await storage.deleteSavedSearch(id, of: account, at: now)
    }
}
