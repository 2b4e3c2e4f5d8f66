import Market

extension SQLiteStorage: ItemDraftStorage {
    public func draft(of account: Account.ID) throws(StorageError) -> ItemDraft? {
        try read { connection throws(StorageError) in
            let draft: ItemDraft? = try connection.first(
                "SELECT \(ItemDraft.columns) FROM draft WHERE account = ?", account)
            guard var draft else { return nil }
            draft.photos = try connection.all(
                "SELECT photo FROM draft_photo WHERE account = ? ORDER BY position", account)
            return draft
        }
    }

    public func setDraft(
        _ draft: ItemDraft?, of account: Account.ID
    ) async throws(StorageError) {
        try await write { connection throws(StorageError) in
            try connection.checkAccount(account)
            try connection.deleteDraft(of: account)
            if let draft { try connection.insert(draft, of: account) }
        }
    }
}

extension Connection {
    /// With its photos; none is no error.
    func deleteDraft(of account: Account.ID) throws(StorageError) {
        try run("DELETE FROM draft WHERE account = ?", account)
    }

    fileprivate func insert(
        _ draft: ItemDraft, of account: Account.ID
    ) throws(StorageError) {
        try run(
            "INSERT INTO draft (account, \(ItemDraft.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            account, draft.isRequest ? 1 : 0, draft.title, draft.category, draft.price, draft.place,
            draft.discountedPrice, draft.currency, draft.stock, draft.isFree ? 1 : 0,
            draft.description)
        for (position, photo) in draft.photos.prefix(Item.mostPhotos).enumerated() {
            try run(
                """
                INSERT INTO draft_photo (account, position, photo)
                SELECT ?, ?, id FROM photo WHERE id = ?
                """,
                account, position, photo)
        }
    }
}

// MARK: - Rows

/// Its photos stand in a table of their own.
extension ItemDraft: Record {
    static let columns: SQL = """
        is_request, title, category, price, place, discounted_price, currency, stock, is_free, \
        description
        """

    init(_ row: inout Statement) throws(StorageError) {
        let isRequest: Int = try row.next()
        let (title, category): (String, String) = (try row.next(), try row.next())
        let (price, place): (String, String) = (try row.next(), try row.next())
        let discountedPrice: String = try row.next()
        let (currency, stock): (String, String) = (try row.next(), try row.next())
        let isFree: Int = try row.next()
        self.init(
            isRequest: isRequest == 1, title: title, category: category, price: price,
            place: place, discountedPrice: discountedPrice, currency: currency, stock: stock,
            description: try row.next(), isFree: isFree == 1,
            photos: [])
    }
}
