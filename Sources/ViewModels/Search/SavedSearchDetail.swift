import Market

/// The matches of one saved search, a page at a time.
public struct SavedSearchDetail: Sendable {
    /// Which search.
    public typealias Input = SavedSearch.ID

    /// How many items a page shows at most.
    public static let pageSize = 20

    private let storage: any SavedSearchStorage

    /// Reads from and writes to `storage`.
    public init(storage: any SavedSearchStorage) {
        self.storage = storage
    }

    /// One page.
    public struct Output: Sendable {
        /// The search.
        public let search: SavedSearchList.Entry
        /// Its filter, for a list of everything that matches now.
        public let filter: ItemFilter
        /// The latest match first.
        public let page: ListPage<ItemList.Entry, SavedSearch.Match.ID>
    }

    /// A page of matches, with the items' ages at `now`. Showing the first page marks the matches as seen, if
    /// somebody sees it.
    /// - Parameters:
    ///   - key: the match that the page comes after; nil for the first page.
    ///   - isSeen: false when a browser prefetches the page, or asks for its header fields only.
    /// - Throws: `.notFound` when the account has no such search.
    public func output(
        for id: Input, of account: Account.ID, before key: SavedSearch.Match.ID? = nil,
        isSeen: Bool = true, at now: Timestamp
    ) async throws(StorageError) -> Output {
        let search = try await storage.savedSearch(id, of: account)
        let page = try await KeyedPage(size: Self.pageSize) { limit throws(StorageError) in
            try await storage.matches(of: id, of: account, before: key, limit: limit)
        }
        // Even if another search has already marked them as seen, since that one may be deleted.
        if isSeen, key == nil, let last = page.elements.first {
            // The page can be read all the same while nothing can be written.
            try? await storage.setSeen(upTo: last.id, of: id, of: account)
        }
        return Output(
            search: SavedSearchList.Entry(search), filter: search.filter,
            page: ListPage(page, after: key, by: \.id, whenEmpty: Phrase(.noMatches)) {
                ItemList.Entry($0.item, at: now)
            })
    }

    /// Puts the search into the trash.
    /// - Returns: the deletion, by which it can be restored.
    /// - Throws: `.notFound` when the account has no such search.
    public func submit(
        _ id: Input, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion {
        try await storage.deleteSavedSearch(id, of: account, at: now)
    }
}
