import Market

/// What the searches of one account have that it has not seen.
///
/// An item that answers several of its searches is told by the one that it matched first, or of
/// these the one that was kept first, and counts there alone.
struct UnseenMatches {
    /// Items that are looked at for a number at most: those told by another search do not count.
    private static let mostLookedAt = 1_000

    /// Kept first first.
    let searches: [KeptSearch]
    private let conditions: [ItemColumns.Condition]
    private let columns: ItemColumns
    private let connection: Connection
    private let newItems: NewItems

    init(
        _ searches: [KeptSearch], _ columns: ItemColumns, _ connection: Connection
    ) throws(StorageError) {
        self.searches = searches
        conditions = try searches.map { search throws(StorageError) in
            try connection.condition(of: search.filter)
        }
        self.columns = columns
        self.connection = connection
        newItems = try NewItems(connection)
    }

    /// Of all searches, `Limits.countedMatches` at most.
    func count() throws(StorageError) -> Int {
        var count = 0
        for search in searches where count < Limits.countedMatches {
            count += try self.count(of: search)
        }
        return min(count, Limits.countedMatches)
    }

    /// Of one search, `Limits.countedMatches` at most.
    func count(of search: KeptSearch) throws(StorageError) -> Int {
        var count = 0
        let edited: [EditedItem] = try connection.all(
            EditedItem.select, search.filterID, search.seen, search.account, search.account,
            Self.mostLookedAt)
        for edited in edited where try connection.shows(edited.item.position, search, columns) {
            let edits: [Edit] = try connection.all(Edit.select, edited.item.id)
            if try !isTold(edited.item, edits, before: search, edited.number) { count += 1 }
        }
        let hits = try ItemHits(search.filter, .newest, columns, connection, newItems: newItems)
        var position = Item.Position(rawValue: search.seen.item.rawValue)
        var looked = 0
        while count < Limits.countedMatches, looked < Self.mostLookedAt {
            let found = try hits.positions(.inFront, of: position, limit: Limits.countedMatches)
            guard let last = found.last else { break }
            for position in found where try isUnseen(position, by: search) { count += 1 }
            (position, looked) = (last, looked + found.count)
        }
        return min(count, Limits.countedMatches)
    }

    /// Of what its list has, whether it was posted since by somebody else who is not blocked, and
    /// told by no edit and no other search.
    private func isUnseen(
        _ position: Item.Position, by search: KeptSearch
    ) throws(StorageError) -> Bool {
        let item: ToldItem? = try connection.first(ToldItem.select, position, search.account)
        guard let item, item.seller != search.account, item.posting > search.seen else {
            return false
        }
        let edits: [Edit] = try connection.all(Edit.select, item.id)
        guard !edits.contains(where: { $0.filterID == search.filterID }) else { return false }
        return try !isTold(item, edits, before: search, item.posting)
    }

    // MARK: - Told by another

    /// Whether another search was told of an item before this one was by a number.
    private func isTold(
        _ item: ToldItem, _ edits: [Edit], before search: KeptSearch,
        _ number: SavedSearch.Match.ID
    ) throws(StorageError) -> Bool {
        var texts: ItemTexts?
        for (other, condition) in zip(searches, conditions) where other.id != search.id {
            if let edit = edits.first(where: { $0.filterID == other.filterID }) {
                if other.tells(edit.number, before: search, number),
                    try connection.shows(item.position, other, columns)
                {
                    return true
                }
                continue
            }
            guard other.tells(item.posting, before: search, number),
                let row = columns[item.position], condition.holds(of: row)
            else { continue }
            guard let query = other.filter.search else { return true }
            if texts == nil { texts = try connection.texts(at: item.position) }
            if texts.flatMap(query.match) != nil { return true }
        }
        return false
    }
}

extension KeptSearch {
    /// Whether it is told of a number at all, and before another search is of another one.
    fileprivate func tells(
        _ number: SavedSearch.Match.ID, before other: KeptSearch,
        _ otherNumber: SavedSearch.Match.ID
    ) -> Bool {
        number > first && (number, id) < (otherNumber, other.id)
    }
}

/// An item as far as it is looked at to be counted.
private struct ToldItem: Record {
    let id: Item.ID
    let position: Item.Position
    let seller: Account.ID?

    var posting: SavedSearch.Match.ID { SavedSearch.Match.ID(posting: id) }

    static let columns: SQL = "item.id, item.position, seller"
    /// Nothing of people whom an account has blocked.
    static let select: SQL =
        "SELECT \(columns) FROM item WHERE position = ? AND \(Connection.isOfNobodyBlocked)"

    init(_ row: inout Statement) throws(StorageError) {
        (id, position, seller) = (try row.next(), try row.next(), try row.next())
    }
}

/// One that a search was told of by an edit, of nobody whom its account has blocked.
private struct EditedItem: RowValue {
    let item: ToldItem
    let number: SavedSearch.Match.ID

    static let select: SQL = """
        SELECT \(ToldItem.columns), number FROM edited_match
        CROSS JOIN item ON item.id = edited_match.item
        WHERE wanted = ? AND number > ? AND seller IS NOT ? AND item.position > 0
            AND \(Connection.isOfNobodyBlocked)
        ORDER BY number DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        (item, number) = (try ToldItem(&row), try row.next())
    }
}

/// What edits of an item have told to whom.
private struct Edit: RowValue {
    let filterID: SavedFilter.ID
    let number: SavedSearch.Match.ID

    static let select: SQL = "SELECT wanted, number FROM edited_match WHERE item = ?"

    init(_ row: inout Statement) throws(StorageError) {
        (filterID, number) = (try row.next(), try row.next())
    }
}
