import Market

extension Connection {
    /// The listings with `text` in their title.
    func items(
        _ page: ItemOffsetQuery, matching text: SearchText
    ) throws(StorageError) -> ItemOffsetPage {
        guard let query = text.query else { return ItemOffsetPage(items: [], count: 0) }
        let newer = try newItems(matching: text)
        let count = try integer(Self.countMatches, query) ?? 0
        var positions = newer.dropFirst(Int(clamping: page.offset)).prefix(page.limit)
        let rest = page.limit - positions.count
        let offset = max(page.offset - Int64(newer.count), 0)
        if rest > 0, offset < count {
            let rows = try statement(Self.selectMatches, query, rest, offset)
            while try rows.step() { positions.append(rows.integer(0)) }
        }
        var items: [ListedItem] = []
        for position in positions {
            let row = try statement(Self.selectListedItemAt, position)
            if try row.step() { items.append(try listedItem(row)) }
        }
        return ItemOffsetPage(items: items, count: count + Int64(newer.count))
    }

    /// The positions of those that the index lacks, newest first.
    private func newItems(matching text: SearchText) throws(StorageError) -> [Int64] {
        let rows = try statement(Self.selectNewTitles)
        var positions: [Int64] = []
        while try rows.step() {
            if SearchText(rows.blob(1)).contains(text) { positions.append(rows.integer(0)) }
        }
        return positions
    }

    static let selectNewTitles: SQL = """
        SELECT position, title FROM item
        WHERE position > (SELECT position FROM item_indexed_until) ORDER BY position DESC
        """
    private static let countMatches: SQL =
        "SELECT count(*) FROM item_search WHERE item_search MATCH ?"
    private static let selectMatches: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ?
        ORDER BY rowid DESC LIMIT ? OFFSET ?
        """
}
