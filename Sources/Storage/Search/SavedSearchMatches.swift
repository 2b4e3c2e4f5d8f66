import Market

extension Connection {
    /// The matches of a saved search, newest first: items of its list posted since it was saved,
    /// and items that an edit has made match.
    func matches(
        of search: SavedSearchRow, _ columns: ItemColumns, before key: SavedSearch.Match.ID,
        limit: Int
    ) throws(StorageError) -> [SavedSearch.Match] {
        var matches = try edits(of: search, columns, before: key, limit)
        for position in try posts(of: search, columns, before: key, limit) {
            let item: ItemSummary? = try first(ItemSummary.selectAt, position)
            guard let item else { continue }
            matches.append(
                SavedSearch.Match(
                    id: SavedSearch.Match.ID(posting: item.id), date: item.datePosted, item: item))
        }
        matches.sort { $0.id > $1.id }
        return Array(matches.prefix(limit))
    }

    /// The most edits that are checked for one page; if the list no longer shows many of them,
    /// older ones are left out.
    private static let mostEdits = 1_000

    /// Matches made by edits, newest first, as far as the list of the search shows them now.
    private func edits(
        of search: SavedSearchRow, _ columns: ItemColumns, before key: SavedSearch.Match.ID,
        _ limit: Int
    ) throws(StorageError) -> [SavedSearch.Match] {
        var matches: [SavedSearch.Match] = []
        var end = key
        var looked = 0
        while matches.count < limit, looked < Self.mostEdits {
            let told: [SavedSearch.Match] = try all(
                """
                SELECT number, date, \(ItemSummary.columns) FROM edited_match
                CROSS JOIN item ON item.id = edited_match.item
                WHERE wanted = ? AND number > ? AND number < ? AND seller IS NOT ?
                    AND item.position > 0 AND \(Connection.isOfNobodyBlocked)
                ORDER BY number DESC LIMIT ?
                """,
                search.filterID, search.first, end, search.account, search.account, limit)
            for match in told where try shows(match.item.position, search, columns) {
                matches.append(match)
            }
            guard told.count == limit, let last = told.last else { break }
            looked += told.count
            end = last.id
        }
        return matches
    }

    /// Whether the list of a search now shows an item that an edit made match.
    func shows(
        _ position: Item.Position, _ search: SavedSearchRow, _ columns: ItemColumns
    ) throws(StorageError) -> Bool {
        guard let row = columns[position], try condition(of: search.filter).holds(of: row) else {
            return false
        }
        guard let query = search.filter.search else { return true }
        return try texts(at: position).flatMap(query.match) != nil
    }

    /// The positions of the items posted last. The list is ordered by position, which for an item
    /// pulled up is higher than its number: below a position there is no item that was posted later
    /// than it says.
    private func posts(
        of search: SavedSearchRow, _ columns: ItemColumns, before key: SavedSearch.Match.ID,
        _ limit: Int
    ) throws(StorageError) -> [Item.Position] {
        guard limit > 0 else { return [] }
        let hits = try ItemHits(search.filter, .newest, columns, self)
        var posts: [(number: SavedSearch.Match.ID, position: Item.Position)] = []
        var end = Item.Position.max
        while true {
            let found = try hits.positions(.behind, of: end, limit: limit)
            for position in found {
                let place = SavedSearch.Match.ID(posting: Item.ID(rawValue: position.rawValue))
                let isFull = posts.count == limit
                if place <= search.first || isFull && place < posts[limit - 1].number {
                    return posts.map(\.position)
                }
                guard let number = try posting(at: position, for: search), number < key,
                    number > search.first
                else { continue }
                if isFull { posts.removeLast() }
                posts.insert(
                    (number, position), at: posts.firstIndex { $0.number < number } ?? posts.count)
            }
            guard found.count == limit, let last = found.last else { break }
            end = last
        }
        return posts.map(\.position)
    }

    /// Returns nil for the account's own items, for items of people whom it has blocked, and for
    /// matches made by an edit.
    private func posting(
        at position: Item.Position, for search: SavedSearchRow
    ) throws(StorageError) -> SavedSearch.Match.ID? {
        let id: Item.ID? = try first(
            """
            SELECT id FROM item WHERE position = ? AND seller IS NOT ?
                AND \(Connection.isOfNobodyBlocked) AND NOT EXISTS (
                    SELECT 1 FROM edited_match WHERE wanted = ? AND edited_match.item = item.id)
            """,
            position, search.account, search.account, search.filterID)
        return id.map { SavedSearch.Match.ID(posting: $0) }
    }
}

extension SavedSearch.Match: RowValue {
    /// - Parameter row: its columns are the match's number and date, then the item.
    init(_ row: inout Statement) throws(StorageError) {
        self.init(id: try row.next(), date: try row.next(), item: try ItemSummary(&row))
    }
}
