import Market

extension SQLStorage {
    public func hiddenItems(
        before id: Item.ID?, limit: Int
    ) async throws(StorageError) -> [HiddenItem] {
        try await all(HiddenItem.select, id ?? .max, max(limit, 0))
    }

    public func hiddenItems(
        of seller: Account.ID, limit: Int
    ) async throws(StorageError) -> [HiddenItem] {
        try await all(HiddenItem.selectOwn, seller, max(limit, 0))
    }
}

extension HiddenItem: Record {
    static let columns: SQL = "hiding.item, item.title, hiding.reason, hiding.date"
    fileprivate static let select: SQL = newest(where: "hiding.item < ?")
    fileprivate static let selectOwn: SQL = newest(
        where: "hiding.account = ? AND item.seller IS NOT NULL")

    private static func newest(where condition: SQL) -> SQL {
        """
        SELECT \(columns) FROM hiding JOIN item ON item.id = hiding.item
        WHERE \(condition) ORDER BY hiding.item DESC LIMIT ?
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), title: try row.next(), reason: try row.next(),
            date: try row.next())
    }
}
