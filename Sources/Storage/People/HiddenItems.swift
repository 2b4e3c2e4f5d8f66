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

    public func countMendedItems() async throws(StorageError) -> Int {
        try await one("SELECT count(*) FROM hiding WHERE date_mended IS NOT NULL")
    }
}

extension HiddenItem: Record {
    static let columns: SQL = """
        hiding.item, item.title, hiding.reason, hiding.date, \
        CASE WHEN item.date_modified > hiding.date THEN item.date_modified END, \
        hiding.date_mended IS NOT NULL, \
        owner.id, owner.nickname, owner.date_suspended IS NOT NULL, \
        hider.id, hider.nickname, hider.date_suspended IS NOT NULL
        """
    fileprivate static let select: SQL = newest(where: "hiding.item < ?")
    fileprivate static let selectOwn: SQL = newest(
        where: "hiding.account = ? AND item.seller IS NOT NULL")

    private static func newest(where condition: SQL) -> SQL {
        """
        SELECT \(columns) FROM hiding JOIN item ON item.id = hiding.item
        LEFT JOIN account AS owner ON owner.id = hiding.account
        LEFT JOIN account AS hider ON hider.id = hiding.decider
        WHERE \(condition) ORDER BY hiding.item DESC LIMIT ?
        """
    }

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), title: try row.next(), reason: try row.next(),
            date: try row.next(), dateEdited: try row.next(), isMended: try row.next(),
            seller: try Report.Person.read(&row), decider: try Report.Person.read(&row))
    }
}
