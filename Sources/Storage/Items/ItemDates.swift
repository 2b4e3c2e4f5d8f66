import Market

/// What goes through all items, a page at a time.
extension SQLStorage {
    public func itemDates(
        _ places: Range<Item.Position>, limit: Int
    ) async throws(StorageError) -> [ItemDate] {
        try await all(
            """
            SELECT \(ItemDate.columns) FROM item
            WHERE position >= ? AND position < ? AND status <> ? ORDER BY position LIMIT ?
            """,
            places.lowerBound, places.upperBound, Item.Status.sold, max(limit, 0))
    }
}

extension ItemDate: Record {
    static let columns: SQL = "id, position, date_modified"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), position: try row.next(), dateModified: try row.next())
    }
}
