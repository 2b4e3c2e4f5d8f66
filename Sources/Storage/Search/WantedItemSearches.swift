import Market

/// The searches of wanted items: each wanted item of an account has a saved search as long as it is
/// open, which tells the account of offers that answer it.
extension Connection {
    /// Adds the search of a wanted item if it should have one and has none.
    /// - Parameter seen: the last match that its account has seen; nil for everything so far.
    func keepSearch(
        of item: Item, seen: SavedSearch.Match.ID?
    ) throws(StorageError) {
        guard let filter = item.content.soughtItems, let seller = item.seller,
            item.status != .sold
        else { return }
        let others = try count(
            """
            SELECT count(*) FROM saved_search
            WHERE account = ? AND post IS NOT NULL AND deletion IS NULL
            """,
            seller)
        guard others < Limits.wantedItemSearches else { return }
        try run(
            """
            INSERT OR IGNORE INTO saved_search (account, wanted, date_created, first, seen, post)
            SELECT ?, ?, ?, 0, coalesce(?, max(number, \(Self.lastPosting))), ? FROM news
            WHERE id = 1
            """,
            seller, try savedFilter(for: filter), item.datePosted, seen, item.id)
    }

    /// Adds the search again if an item that was sold is wanted again.
    func wantAgain(_ former: Item) throws(StorageError) {
        guard former.status == .sold else { return }
        try keepSearch(of: item(former.id), seen: nil)
    }

    /// Makes the search of an edited item look for what the item says now; its name and whether it
    /// is quiet stay. A search that the account has deleted stays deleted. If the item has become
    /// an offer, its search is deleted; if it has become a wanted item, it gets one.
    func renewSearch(of former: Item, for purpose: Item.Purpose) throws(StorageError) {
        guard purpose == former.content.purpose else {
            try run("DELETE FROM saved_search WHERE post = ?", former.id)
            return try keepSearch(of: self.item(former.id), seen: 0)
        }
        guard former.content.purpose == .request,
            let id: SavedSearch.ID = try first(
                "SELECT id FROM saved_search WHERE post = ? AND deletion IS NULL", former.id)
        else { return }
        let content = try item(former.id).content
        guard content.soughtItems != former.content.soughtItems else { return }
        guard let sought = content.soughtItems else {
            try run("DELETE FROM saved_search WHERE id = ?", id)
            return
        }
        try run(
            "UPDATE saved_search SET wanted = ? WHERE id = ?", try savedFilter(for: sought), id)
    }

    /// Those of these wanted items that are open, without the seller's own and those of people whom
    /// the viewer has blocked.
    func wantedItems(
        _ ids: [Item.ID], answeredBy seller: Account.ID?, for viewer: Account.ID?, limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        var found: [ItemSummary] = []
        for id in ids where found.count < limit {
            if let wanted: ItemSummary = try first(Self.selectWanted, id, seller, viewer) {
                found.append(wanted)
            }
        }
        return found
    }

    /// Offers on sale that answer a wanted item, newest first, without those of the account that
    /// wants it and of people whom the viewer has blocked.
    func offers(
        answering filter: ItemFilter, of account: Account.ID?, for viewer: Account.ID?,
        _ columns: ItemColumns, limit: Int
    ) throws(StorageError) -> [ItemSummary] {
        var found: [ItemSummary] = []
        let hits = try ItemHits(filter, .newest, columns, self)
        var end = Item.Position.max
        while found.count < limit {
            let positions = try hits.positions(.behind, of: end, limit: limit)
            for position in positions where found.count < limit {
                let offer: ItemSummary? = try first(Self.selectOffer, position, account, viewer)
                if let offer { found.append(offer) }
            }
            guard positions.count == limit, let last = positions.last else { break }
            end = last
        }
        return found
    }

    // A guest is nobody in particular: two guests' posts may be of two people.
    private static let selectWanted: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE id = ? AND purpose = 1 AND status <> 2 AND position > 0
            AND (seller IS NULL OR seller IS NOT ?) AND \(isOfNobodyBlocked)
        """
    private static let selectOffer: SQL = """
        SELECT \(ItemSummary.columns) FROM item
        WHERE position = ? AND (seller IS NULL OR seller IS NOT ?) AND \(isOfNobodyBlocked)
        """
}
