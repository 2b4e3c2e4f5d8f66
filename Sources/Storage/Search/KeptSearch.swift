import Market

/// A search as an account keeps it.
struct KeptSearch: Record {
    let id: SavedSearch.ID
    let account: Account.ID
    let filterID: SavedFilter.ID
    /// What matched up to here is not its account's to see.
    let first: SavedSearch.Match.ID
    /// Up to here it has looked.
    let seen: SavedSearch.Match.ID
    let dateCreated: Timestamp
    /// The wanted item that it belongs to; nil for one that somebody keeps by itself.
    let post: Item.ID?
    /// Empty for none.
    let name: String
    let isQuiet: Bool
    /// What is sold is left out, as its list does.
    let filter: ItemFilter

    /// What is forgotten is neither to be seen.
    static let columns: SQL = """
        search.id, account, wanted, max(first, \(forgotten)), max(seen, \(forgotten)),
            date_created, post, name, is_quiet, \(ItemFilter.columns)
        """
    private static let forgotten: SQL = "(SELECT forgotten FROM news WHERE news.id = 1)"
    static let table: SQL =
        "saved_search AS search CROSS JOIN wanted ON wanted.id = search.wanted"

    /// Those of an account, kept first first.
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

/// The number of a match: that of its item with room behind it for the edits that come before the
/// next post.
extension Identifier where Noun == SavedSearch.Match {
    static let shift: SQL = "24"

    init(posting item: Item.ID) {
        self.init(rawValue: item.rawValue << 24)
    }

    /// What was posted before it has a smaller number, or this one.
    var item: Item.ID { Item.ID(rawValue: rawValue >> 24) }
}
