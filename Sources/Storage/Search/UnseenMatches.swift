import Market

/// The number of matches of a search that its account has not seen.
struct UnseenCount {
    /// All unseen matches.
    var all = 0
    /// Those that no other search of the account has announced before.
    var told = 0
}

/// Counts what the searches of one account have found that it has not seen.
///
/// An item that answers several of the searches is new in each, until it is seen in one. It is
/// announced by the search that it matched first, or if there are several, by the oldest; quiet
/// searches announce nothing.
struct UnseenMatches {
    /// The most items that are checked for one count: those announced by another search do not add
    /// to it.
    private static let mostLookedAt = 1_000

    /// Oldest first.
    let searches: [SavedSearchRow]
    private let conditions: [ItemColumns.Condition]
    private let columns: ItemColumns
    private let connection: Connection
    private let newItems: NewItems

    init(
        _ searches: [SavedSearchRow], _ columns: ItemColumns, _ connection: Connection
    ) throws(StorageError) {
        self.searches = searches
        conditions = try searches.map { search throws(StorageError) in
            try connection.condition(of: search.filter)
        }
        self.columns = columns
        self.connection = connection
        newItems = try NewItems(connection)
    }

    /// The matches of all searches, each item once; at most `Limits.countedMatches`.
    func count() throws(StorageError) -> Int {
        var count = 0
        for search in searches where !search.isQuiet && count < Limits.countedMatches {
            count += try self.count(of: search).told
        }
        return min(count, Limits.countedMatches)
    }

    /// How many of these items are among the matches of all searches.
    func count(among positions: [Item.Position]) throws(StorageError) -> Int {
        var count = 0
        for position in positions where try isCounted(position) { count += 1 }
        return count
    }

    /// Whether one of the searches announces an item that the account has not seen. Its texts are read once,
    /// however many searches there are, and not at all if the other conditions of each exclude it.
    private func isCounted(_ position: Item.Position) throws(StorageError) -> Bool {
        guard let row = columns[position] else { return false }
        let candidates = zip(searches, conditions)
            .filter { !$0.isQuiet && $1.holds(of: row) }
            .map { search, _ in search }
        guard let account = candidates.first?.account else { return false }
        let item: ToldItem? = try connection.first(ToldItem.select, position, account)
        guard let item, item.seller != account else { return false }
        let edits: [Edit] = try connection.all(Edit.select, item.id)
        var texts: ItemTexts?
        for search in candidates {
            let number = edits.first { $0.filterID == search.filterID }?.number ?? item.posting
            guard number > search.seen else { continue }
            if let query = search.filter.search {
                if texts == nil { texts = try connection.texts(at: position) }
                guard texts.flatMap(query.match) != nil else { continue }
            }
            if try others(having: item, edits, than: search, number) == .tellNothing {
                return true
            }
        }
        return false
    }

    /// The matches of one search, at most `Limits.countedMatches` of either kind.
    func count(of search: SavedSearchRow) throws(StorageError) -> UnseenCount {
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

    /// What the account's other searches have done with an item of a list. Returns nil if it was
    /// not posted since, is the account's own or of a blocked person, or was announced by an edit.
    private func others(
        having position: Item.Position, than search: SavedSearchRow
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

    /// What the account's other searches have done with an item that one search has at this number.
    private func others(
        having item: ToldItem, _ edits: [Edit], than search: SavedSearchRow,
        _ number: SavedSearch.Match.ID
    ) throws(StorageError) -> OtherSearches {
        // What a quiet search finds can only be announced by others.
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

extension SavedSearchRow {
    /// Whether the account has seen a match of this number in this search. The search of a wanted
    /// item also has older items, and looks for something else after an edit, so that it never
    /// counts as seen.
    fileprivate func hasShown(_ number: SavedSearch.Match.ID) -> Bool {
        post == nil && number > first && number <= seen
    }
}

/// What other searches of an account have done with an item that one search has.
private enum OtherSearches {
    /// The item was seen in one of them.
    case haveShown
    /// One of them announces it.
    case tell
    case tellNothing
}

extension UnseenCount {
    fileprivate mutating func add(_ others: OtherSearches) {
        if others != .haveShown { all += 1 }
        if others == .tellNothing { told += 1 }
    }
}

/// The part of an item that is needed for counting.
private struct ToldItem: Record {
    let id: Item.ID
    let position: Item.Position
    let seller: Account.ID?

    var posting: SavedSearch.Match.ID { SavedSearch.Match.ID(posting: id) }

    static let columns: SQL = "item.id, item.position, seller"
    /// Nothing of people whom the account has blocked.
    static let select: SQL =
        "SELECT \(columns) FROM item WHERE position = ? AND \(Connection.isOfNobodyBlocked)"

    init(_ row: inout Statement) throws(StorageError) {
        (id, position, seller) = (try row.next(), try row.next(), try row.next())
    }
}

/// An item that an edit has made match, not of a person whom the account has blocked.
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

/// The number at which an edit of an item has announced it to a search.
private struct Edit: RowValue {
    let filterID: SavedFilter.ID
    let number: SavedSearch.Match.ID

    static let select: SQL = "SELECT wanted, number FROM edited_match WHERE item = ?"

    init(_ row: inout Statement) throws(StorageError) {
        (filterID, number) = (try row.next(), try row.next())
    }
}
