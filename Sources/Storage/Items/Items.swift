import Market

extension SQLStorage: ItemStorage {
    public func item(_ id: Item.ID) async throws(StorageError) -> Item {
        try await read { connection throws(StorageError) in try connection.item(id) }
    }

    public func passwordHash(of id: Item.ID) async throws(StorageError) -> String {
        try await read { connection throws(StorageError) in
            let hash: String?? = try connection.first(
                "SELECT password_hash FROM item WHERE id = ? AND \(Connection.isNotInTrash)", id)
            guard let hash else { throw .itemNotFound }
            guard let hash else { throw .noPassword }
            return hash
        }
    }

    public func passwordHash(ofDeleted id: Item.ID) async throws(StorageError) -> String {
        try await read { connection throws(StorageError) in
            let hash: String? = try connection.first(
                """
                SELECT password_hash FROM item JOIN guest_deletion ON guest_deletion.item = item.id
                WHERE item.id = ? AND password_hash IS NOT NULL
                """, id)
            guard let hash else { throw .itemNotFound }
            return hash
        }
    }

    public func insert(_ item: NewItem) async throws(StorageError) -> Item.ID {
        let (id, followers) = try await write(.items) {
            connection throws(StorageError) -> (Item.ID, [Account.ID]) in
            if let submission = item.submission,
                let made = try submission.item(
                    among: connection.earlier(of: submission), by: item.seller)
            {
                return (made, [])
            }
            if let seller = item.seller {
                let hasDraft = try connection.hasDraft(mayPost: seller)
                if hasDraft, let draft = item.draft {
                    try connection.deleteDraft(draft, of: seller)
                }
                try connection.note(item.content.place, of: seller)
            }
            let id = try connection.insertRow(of: item)
            try connection.show(item.photos, in: id)
            if let vendor = item.vendor { try connection.note(vendor, of: id) }
            try connection.noteNews(of: item.content, by: item.seller)
            if item.content.purpose == .request {
                let posted = try connection.item(id)
                try connection.keepSearch(of: posted, seen: 0)
            }
            guard let seller = item.seller else { return (id, []) }
            let most = SQLStorage.followersToldAtOnce
            return (id, try connection.followers(of: seller, limit: most))
        }
        if let seller = item.seller { tellFollowers(followers, of: seller) }
        return id
    }

    public func update(
        _ id: Item.ID, _ edit: ItemEdit, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) {
        let (watching, isHidden): ([Account.ID], Bool) = try await writeConversations {
            connection throws(StorageError) in
            let former = try connection.item(id)
            try condition?.check(former)
            try edit.check(former)
            if let seller = former.seller { try connection.checkMayPost(seller) }
            let (content, photos) = (edit.content(over: former.content), edit.photos)
            let accounts = try connection.tellPriceDrop(ofEdit: former, to: content, at: now)
            if content.purpose != former.content.purpose {
                guard try !connection.isPurposeFixed(of: former) else { throw .purposeIsFixed }
                try connection.setPurpose(content.purpose, of: former)
            }
            try connection.checkStock(content.stock, of: former)
            try connection.run(
                """
                UPDATE item SET title = ?, category = ?, price = ?, discounted_price = ?,
                    currency = ?, neighbourhood = ?, spot = ?, stock = ?, description = ?,
                    photo = ?, date_modified = ?
                WHERE id = ?
                """,
                content.title, content.category, content.price.storedAmount,
                content.price.discountedAmount, content.price.currency,
                content.place?.neighbourhood.id, content.place?.spot?.id, content.stock,
                content.description, photos.first, now, id)
            try connection.run("DELETE FROM item_photo WHERE item = ?", id)
            try connection.show(photos, in: id)
            if former.isHidden {
                try connection.hidePhotos(of: id)
                try connection.run("UPDATE hiding SET date_mended = ? WHERE item = ?", now, id)
            }
            try connection.noteNews(ofEdit: former, to: content, at: now)
            try connection.renewSearch(of: former, for: content.purpose)
            if content.stock > former.content.stock {
                try connection.offerAgain(content.stock - former.content.stock, of: id, at: now)
            }
            let told = try connection.tellPrice(ofEdit: former, to: content, at: now)
            let changed = told + (try connection.followStock(from: former, at: now))
            return ((accounts, former.isHidden), changed)
        }
        feed.post([.items, .item(id)] + watching.map(Change.organiser))
        if isHidden { feed.post(.reports) }
    }

    public func delete(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) {
        try await writeConversations { connection throws(StorageError) in
            let item = try connection.item(id)
            try condition?.check(item)
            let released = try connection.letGo(of: item, at: now)
            if item.seller == nil { try connection.keepReports(ofGuests: id) }
            try connection.run("DELETE FROM item WHERE id = ?", id)
            return ((), released)
        }
        feed.post([.items, .item(id)])
    }
}

extension Connection {
    fileprivate func insertRow(of item: NewItem) throws(StorageError) -> Item.ID {
        // `insert` returns the position, which is also the id: both come from the same sequence.
        let position: Item.Position = try insert(
            """
            INSERT INTO item (
                id, purpose, title, category, price, discounted_price, currency,
                neighbourhood, spot, stock, description, photo, status, date_posted,
                date_modified, seller, submission_key, password_hash
            ) VALUES (
                (SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'item'),
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            item.content.purpose, item.content.title, item.content.category,
            item.content.price.storedAmount, item.content.price.discountedAmount,
            item.content.price.currency, item.content.place?.neighbourhood.id,
            item.content.place?.spot?.id, item.content.stock, item.content.description,
            item.photos.first, item.status,
            item.datePosted, item.datePosted, item.seller, item.submission?.key,
            item.passwordHash)
        return Item.ID(rawValue: position.rawValue)
    }

    /// - Throws: `.itemNotFound`.
    func item(_ id: Item.ID) throws(StorageError) -> Item {
        // An item is at the position of its id until it is pulled up; only then is an index needed.
        if let item = try item(id, Self.selectItemNeverMoved) { return item }
        guard let item = try item(id, Self.selectItem) else { throw .itemNotFound }
        return item
    }

    /// Returns nil if there is no such item.
    func itemInTrash(_ id: Item.ID) throws(StorageError) -> Item? {
        try item(id, Self.selectItemInTrash)
    }

    private func item(_ id: Item.ID, _ select: SQL) throws(StorageError) -> Item? {
        var row = try statement(select, id)
        guard try row.step() else { return nil }
        let summary = try ItemSummary(&row)
        let spot = try Spot(&row)
        let content = ItemContent(
            purpose: summary.purpose, title: summary.title, category: summary.category,
            price: summary.price, place: summary.neighbourhood.map { Place($0, spot) },
            stock: summary.stock, description: try row.next())
        return Item(
            id: id, content: content, photos: summary.photo == nil ? [] : try photos(of: id),
            status: summary.status, datePosted: summary.datePosted, dateModified: try row.next(),
            datePulledUp: summary.datePulledUp, seller: try row.next(),
            isHidden: summary.isHidden)
    }

    private static let selectItem: SQL = "\(selectItems) WHERE id = ? AND \(isNotInTrash)"
    private static let selectItemInTrash: SQL = "\(selectItems) WHERE id = ?"
    private static let selectItemNeverMoved: SQL =
        "\(selectItems) WHERE position = ? AND id = position"
    private static let selectItems: SQL = """
        SELECT \(ItemSummary.columns), spot, description, date_modified, seller FROM item
        """

    /// Whether the account has a draft; in one query with the check that it may post.
    /// - Throws: `.notFound`, `.suspended`.
    fileprivate func hasDraft(mayPost account: Account.ID) throws(StorageError) -> Bool {
        var row = try statement(
            """
            SELECT date_suspended, (SELECT count(*) FROM draft WHERE account = account.id)
            FROM account WHERE id = ?
            """, account)
        guard try row.step() else { throw .notFound }
        let dateSuspended: Timestamp? = try row.next()
        guard dateSuspended == nil else { throw .suspended }
        return try row.next() != 0
    }

    /// - Throws: `.itemNotFound`.
    func checkItem(_ id: Item.ID) throws(StorageError) {
        let sql: SQL = "SELECT 1 FROM item WHERE id = ? AND \(Self.isNotInTrash)"
        guard try exists(sql, id) else { throw .itemNotFound }
    }

    /// A condition on the table `item`. Queries by position need none: an item in the trash has a
    /// negative position.
    fileprivate static let isNotInTrash: SQL = """
        NOT EXISTS (SELECT 1 FROM deletion WHERE deletion.item = item.id) \
        AND NOT EXISTS (SELECT 1 FROM guest_deletion WHERE guest_deletion.item = item.id)
        """

    /// - Throws: `.photoNotFound`.
    fileprivate func show(_ photos: [Photo.ID], in item: Item.ID) throws(StorageError) {
        for (position, photo) in photos.enumerated() {
            let count = try run(
                """
                INSERT INTO item_photo (item, position, photo)
                SELECT ?, ?, id FROM photo WHERE id = ?
                """, item, position, photo)
            guard count == 1 else { throw .photoNotFound }
        }
    }
}

// MARK: - Rows

extension ItemSummary: Record {
    /// The columns of the table `item`; `position` is qualified because joined tables have one,
    /// too.
    static let columns: SQL = """
        id, purpose, title, category, price, discounted_price, currency, \
        neighbourhood, stock, status, date_posted, date_pulled_up, photo, item.position
        """
    static let selectAt: SQL = "SELECT \(columns) FROM item WHERE position = ?"

    convenience init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), purpose: try row.next(), title: try row.next(),
            category: try row.next(), price: try Price(&row),
            neighbourhood: try Neighbourhood(&row), stock: try row.next(),
            status: try row.next(), datePosted: try row.next(), datePulledUp: try row.next(),
            photo: try row.next(), position: try row.next() as Item.Position)
    }
}

extension Price {
    /// NULL is an open price.
    fileprivate var storedAmount: Int64? { isOpen ? nil : amount }

    init(_ row: inout Statement) throws(StorageError) {
        let (amount, discountedAmount): (Int64?, Int64?) = (try row.next(), try row.next())
        let currency: Currency = try row.next()
        guard let amount else {
            self = .open(in: currency)
            return
        }
        guard
            let price = try? Price(amount, discountedTo: discountedAmount, currency: currency)
        else { throw row.damage("price") }
        self = price
    }
}
