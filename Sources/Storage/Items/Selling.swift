import Market

extension SQLStorage: SellingStorage {
    public func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) {
        try await writeConversations { connection throws(StorageError) in
            let item = try connection.item(id)
            try condition?.check(item)
            if status != .sold, let seller = item.seller { try connection.checkMayPost(seller) }
            return ((), try connection.setStatus(status, of: id, at: now))
        }
        feed.post([.items, .item(id)])
    }

    public func sell(
        _ id: Item.ID, leaving left: Int64, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) -> Conversation.ID? {
        let reserved: Conversation.ID? = try await writeConversations {
            connection throws(StorageError) in
            let former = try connection.item(id)
            try condition?.check(former)
            let reserved = try connection.reservations(of: id)
            guard reserved.count <= left else { return (reserved.first, []) }
            guard left > 0 else { return (nil, try connection.setStatus(.sold, of: id, at: now)) }
            guard former.status != .sold, left < former.content.stock else { return (nil, []) }
            try connection.run("UPDATE item SET stock = ? WHERE id = ?", left, id)
            return (nil, try connection.followStock(from: former, at: now))
        }
        feed.post([.items, .item(id)])
        return reserved
    }

    public func pullUp(
        _ id: Item.ID, at now: Timestamp, if condition: ItemCondition?
    ) async throws(StorageError) {
        try await write(.items) { connection throws(StorageError) in
            let item = try connection.item(id)
            try condition?.check(item)
            if let seller = item.seller { try connection.checkMayPost(seller) }
            try item.checkPullUp(at: now)
            // The sequence keeps the largest position that ever was.
            try connection.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'item'")
            try connection.run(
                """
                UPDATE item SET date_pulled_up = ?,
                    position = (SELECT seq FROM sqlite_sequence WHERE name = 'item')
                WHERE id = ?
                """,
                now, id)
        }
    }

    public func takeOver(
        _ id: Item.ID, by account: Account.ID
    ) async throws(StorageError) {
        let told = try await write(.items, .item(id), .organiser(account)) {
            connection throws(StorageError) -> [Account.ID] in
            let item = try connection.item(id)
            try connection.checkAccount(account)
            try connection.checkMayPost(account)
            try item.checkTakeOver()
            try connection.run(
                "UPDATE item SET seller = ?, password_hash = NULL WHERE id = ?", account, id)
            try connection.run("UPDATE hiding SET account = ? WHERE item = ?", account, id)
            let told = try connection.forgetPriceDrop(of: id, takenOverBy: account)
            try connection.takeOverConversations(about: id, by: account)
            try connection.keepSearch(of: connection.item(id), seen: nil)
            return told
        }
        feed.post(told.map(Change.organiser))
    }

    public func deleteItem(
        _ id: Item.ID, of account: Account.ID, at now: Timestamp
    ) async throws(StorageError) -> Deletion? {
        let deletion: Deletion? = try await writeConversations {
            connection throws(StorageError) in
            let item = try connection.item(id)
            guard item.seller == account else { throw .changedMeanwhile }
            let released = try connection.letGo(of: item, at: now)
            guard !item.isHidden else {
                try connection.run("DELETE FROM item WHERE id = ?", id)
                return (nil, released)
            }
            if released.contains(where: { $0.stage.holdsStock || $0.line != nil }) {
                try connection.updateStatus(of: id)
            }
            return (try connection.trash(item, of: account, at: now), released)
        }
        feed.post([.items, .item(id), .organiser(account)])
        return deletion
    }

    public func items(
        of seller: Account.ID, _ status: Item.Status, for purpose: Item.Purpose?,
        before position: Item.Position?, limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await all(
            Connection.selectOwn(for: purpose), seller, status, position ?? .max, max(limit, 0))
    }

    public func openItems(
        of seller: Account.ID, for purpose: Item.Purpose?, before position: Item.Position?,
        limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await read { [summaries] connection throws(StorageError) in
            try connection.openItems(
                of: seller, for: purpose, before: position, limit: max(limit, 0), summaries)
        }
    }

    public func items(
        of seller: Account.ID, titled search: SearchQuery, before position: Item.Position?,
        limit: Int
    ) async throws(StorageError) -> [ItemSummary] {
        try await readAside { connection throws(StorageError) in
            var rows = try connection.statement(
                Connection.selectOwnTitles, seller, position ?? .max)
            var positions: [Item.Position] = []
            while positions.count < limit, try rows.step() {
                let position: Item.Position = try rows.next()
                let title = SearchText(rows.column().bytes)
                if search.match(title: title) != nil { positions.append(position) }
            }
            var items: [ItemSummary] = []
            for position in positions {
                guard let item: ItemSummary = try connection.first(ItemSummary.selectAt, position)
                else { continue }
                items.append(item)
            }
            return items
        }
    }

    public func standings(
        at positions: [Item.Position]
    ) async throws(StorageError) -> [Item.ID: ItemStanding] {
        try await read { connection throws(StorageError) in
            var standings: [Item.ID: ItemStanding] = [:]
            for start in stride(from: 0, to: positions.count, by: SQL.groupSize) {
                var rows = try connection.prepare(Connection.selectStandings)
                try rows.bindGroup(positions, from: start)
                while try rows.step() {
                    let (id, lastMoved): (Item.ID, Timestamp) = (try rows.next(), try rows.next())
                    standings[id] = ItemStanding(
                        interests: try rows.next(), conversations: try rows.next(),
                        held: try rows.next(), lastMoved: lastMoved)
                }
            }
            return standings
        }
    }

    public func itemCounts(
        of seller: Account.ID
    ) async throws(StorageError) -> [Item.Purpose: [Item.Status: Int]] {
        try await read { connection throws(StorageError) in
            var rows = try connection.statement(Connection.countOwn, seller)
            var counts: [Item.Purpose: [Item.Status: Int]] = [:]
            while try rows.step() {
                let status: Item.Status = try rows.next()
                let (all, wanted): (Int, Int) = (try rows.next(), try rows.next())
                if all > wanted { counts[.offer, default: [:]][status] = all - wanted }
                if wanted > 0 { counts[.request, default: [:]][status] = wanted }
            }
            return counts
        }
    }
}

extension Connection {
    /// - Returns: the conversations that it has changed, as they were before.
    fileprivate func setStatus(
        _ status: Item.Status, of id: Item.ID, at now: Timestamp
    ) throws(StorageError) -> [ConversationRow] {
        let former = try item(id)
        var changed: [ConversationRow] = []
        if status == .selling, try isKeptInFull(former) {
            changed = try releaseAll(of: former, at: now)
        }
        // What is on sale once more is there.
        let isAnother = status == .selling && former.isGone
        try run(
            "UPDATE item SET status = ?, stock = ? WHERE id = ?", status,
            isAnother ? 1 : former.content.stock, id)
        if isAnother { try forgetLastClosing(of: id, offering: 1) }
        try wantAgain(former)
        // Whom it is reserved for is not said here.
        if status != .reserved { changed += try tellStanding(of: former, at: now) }
        changed += try endLine(of: id, at: now)
        return changed + (try tellFirstInLine(since: former, at: now))
    }

    /// What its seller has marked as promised is not, where some are left: those for whom the others
    /// are kept have nothing to do with it.
    private func isKeptInFull(_ item: Item) throws(StorageError) -> Bool {
        let held = Int64(try heldStock(of: item.id))
        return item.status == .sold || held >= item.content.stock
    }

    /// A wanted one has its search go along, unless that was given up: then it is gone for good.
    fileprivate func trash(
        _ item: Item, of account: Account.ID, at now: Timestamp
    ) throws(StorageError) -> Deletion? {
        let deletion = try delete(
            .items, of: account, at: now,
            "UPDATE deletion SET item = item.id FROM item WHERE deletion.id = ? AND item.id = ?",
            item.id)
        guard let deletion else { throw .itemNotFound }
        try run("DELETE FROM saved_search WHERE post = ? AND deletion IS NOT NULL", item.id)
        try run("UPDATE saved_search SET deletion = ? WHERE post = ?", deletion.id, item.id)
        try run(
            """
            UPDATE conversation SET item_title = ?, trashed_item = item, item = NULL
            WHERE item = ?
            """,
            item.content.title, item.id)
        try run("UPDATE report SET person = ? WHERE item = ?", account, item.id)
        try run(
            """
            UPDATE item SET position = -position, seller = NULL, submission_key = NULL
            WHERE id = ?
            """,
            item.id)
        try hidePhotos(ofTrashed: item.id)
        return deletion
    }

    /// As `SellingStorage.openItems`.
    func openItems(
        of seller: Account.ID, for purpose: Item.Purpose? = nil,
        before position: Item.Position? = nil, limit: Int, _ summaries: KeptSummaries
    ) throws(StorageError) -> [ItemSummary] {
        // A few, as they stand beside each of the seller's items; whole pages are rare.
        let isKept = purpose == nil && position == nil && limit <= Self.mostKeptOpen
        if isKept, let known = summaries.openItems(of: seller, limit: limit, at: snapshot) {
            return known
        }
        let items: [ItemSummary] = try all(
            Self.selectOpen(for: purpose), seller, Item.Status.selling, position ?? .max, limit)
        if isKept { summaries.keep(items, openOf: seller, limit: limit, at: snapshot) }
        return items
    }

    private static let mostKeptOpen = 16

    /// What a seller has open to everybody.
    static func selectOpen(for purpose: Item.Purpose?) -> SQL {
        switch purpose {
        case nil: selectOpenItems
        case .offer: selectOpenOffers
        case .request: selectOpenRequests
        }
    }

    /// The same with what is hidden.
    static func selectOwn(for purpose: Item.Purpose?) -> SQL {
        switch purpose {
        case nil: selectOwnItems
        case .offer: selectOwnOffers
        case .request: selectOwnRequests
        }
    }

    // Put together once, and each purpose by itself: what is wanted has an index of its own, which is
    // looked into only where the statement says so.
    private static let selectOpenItems: SQL = newest(where: "position > 0")
    private static let selectOpenOffers: SQL = newest(where: "position > 0 AND purpose = 0")
    private static let selectOpenRequests: SQL = newest(where: "position > 0 AND purpose = 1")
    private static let selectOwnItems: SQL = newest(where: "true")
    private static let selectOwnOffers: SQL = newest(where: "purpose = 0")
    private static let selectOwnRequests: SQL = newest(where: "purpose = 1")

    private static func newest(where condition: SQL) -> SQL {
        """
        SELECT \(ItemSummary.columns) FROM item
        WHERE seller = ? AND status = ? AND position < ? AND \(condition)
        ORDER BY position DESC LIMIT ?
        """
    }

    /// In no order of an index: what one seller has is put in order.
    fileprivate static let selectOwnTitles: SQL = """
        SELECT position, title FROM item
        WHERE seller = ? AND position < ? ORDER BY position DESC
        """

    fileprivate static let selectStandings: SQL = """
        SELECT id, coalesce(date_pulled_up, date_posted),
            (SELECT count(*) FROM interest WHERE interest.item = item.id),
            (SELECT count(*) FROM conversation WHERE conversation.item = item.id),
            (SELECT count(*) FROM conversation
                WHERE conversation.item = item.id AND stage IN (1, 2, 3, 4))
        FROM item WHERE position IN (\(SQL.group))
        """

    /// Of each status all, and those that are wanted: the seller's index has them all, and that of
    /// what is wanted says which these are, so that no other item is read for it.
    fileprivate static let countOwn: SQL = """
        SELECT item.status, count(*), count(request.position) FROM item
        LEFT JOIN item AS request INDEXED BY item_by_request
            ON request.position = item.position AND request.purpose = 1
        WHERE item.seller = ? GROUP BY item.status
        """
}
