import Market

/// The searches of wanted items: each that an account posts keeps one, as long as it is open, by which
/// the account is told of what answers it.
extension Connection {
    /// Keeps one where there should be one and is none.
    /// - Parameter seen: up to where its account has looked; nil is everything by now.
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

    /// Keeps one of an item that was found, and may be wanted again by now.
    func wantAgain(_ former: Item) throws(StorageError) {
        guard former.status == .sold else { return }
        try keepSearch(of: item(former.id), seen: nil)
    }

    /// Has the search of an item that was edited look for what it says now, called and telling as before;
    /// one that its account has given up stays so. What has become an offer has none, what has become
    /// wanted one of its own.
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

    /// Those of these wanted items that are open, none of the seller's own, and none of people whom
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

    /// The offers on sale that answer a wanted item, newest first; none of the one's own who wants
    /// it, and none of people whom the viewer has blocked.
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

    // Guests are nobody: what one of them posts may be another one's.
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
