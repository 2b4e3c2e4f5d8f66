import Market

/// Finds similar items for a viewer who comes too late: the item is reserved, sold or sold out.
struct SimilarItems {
    /// How many are shown.
    static let most = 6
    /// How many words of a title are searched for one by one.
    private static let mostWords = 3

    let storage: any ItemStorage

    /// Whether similar items are shown: the item is somebody else's and not available.
    /// - Parameter hasPosted: whether the viewer posted it as a guest, if a guest did.
    static func areShown(
        beside item: Item, to viewer: Account.ID?, hasPosted: Bool
    ) -> Bool {
        guard item.status != .selling || item.content.stock == 0 else { return false }
        guard let seller = item.seller else { return !hasPosted }
        return seller != viewer
    }

    /// The newest items on sale in the same category, without the item itself and without those of
    /// people whom the viewer has blocked. Items with the same words are left to the visitor's own
    /// search: every seventh page of a market is of something sold, and searching for each took ten
    /// times as long as the page.
    func items(
        like item: Item, for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary] {
        let filter = ItemFilter(
            category: item.content.category, status: .only(.selling),
            purpose: item.content.purpose)
        // Twice as many as needed, because some may be sold out.
        let query = ItemQuery(filter: filter, limit: 2 * Self.most, blocker: viewer)
        let others = try await storage.items(query).items.filter { other in
            other.id != item.id && other.stock > 0
        }
        return Array(others.prefix(Self.most))
    }

    /// The part of a title that finds something unsold: the whole title, or otherwise the longest of
    /// its words that does; nil if none does.
    func words(of title: String) async throws(StorageError) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace).filter { $0.count > 1 }
        let longest = words.sorted { $0.count > $1.count }.prefix(Self.mostWords)
        let texts: [String] = [title] + longest.map { String($0) }
        for text in texts {
            // A title is never meant to exclude words.
            guard let search = SearchQuery(text), search.terms.excluded.isEmpty else { continue }
            let filter = ItemFilter(status: .unsold, search: search)
            let found = try await storage.items(ItemQuery(filter: filter, limit: 1))
            if !found.items.isEmpty { return text }
        }
        return nil
    }
}
