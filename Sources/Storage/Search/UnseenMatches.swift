import Market

/// How many matches of a search its account has not seen.
struct UnseenCount {
    /// All of them.
    var all = 0
    /// Those that no other search of the account tells of before.
    var told = 0
}

/// What the searches of one account have that it has not seen.
///
/// An item that answers several of its searches is new in each of them, until it is seen with one. It is
/// told by the one that it matched first, or of these the one that was kept first, and by none that is quiet.
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

    /// Of all searches that tell each item once, `Limits.countedMatches` at most.
    func count() throws(StorageError) -> Int {
        var count = 0
        for search in searches where !search.isQuiet && count < Limits.countedMatches {
            count += try self.count(of: search).told
        }
        return min(count, Limits.countedMatches)
    }

    /// Of one search, `Limits.countedMatches` at most of each.
    func count(of search: KeptSearch) throws(StorageError) -> UnseenCount {
        var count = UnseenCount()
        let edited: [EditedItem] = try connection.all(
            EditedItem.select, search.filterID, search.seen, search.account, search.account,
            Self.mostLookedAt)
        for edited in edited where try connection.shows(edited.item.position, search, columns) {
            let edits: [Edit] = try connection.all(Edit.select, edited.item.id)
            count.add(try others(having: edited.item, edits, than: search, edited.number))
        }
        let hits = try ItemHits(search.filter, .newest, columns, connection, newItems: newItems)
        var position = Item.Position(rawValue: search.seen.item.rawValue)
        var looked = 0
        func counted() -> Int { search.isQuiet ? count.all : count.told }
        while counted() < Limits.countedMatches, looked < Self.mostLookedAt {
            let found = try hits.positions(.inFront, of: position, limit: Limits.countedMatches)
            guard let last = found.last else { break }
            for position in found {
                if let others = try self.others(having: position, than: search) {
                    count.add(others)
                }
            }
            (position, looked) = (last, looked + found.count)
        }
        return UnseenCount(
            all: min(count.all, Limits.countedMatches),
            told: min(count.told, Limits.countedMatches))
    }

    /// What other searches have of an item that a list has. Nil for what was not posted since by somebody
    /// else who is not blocked, and for what was told by an edit.
    private func others(
        having position: Item.Position, than search: KeptSearch
    ) throws(StorageError) -> OtherSearches? {
        let item: ToldItem? = try connection.first(ToldItem.select, position, search.account)
        guard let item, item.seller != search.account, item.posting > search.seen else {
            return nil
        }
        let edits: [Edit] = try connection.all(Edit.select, item.id)
        guard !edits.contains(where: { $0.filterID == search.filterID }) else { return nil }
        return try others(having: item, edits, than: search, item.posting)
    }

    // MARK: - Other searches

    /// What other searches of the account have of an item that one was told of by a number.
    private func others(
        having item: ToldItem, _ edits: [Edit], than search: KeptSearch,
        _ number: SavedSearch.Match.ID
    ) throws(StorageError) -> OtherSearches {
        // Of what a quiet search has only others may tell.
        var others = search.isQuiet ? OtherSearches.tell : .tellNothing
        var texts: ItemTexts?
        for (other, condition) in zip(searches, conditions) where other.id != search.id {
            let edit = edits.first { $0.filterID == other.filterID }
            let otherNumber = edit?.number ?? item.posting
            let isSeen = other.hasShown(otherNumber)
            let isFirst = !other.isQuiet && (otherNumber, other.id) < (number, search.id)
            guard otherNumber > other.first, isSeen || isFirst && others == .tellNothing else {
                continue
            }
            if edit != nil {
                guard try connection.shows(item.position, other, columns) else { continue }
            } else {
                guard let row = columns[item.position], condition.holds(of: row) else { continue }
                if let query = other.filter.search {
                    if texts == nil { texts = try connection.texts(at: item.position) }
                    guard texts.flatMap(query.match) != nil else { continue }
                }
            }
            if isSeen { return .haveShown }
            others = .tell
        }
        return others
    }
}

extension KeptSearch {
    /// Whether its account has seen with it what it was told of by a number. That of a wanted item also has
    /// what was there before, and looks for something else once that is edited: nobody knows what was seen
    /// with it.
    fileprivate func hasShown(_ number: SavedSearch.Match.ID) -> Bool {
        post == nil && number > first && number <= seen
    }
}

/// What other searches of an account have of an item that one has.
private enum OtherSearches {
    /// It was seen with one of them.
    case haveShown
    /// One of them tells of it.
    case tell
    case tellNothing
}

extension UnseenCount {
    fileprivate mutating func add(_ others: OtherSearches) {
        if others != .haveShown { all += 1 }
        if others == .tellNothing { told += 1 }
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
