import Market

/// Offset-paged lists and searches: through the index as far as it goes, and one by one through the
/// newest items, which it lacks.
extension SQLStorage {
    public func items(_ query: ItemOffsetQuery) async throws(StorageError) -> ItemOffsetPage {
        try await read { [self] connection throws(StorageError) in
            switch query.selection {
            case .everything: try connection.page(query, .all, columns.current)
            case .wholePrices: try connection.page(query, .wholePrices, columns.current)
            case .matching(let text): try connection.page(query, matching: text)
            }
        }
    }

    public func listedItem(_ id: Item.ID) async throws(StorageError) -> ListedItem {
        try await read { connection throws(StorageError) in
            let item: ListedItem? = try connection.first(Connection.selectListedItem, id)
            guard let item else { throw .itemNotFound }
            return item
        }
    }
}

// MARK: - Lists

/// The statements that find a page of an offset-paged list.
private struct OffsetList: Sendable {
    /// Selects an `ItemIndex`.
    let index: SQL
    /// Selects the blocks of one size within a range, newest first, with the number of items in
    /// each.
    let blocks: SQL
    /// The condition for items of the list; nil if the table is read directly.
    let condition: ItemColumns.Condition?

    static let all = OffsetList(count: "count", "purpose = 0", nil)
    static let wholePrices = OffsetList(
        count: "whole_prices", "has_whole_price = 1 AND purpose = 0",
        ItemColumns.Condition(ItemFilter(purpose: .offer), wholePricesOnly: true))

    private init(count: SQL, _ isListed: SQL, _ condition: ItemColumns.Condition?) {
        self.condition = condition
        index = """
            SELECT position,
                (SELECT CAST(coalesce(sum(\(count)), 0) AS bigint) FROM item_count WHERE shift = 20),
                (SELECT count(*) FROM item
                    WHERE \(isListed) AND item.position > item_indexed_until.position)
            FROM item_indexed_until
            """
        blocks = """
            SELECT block, \(count) FROM item_count WHERE shift = ? AND block BETWEEN ? AND ?
            ORDER BY block DESC
            """
    }
}

extension Connection {
    /// Finds the start of the page by blocks of positions, so that every page costs about the same.
    fileprivate func page(
        _ query: ItemOffsetQuery, _ list: OffsetList, _ columns: ItemColumns
    ) throws(StorageError) -> ItemOffsetPage {
        let index: ItemIndex? = try first(list.index)
        guard let index else { throw .unusable("\(path) is damaged: its index") }
        let count = index.count + index.newer
        guard query.offset < count else { return ItemOffsetPage(items: [], count: count) }
        let start =
            query.offset < index.newer
            ? (newest: Item.Position.max.rawValue, offset: query.offset)
            : try start(list, after: query.offset - index.newer, until: index.end)
        // The limit keeps out hidden items, whose positions come after the last one.
        let limit = min(Int64(query.limit), count - query.offset)
        let items: [ListedItem] =
            if let condition = list.condition {
                try self.items(at: columns.positions(condition, from: start, limit))
            } else {
                try all(Self.selectListedItems, start.newest, limit, start.offset)
            }
        return ItemOffsetPage(items: items, count: count)
    }

    private static let selectListedItems: SQL = """
        SELECT \(ListedItem.columns(description: ListedItem.excerpt))
        FROM item WHERE purpose = 0 AND position <= ? ORDER BY position DESC LIMIT ? OFFSET ?
        """

    /// The start of a page after skipping `offset` of the indexed items: the newest position of a
    /// block, and how many items of that block are still to be skipped.
    private func start(
        _ list: OffsetList, after offset: Int64, until end: Int64
    ) throws(StorageError) -> (newest: Int64, offset: Int64) {
        var offset = offset
        var oldest: Int64 = 0
        var newest = end
        for shift in Self.blockShifts {
            var rows = try statement(list.blocks, shift, oldest >> shift, newest >> shift)
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

    fileprivate static let selectListedItem: SQL =
        "SELECT \(ListedItem.columns) FROM item WHERE id = ? AND position > 0 AND purpose = 0"
    private static let selectListedItemAt: SQL =
        "SELECT \(ListedItem.columns(description: ListedItem.excerpt)) FROM item WHERE position = ?"
}

extension ItemColumns {
    /// The positions of `limit` items from a start on, newest first, after skipping its offset.
    fileprivate func positions(
        _ condition: Condition, from start: (newest: Int64, offset: Int64), _ limit: Int64
    ) -> ArraySlice<Item.Position> {
        var positions: [Item.Position] = []
        let end = Item.Position(rawValue: min(start.newest, .max - 1) + 1)
        walkOlder(than: end, condition) { position, _ in
            positions.append(position)
            return positions.count < start.offset + limit
        }
        return positions.dropFirst(Int(start.offset))
    }
}

/// How far the index goes.
private struct ItemIndex: RowValue {
    /// The newest position in the index.
    let end: Int64
    /// The number of items in the index.
    let count: Int64
    /// The number of items that the index lacks, all of which are newer.
    let newer: Int64

    init(_ row: inout Statement) throws(StorageError) {
        (end, count, newer) = (try row.next(), try row.next(), try row.next())
    }
}

// MARK: - Searches

extension Connection {
    /// The items with the text, or a synonym of it, in their title, and the items of sellers with
    /// that name.
    fileprivate func page(
        _ query: ItemOffsetQuery, matching sought: String
    ) throws(StorageError) -> ItemOffsetPage {
        let text = SearchText(sought).prefix(SearchQuery.longest)
        guard !text.isEmpty else { return ItemOffsetPage(items: [], count: 0) }
        let word = SearchWord(text)
        let match = self.text(of: SearchExpression.part(word).ofOffers)
        let newer = try newItems(matching: word)
        let offered = try items(ofSellersNamed: sought)
        guard offered.isEmpty else {
            let titled: [Item.Position] = try all(Self.selectTitled, match, Int64.max, 0)
            let found = Set(titled).union(newer).union(offered).sorted(by: >)
            let places = found.dropFirst(Int(clamping: query.offset)).prefix(query.limit)
            return ItemOffsetPage(items: try items(at: places), count: Int64(found.count))
        }
        let count: Int64 =
            try first("SELECT count(*) FROM item_search WHERE item_search MATCH ?", match) ?? 0
        var places = newer.dropFirst(Int(clamping: query.offset)).prefix(query.limit)
        let (rest, offset) = (query.limit - places.count, max(query.offset - Int64(newer.count), 0))
        if rest > 0, offset < count { places += try all(Self.selectTitled, match, rest, offset) }
        return ItemOffsetPage(items: try items(at: places), count: count + Int64(newer.count))
    }

    private static let selectTitled: SQL = """
        SELECT rowid FROM item_search WHERE item_search MATCH ?
        ORDER BY rowid DESC LIMIT ? OFFSET ?
        """

    private func items(
        at positions: ArraySlice<Item.Position>
    ) throws(StorageError) -> [ListedItem] {
        var items: [ListedItem] = []
        for position in positions {
            if let item: ListedItem = try first(Self.selectListedItemAt, position) {
                items.append(item)
            }
        }
        return items
    }

    /// The positions of matching items that the index lacks, newest first.
    private func newItems(matching word: SearchWord) throws(StorageError) -> [Item.Position] {
        var rows = try statement(
            """
            SELECT position, title FROM item
            WHERE position > (SELECT position FROM item_indexed_until) AND purpose = 0
            ORDER BY position DESC
            """)
        var positions: [Item.Position] = []
        while try rows.step() {
            let position: Item.Position = try rows.next()
            if word.isPart(of: SearchText(rows.column().bytes)) { positions.append(position) }
        }
        return positions
    }
}

// MARK: - Rows

extension ListedItem: Record {
    static let columns: SQL = columns(description: "description")
    /// The first `mostDescription` characters; a test checks that the numbers agree.
    fileprivate static let excerpt: SQL = "substr(description, 1, 1000)"

    fileprivate static func columns(description: SQL) -> SQL {
        """
        \(ItemSummary.columns), \(description),
            CASE WHEN photo IS NOT NULL THEN (
                SELECT group_concat(shown, '') FROM (
                    SELECT photo AS shown FROM item_photo WHERE item = item.id ORDER BY position
                ) AS photos)
            END,
            date_modified, seller, (SELECT nickname FROM account WHERE account.id = seller),
            \(Vendor.columns)
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            summary: try ItemSummary(&row), description: try row.next(),
            photos: Self.photos(row.column().bytes), dateModified: try row.next(),
            seller: try Seller(&row), vendor: try Vendor(&row))
    }

    /// - Parameter ids: ids of photos, concatenated.
    private static func photos(_ ids: UnsafeRawBufferPointer) -> [Photo.ID] {
        stride(from: 0, to: ids.count, by: Photo.ID.length).compactMap { start in
            Photo.ID(UnsafeRawBufferPointer(rebasing: ids[start...].prefix(Photo.ID.length)))
        }
    }
}

extension ListedItem.Seller {
    fileprivate init?(_ row: inout Statement) throws(StorageError) {
        let (id, nickname): (Account.ID?, String?) = (try row.next(), try row.next())
        guard let id, let nickname else { return nil }
        self.init(id: id, nickname: nickname)
    }
}
