import Market

/// The list by offset, and searches of it: through the index as far as it goes, and one by one
/// through the newest items, which it lacks.
extension SQLiteStorage {
    public func items(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        try read { connection throws(StorageError) in
            guard let text = query.text else { return try connection.page(query) }
            return try connection.page(query, matching: SearchText(sought: text))
        }
    }

    public func listedItem(_ id: Item.ID) throws(StorageError) -> ListedItem {
        try read { connection throws(StorageError) in
            let item: ListedItem? = try connection.first(Connection.selectListedItem, id)
            guard let item else { throw .itemNotFound }
            return item
        }
    }
}

// MARK: - Every item

extension Connection {
    /// Goes by blocks of positions to where the page begins, so that it costs about the same
    /// wherever it lies.
    fileprivate func page(_ query: ItemOffsetQuery) throws(StorageError) -> ItemOffsetPage {
        let index: ItemIndex? = try first(
            """
            SELECT position, (SELECT coalesce(sum(count), 0) FROM item_count WHERE shift = 20),
                (SELECT count(*) FROM item WHERE item.position > item_indexed_until.position)
            FROM item_indexed_until
            """)
        guard let index else { throw .unusable("\(path) is damaged: its index") }
        let count = index.count + index.newer
        guard query.offset < count else { return ItemOffsetPage(items: [], count: count) }
        let start =
            query.offset < index.newer
            ? (newest: Item.Position.max.rawValue, offset: query.offset)
            : try start(after: query.offset - index.newer, until: index.end)
        var rows = try statement(Self.selectListedItems, start.newest, query.limit, start.offset)
        var items: [ListedItem] = []
        items.reserveCapacity(min(query.limit, 64))
        while try rows.step() { items.append(try ListedItem(&rows)) }
        return ItemOffsetPage(items: items, count: count)
    }

    /// Where so many of the indexed items have been left out: the newest position of a block,
    /// and how many of that block's are to be left out still.
    private func start(
        after offset: Int64, until end: Int64
    ) throws(StorageError) -> (newest: Int64, offset: Int64) {
        var offset = offset
        var oldest: Int64 = 0
        var newest = end
        for shift in Self.blockShifts {
            var rows = try statement(
                """
                SELECT block, count FROM item_count WHERE shift = ? AND block BETWEEN ? AND ?
                ORDER BY block DESC
                """,
                shift, oldest >> shift, newest >> shift)
            while try rows.step() {
                let (block, count): (Int64, Int64) = (try rows.next(), try rows.next())
                guard offset >= count else {
                    oldest = block << shift
                    newest = min(oldest | (1 << shift - 1), end)
                    break
                }
                offset -= count
            }
        }
        return (newest, offset)
    }

    private static let selectListedItems: SQL = """
        SELECT \(ListedItem.columns(description: excerpt))
        FROM item WHERE position <= ? ORDER BY position DESC LIMIT ? OFFSET ?
        """
    fileprivate static let selectListedItem: SQL =
        "SELECT \(ListedItem.columns) FROM item WHERE id = ?"
    private static let selectListedItemAt: SQL =
        "SELECT \(ListedItem.columns(description: excerpt)) FROM item WHERE position = ?"
    /// `ListedItem.mostDescription` characters of it, as the tests hold it to.
    private static let excerpt: SQL = "substr(description, 1, 1000)"
}

/// How far the index goes.
private struct ItemIndex: RowValue {
    /// The newest position that it has.
    let end: Int64
    /// How many items it has.
    let count: Int64
    /// How many items it lacks, all of them newer.
    let newer: Int64

    init(_ row: inout Statement) throws(StorageError) {
        (end, count, newer) = (try row.next(), try row.next(), try row.next())
    }
}

// MARK: - Searches

extension Connection {
    /// The items with `text` in their title.
    fileprivate func page(
        _ query: ItemOffsetQuery, matching text: SearchText
    ) throws(StorageError) -> ItemOffsetPage {
        guard let match = text.query else { return ItemOffsetPage(items: [], count: 0) }
        let newer = try newItems(matching: text)
        let count: Int64 =
            try first("SELECT count(*) FROM item_search WHERE item_search MATCH ?", match) ?? 0
        var positions = Array(newer.dropFirst(Int(clamping: query.offset)).prefix(query.limit))
        let (rest, offset) = (
            query.limit - positions.count, max(query.offset - Int64(newer.count), 0)
        )
        if rest > 0, offset < count {
            positions += try all(
                """
                SELECT rowid FROM item_search WHERE item_search MATCH ?
                ORDER BY rowid DESC LIMIT ? OFFSET ?
                """,
                match, rest, offset)
        }
        var items: [ListedItem] = []
        for position in positions {
            if let item: ListedItem = try first(Self.selectListedItemAt, position) {
                items.append(item)
            }
        }
        return ItemOffsetPage(items: items, count: count + Int64(newer.count))
    }

    /// The positions of those that the index lacks, newest first.
    private func newItems(matching text: SearchText) throws(StorageError) -> [Item.Position] {
        var rows = try statement(
            """
            SELECT position, title FROM item
            WHERE position > (SELECT position FROM item_indexed_until) ORDER BY position DESC
            """)
        var positions: [Item.Position] = []
        while try rows.step() {
            let position: Item.Position = try rows.next()
            if SearchText(rows.column().bytes).contains(text) { positions.append(position) }
        }
        return positions
    }
}

// MARK: - Rows

extension ListedItem: Record {
    static let columns: SQL = columns(description: "description")

    fileprivate static func columns(description: SQL) -> SQL {
        """
        \(ItemSummary.columns), \(description),
            iif(photo IS NULL, NULL, (
                SELECT group_concat(shown, '') FROM (
                    SELECT photo AS shown FROM item_photo WHERE item = item.id ORDER BY position))),
            date_modified, seller, (SELECT nickname FROM account WHERE account.id = seller)
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            summary: try ItemSummary(&row), description: try row.next(),
            photos: Self.photos(row.column().bytes), dateModified: try row.next(),
            seller: try Seller(&row))
    }

    /// - Parameter ids: one behind the other.
    private static func photos(_ ids: UnsafeRawBufferPointer) -> [Photo.ID] {
        stride(from: 0, to: ids.count, by: Photo.ID.length).compactMap { start in
            Photo.ID(UnsafeRawBufferPointer(rebasing: ids[start...].prefix(Photo.ID.length)))
        }
    }
}

extension ListedItem.Seller {
    fileprivate init?(_ row: inout Statement) throws(StorageError) {
        guard let id: Account.ID = try row.next() else { return nil }
        self.init(id: id, nickname: try row.next())
    }
}

// MARK: - The index

/// What keeps the index (`ItemSchema.indexItems`) at the items that there are.
extension Connection {
    /// A place in the list is found through blocks of 2^20 positions, then 2^15 and so on.
    static let blockShifts: [Int64] = [20, 15, 10, 5]

    /// Whether the items that the index lacks are so many that it is worth while to index them.
    func hasManyNewItems() throws(StorageError) -> Bool {
        let isWorthwhile: Int? = try first(
            "SELECT (SELECT max(position) FROM item) >= position + 64 FROM item_indexed_until")
        return isWorthwhile == 1
    }

    /// Indexes the newest items when they are many; those who read walk through fewer.
    func indexNewItems() throws(StorageError) {
        guard try hasManyNewItems() else { return }
        for shift in Self.blockShifts {
            try run(
                """
                INSERT INTO item_count SELECT ?, position >> ?, count(*) FROM item
                WHERE position > (SELECT position FROM item_indexed_until) GROUP BY 2
                ON CONFLICT DO UPDATE SET count = count + excluded.count
                """,
                shift, shift)
        }
        try run(
            """
            INSERT INTO item_search (rowid, title)
            SELECT position, bigrams(title) FROM item
            WHERE position > (SELECT position FROM item_indexed_until)
            """)
        try run("UPDATE item_indexed_until SET position = (SELECT max(position) FROM item)")
    }
}
