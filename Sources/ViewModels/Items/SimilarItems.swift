import Market

/// What else there is for who comes too late: items like one that is reserved, sold or sold out.
struct SimilarItems {
    /// How many are shown.
    static let most = 6
    /// Words of the title that are looked for each by itself.
    private static let mostWords = 3

    let storage: any ItemStorage

    /// Whether an item is somebody else's than the viewer's, and not to be had: only then are others
    /// looked for.
    /// - Parameter hasPosted: whether they have posted it as a guest, if it is one's.
    static func areShown(
        beside item: Item, to viewer: Account.ID?, hasPosted: Bool
    ) -> Bool {
        guard item.status != .selling || item.content.stock == 0 else { return false }
        guard let seller = item.seller else { return !hasPosted }
        return seller != viewer
    }

    /// The newest of its category that are on sale, none of them the item itself, nor of people whom the
    /// viewer has blocked. What has its words is a search away: every seventh page of a market is of
    /// something sold, and to search for each took ten times as long as the page.
    func items(
        like item: Item, for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary] {
        let filter = ItemFilter(
            category: item.content.category, status: .only(.selling),
            purpose: item.content.purpose)
        // Some of them may be sold out.
        let query = ItemQuery(filter: filter, limit: 2 * Self.most, blocker: viewer)
        let others = try await storage.items(query).items.filter { other in
            other.id != item.id && other.stock > 0
        }
        return Array(others.prefix(Self.most))
    }

    /// Of a title, what finds something that is not sold: all of it, or else one of its words, the
    /// longest first; nil where none does.
    func words(of title: String) async throws(StorageError) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace).filter { $0.count > 1 }
        let longest = words.sorted { $0.count > $1.count }.prefix(Self.mostWords)
        let texts: [String] = [title] + longest.map { String($0) }
        for text in texts {
            // No title means to leave anything out.
            guard let search = SearchQuery(text), search.terms.excluded.isEmpty else { continue }
            let filter = ItemFilter(status: .unsold, search: search)
            let found = try await storage.items(ItemQuery(filter: filter, limit: 1))
            if !found.items.isEmpty { return text }
        }
        return nil
    }
}
