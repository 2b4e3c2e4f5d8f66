import Market

extension SQLStorage {
    public func hiddenItems(
        before id: Item.ID?, limit: Int
    ) async throws(StorageError) -> [HiddenItem] {
        try await all(HiddenItem.select, id ?? .max, max(limit, 0))
    }
}

extension HiddenItem: Record {
    static let columns: SQL = "hiding.item, item.title, hiding.reason, hiding.date"
    fileprivate static let select: SQL = """
        SELECT \(columns) FROM hiding JOIN item ON item.id = hiding.item
        WHERE hiding.item < ? ORDER BY hiding.item DESC LIMIT ?
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), title: try row.next(), reason: try row.next(),
            date: try row.next())
    }
}
