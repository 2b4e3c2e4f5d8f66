import Market

/// A saved search as it is stored.
struct SavedSearchRow: Record {
    let id: SavedSearch.ID
    let account: Account.ID
    let filterID: SavedFilter.ID
    /// Matches up to this number are not shown to the account.
    let first: SavedSearch.Match.ID
    /// The last match that the account has seen.
    let seen: SavedSearch.Match.ID
    let dateCreated: Timestamp
    /// The wanted item to which the search belongs; nil for one that somebody saved by itself.
    let post: Item.ID?
    /// Empty if it has no name.
    let name: String
    let isQuiet: Bool
    /// Leaves out sold items, as the list of the search does.
    let filter: ItemFilter

    /// Matches that are forgotten are not shown either.
    static let columns: SQL = """
        search.id, account, wanted, max(first, \(forgotten)), max(seen, \(forgotten)),
            date_created, post, name, is_quiet, \(ItemFilter.columns)
        """
    private static let forgotten: SQL = "(SELECT forgotten FROM news WHERE news.id = 1)"
    static let table: SQL =
        "saved_search AS search CROSS JOIN wanted ON wanted.id = search.wanted"

    /// The saved searches of an account, oldest first.
    static let selectAll: SQL = """
        SELECT \(columns) FROM \(table) WHERE account = ? AND deletion IS NULL ORDER BY search.id
        """

    init(_ row: inout Statement) throws(StorageError) {
        (id, account) = (try row.next(), try row.next())
        (filterID, first, seen) = (try row.next(), try row.next(), try row.next())
        (dateCreated, post) = (try row.next(), try row.next())
        (name, isQuiet) = (try row.next(), try row.next())
        var filter = try ItemFilter(&row)
        filter.status = .unsold
        self.filter = filter
    }
}

/// The number of a match: its item's number, shifted to leave room for the edits that happen before
/// the next post.
extension Identifier where Noun == SavedSearch.Match {
    static let shift: SQL = "24"

    init(posting item: Item.ID) {
        self.init(rawValue: item.rawValue << 24)
    }

    /// Items posted before the match have smaller numbers than this one, or this number.
    var item: Item.ID { Item.ID(rawValue: rawValue >> 24) }
}
