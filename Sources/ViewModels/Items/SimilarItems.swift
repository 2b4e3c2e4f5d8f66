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

    /// On sale, none of them the item itself, nor of people whom the viewer has blocked: first those
    /// that have all words of its title, then those of its category that have one of them, the longest
    /// first, and then the newest of its category.
    func items(
        like item: Item, for viewer: Account.ID?
    ) async throws(StorageError) -> [ItemSummary] {
        var filter = ItemFilter(
            status: .only(.selling), purpose: item.content.purpose,
            search: SearchQuery(item.content.title))
        var found: [ItemSummary] = []
        if filter.search != nil { try await add(filter, like: item, for: viewer, to: &found) }
        filter.category = item.content.category
        for search in Self.searches(in: item.content.title) where found.count < Self.most {
            filter.search = search
            try await add(filter, like: item, for: viewer, to: &found)
        }
        return found
    }

    /// Of a title, what finds something that is not sold: all of it, or else one of its words, the
    /// longest first; nil where none does.
    func words(of title: String) async throws(StorageError) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace).filter { $0.count > 1 }
        let longest = words.sorted { $0.count > $1.count }.prefix(Self.mostWords)
        let texts: [String] = [title] + longest.map { String($0) }
        for text in texts {
            guard let search = SearchQuery(text) else { continue }
            let filter = ItemFilter(status: .unsold, search: search)
            let found = try await storage.items(ItemQuery(filter: filter, limit: 1))
            if !found.items.isEmpty { return text }
        }
        return nil
    }

    private func add(
        _ filter: ItemFilter, like item: Item, for viewer: Account.ID?,
        to found: inout [ItemSummary]
    ) async throws(StorageError) {
        // Among them may be all that were found before, and the item.
        let query = ItemQuery(filter: filter, limit: 2 * Self.most, blocker: viewer)
        for other in try await storage.items(query).items
        where found.count < Self.most && other.id != item.id && other.stock > 0 {
            if !found.contains(where: { $0.id == other.id }) { found.append(other) }
        }
    }

    /// For the longest words of a title, and last for nothing.
    private static func searches(in title: String) -> [SearchQuery?] {
        let words = SearchText(title).words.filter { $0.scalars.count > 1 }
        let longest = words.sorted { $0.scalars.count > $1.scalars.count }.prefix(mostWords)
        var searches: [SearchQuery?] = longest.map { SearchQuery(words: [$0]) }
        searches.append(nil)
        return searches
    }
}
