import Market

extension Connection {
    /// Replaces all numbers and names given to vendors. A vendor that no longer has a number gets
    /// back the one derived from its id.
    /// - Parameter assignments: no identifier and no number may appear twice.
    func assign(_ assignments: [VendorAssignment]) throws(StorageError) {
        // All are cleared first, because a number may move from one vendor to another.
        try run("UPDATE vendor SET number = NULL, name = NULL WHERE number IS NOT NULL")
        for vendor in assignments {
            try run(
                """
                INSERT INTO vendor (identifier, number, name) VALUES (?, ?, ?)
                ON CONFLICT (identifier)
                DO UPDATE SET number = excluded.number, name = excluded.name
                """, vendor.identifier.text, vendor.number, vendor.name)
        }
    }

    /// Stores the vendor whose client posted the item; a new vendor is added.
    func note(_ vendor: VendorIdentifier, of item: Item.ID) throws(StorageError) {
        try run("INSERT INTO vendor (identifier) VALUES (?) ON CONFLICT DO NOTHING", vendor.text)
        try run(
            "INSERT INTO item_vendor SELECT ?, id FROM vendor WHERE identifier = ?", item,
            vendor.text)
    }

    /// The positions of offers by vendors with this text in their name, and by the account with
    /// this nickname.
    func items(ofSellersNamed text: String) throws(StorageError) -> [Item.Position] {
        var positions: [Item.Position] = []
        let sought = SearchText(text).prefix(SearchQuery.longest)
        let named: [(Int64, String)] = try pairs("SELECT id, name FROM vendor WHERE number > 0")
        for (vendor, name) in named where SearchText(name).contains(sought) {
            positions += try all(
                """
                SELECT item.position FROM item_vendor JOIN item ON item.id = item_vendor.item
                WHERE vendor = ? AND seller IS NULL AND item.position > 0 AND purpose = 0
                """, vendor)
        }
        guard let nickname = Nickname(text) else { return positions }
        return positions
            + (try all(
                """
                SELECT item.position FROM account JOIN item ON item.seller = account.id
                WHERE nickname_key = ? AND item.position > 0 AND purpose = 0
                """, nickname.key))
    }
}

extension Vendor {
    /// The number and the name of an item's vendor.
    static let columns: SQL = """
        (SELECT coalesce(number, 999999 + vendor.id) FROM item_vendor
            JOIN vendor ON vendor.id = item_vendor.vendor WHERE item_vendor.item = item.id),
        (SELECT name FROM item_vendor
            JOIN vendor ON vendor.id = item_vendor.vendor WHERE item_vendor.item = item.id)
        """

    /// Returns nil if the item has no vendor.
    init?(_ row: inout Statement) throws(StorageError) {
        let (id, name): (Vendor.ID?, String?) = (try row.next(), try row.next())
        guard let id else { return nil }
        self.init(id: id, name: name)
    }
}
