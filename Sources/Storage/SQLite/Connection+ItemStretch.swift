import Market

extension Connection {
    /// Goes by blocks of positions to where the stretch begins, so that it costs about the same
    /// wherever it lies.
    func items(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        if let text = query.text { return try items(query, matching: SearchText(sought: text)) }
        let indexed = try indexed()
        let count = indexed.count + indexed.newer
        guard query.offset < count else { return ItemOffsetPage(items: [], count: count) }
        let start =
            query.offset < indexed.newer
            ? (newest: .max, offset: query.offset)
            : try start(after: query.offset - indexed.newer, until: indexed.until)
        let rows = try statement(Self.selectListedItems, start.newest, query.limit, start.offset)
        var items: [ListedItem] = []
        items.reserveCapacity(min(query.limit, 64))
        while try rows.step() { items.append(try listedItem(rows)) }
        return ItemOffsetPage(items: items, count: count)
    }

    /// - Throws: `.itemNotFound`.
    func listedItem(_ id: Item.ID) throws(StorageError) -> ListedItem {
        let row = try statement(Self.selectListedItem, id)
        guard try row.step() else { throw .itemNotFound }
        return try listedItem(row)
    }

    /// How many listings the index has, until which position, and how many are newer.
    private func indexed() throws(StorageError) -> (until: Int64, count: Int64, newer: Int64) {
        let row = try statement(Self.selectIndexed)
        guard try row.step() else { throw .unusable("\(path) is damaged: its index") }
        return (row.integer(0), row.integer(1), row.integer(2))
    }

    /// Where so many of the indexed listings have been left out: the newest position of a block,
    /// and how many of that block's are to be left out still.
    private func start(
        after offset: Int64, until end: Int64
    ) throws(StorageError) -> (newest: Int64, offset: Int64) {
        var offset = offset
        var oldest: Int64 = 0
        var newest = end
        for shift in Self.blockShifts {
            let rows = try statement(Self.selectCounts, shift, oldest >> shift, newest >> shift)
            while try rows.step() {
                let count = rows.integer(1)
                guard offset >= count else {
                    oldest = rows.integer(0) << shift
                    newest = min(oldest | (1 << shift - 1), end)
                    break
                }
                offset -= count
            }
        }
        return (newest, offset)
    }

    /// Reads the columns of `listedColumns`.
    func listedItem(_ row: borrowing Statement) throws(StorageError) -> ListedItem {
        let seller =
            row.isNull(13) ? nil : ListedItem.Seller(id: row.id(13), nickname: row.text(14))
        return ListedItem(
            summary: try summary(row), description: row.text(11), photos: photos(row.blob(15)),
            dateModified: Timestamp(seconds: row.integer(12)), seller: seller)
    }

    private func photos(_ ids: UnsafeRawBufferPointer) -> [Photo.ID] {
        stride(from: 0, to: ids.count, by: Photo.ID.length).compactMap { start in
            Photo.ID(UnsafeRawBufferPointer(rebasing: ids[start...].prefix(Photo.ID.length)))
        }
    }

    private static func listedColumns(_ description: SQL) -> SQL {
        summaryColumns + ", " + description + """
            , date_modified, seller,
            (SELECT nickname FROM account WHERE account.id = seller),
            iif(photo IS NULL, NULL, (
                SELECT group_concat(shown, '') FROM (
                    SELECT photo AS shown FROM item_photo WHERE item = item.id ORDER BY position)))
            """
    }

    /// `ListedItem.mostDescription` characters of it, as `ItemOffsetPageTests` hold it to.
    private static let excerpt: SQL = "substr(description, 1, 1000)"
    static let selectListedItems: SQL =
        "SELECT " + listedColumns(excerpt)
        + " FROM item WHERE position <= ? ORDER BY position DESC LIMIT ? OFFSET ?"
    static let selectListedItemAt: SQL =
        "SELECT " + listedColumns(excerpt) + " FROM item WHERE position = ?"
    static let selectListedItem: SQL =
        "SELECT " + listedColumns("description") + " FROM item WHERE id = ?"

    static let selectCounts: SQL = """
        SELECT block, count FROM item_count WHERE shift = ? AND block BETWEEN ? AND ?
        ORDER BY block DESC
        """
    static let selectIndexed: SQL = """
        SELECT position, (SELECT ifnull(sum(count), 0) FROM item_count WHERE shift = 20),
            (SELECT count(*) FROM item WHERE item.position > item_indexed_until.position)
        FROM item_indexed_until
        """
}
