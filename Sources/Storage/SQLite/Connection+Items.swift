import Market

extension Connection {
    /// - Throws: `.itemNotFound`.
    func item(_ id: Item.ID) throws(StorageError) -> Item {
        let row = try statement(Self.selectItem, id)
        guard try row.step() else { throw .itemNotFound }
        let summary = try summary(row)
        let content = ItemContent(
            title: summary.title, category: summary.category, price: summary.price,
            stock: summary.stock, description: row.text(12))
        return Item(
            id: id, content: content,
            photos: summary.photo == nil ? [] : try photos(of: id),
            status: summary.status, datePosted: summary.datePosted,
            dateModified: Timestamp(seconds: row.integer(11)), datePulledUp: row.timestamp(13),
            seller: row.optionalID(14))
    }

    /// - Throws: `.photoNotFound`, `.notFound` when the seller is gone.
    func insert(_ item: NewItem) throws(StorageError) -> Item.ID {
        if let key = item.submissionKey,
            let made = try integer("SELECT id FROM item WHERE submission_key = ?", key)
        {
            return Item.ID(rawValue: made)
        }
        if let seller = item.seller { try checkAccount(seller) }
        let content = item.content
        try run(
            """
            INSERT INTO item (
                id, title, category, price, discounted_price, currency, stock, status, date_posted,
                date_modified, seller, photo, submission_key, password_hash, description
            ) VALUES (
                (SELECT ifnull(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'item'),
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            content.title, content.category.rawValue, content.price.amount,
            content.price.discountedAmount, content.price.currency.rawValue, content.stock,
            item.status.rawValue, item.datePosted.seconds, item.datePosted.seconds,
            item.seller, item.photos.first?.text, item.submissionKey, item.passwordHash,
            content.description)
        // The position, which SQLite draws from the same sequence as the id.
        let id: Item.ID = lastInsertedID()
        try show(item.photos, in: id)
        return id
    }

    /// - Throws: `.itemNotFound`, `.photoNotFound`.
    func update(
        _ id: Item.ID, content: ItemContent, photos: [Photo.ID], at now: Timestamp
    ) throws(StorageError) {
        let count = try run(
            """
            UPDATE item SET title = ?, category = ?, price = ?, discounted_price = ?,
                currency = ?, stock = ?, date_modified = ?, photo = ?, description = ?
            WHERE id = ?
            """,
            content.title, content.category.rawValue, content.price.amount,
            content.price.discountedAmount, content.price.currency.rawValue, content.stock,
            now.seconds, photos.first?.text, content.description, id)
        guard count == 1 else { throw .itemNotFound }
        try run("DELETE FROM item_photo WHERE item = ?", id)
        try show(photos, in: id)
    }

    /// Reads the columns of `summaryColumns`.
    func summary(_ row: borrowing Statement) throws(StorageError) -> ItemSummary {
        let id: Item.ID = row.id(0)
        guard let category = Category(rawValue: Int(row.integer(2))),
            let currency = Currency(row.blob(5)),
            let price = try? Price(
                row.integer(3), discountedTo: row.isNull(4) ? nil : row.integer(4),
                currency: currency),
            let status = Item.Status(rawValue: Int(row.integer(7)))
        else {
            throw .unusable("\(path) is damaged: listing \(id)")
        }
        return ItemSummary(
            id: id, title: row.text(1), category: category, price: price, stock: row.integer(6),
            status: status, datePosted: Timestamp(seconds: row.integer(8)),
            photo: Photo.ID(row.blob(9)), position: row.id(10))
    }

    static let summaryColumns: SQL = """
        id, title, category, price, discounted_price, currency, stock, status, date_posted, photo, \
        item.position
        """

    private static let selectItem: SQL =
        "SELECT " + summaryColumns
        + ", date_modified, description, date_pulled_up, seller FROM item WHERE id = ?"

    /// - Throws: `.photoNotFound`.
    private func show(_ photos: [Photo.ID], in item: Item.ID) throws(StorageError) {
        for (position, photo) in photos.enumerated() {
            let count = try run(
                """
                INSERT INTO item_photo (item, position, photo)
                SELECT ?, ?, id FROM photo WHERE id = ?
                """,
                item, position, photo.text)
            guard count == 1 else { throw .photoNotFound }
        }
    }
}
