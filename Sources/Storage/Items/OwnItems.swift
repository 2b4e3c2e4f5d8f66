import Market

/// A seller's own items, and how each is doing.
extension SQLStorage {
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

    public func guestItems(_ ids: [Item.ID]) async throws(StorageError) -> [GuestItem] {
        try await read { connection throws(StorageError) in
            var items: [Item.ID: GuestItem] = [:]
            for start in stride(from: 0, to: ids.count, by: SQL.groupSize) {
                var rows = try connection.prepare(GuestItem.select)
                try rows.bindGroup(ids, from: start)
                while try rows.step() {
                    let item = try GuestItem(&rows)
                    items[item.id] = item
                }
            }
            return ids.compactMap { items[$0] }
        }
    }

    public func newestQuestions(
        about ids: [Item.ID]
    ) async throws(StorageError) -> [Item.ID: ChatMessage.ID] {
        try await read { connection throws(StorageError) in
            var questions: [Item.ID: ChatMessage.ID] = [:]
            for start in stride(from: 0, to: ids.count, by: SQL.groupSize) {
                var rows = try connection.prepare(Connection.selectNewestQuestions)
                try rows.bindGroup(ids, from: start)
                while try rows.step() {
                    let (id, question): (Item.ID, ChatMessage.ID?) =
                        (try rows.next(), try rows.next())
                    questions[id] = question
                }
            }
            return questions
        }
    }
}

extension GuestItem: RowValue {
    /// A hidden item, and one in the trash, has a negative position.
    fileprivate static let select: SQL = """
        SELECT id, password_hash, (
            SELECT CAST(coalesce(sum(seller_unread), 0) AS bigint) FROM conversation
            WHERE conversation.item = item.id AND is_guests <> 0)
        FROM item WHERE id IN (\(SQL.group)) AND position > 0 AND password_hash IS NOT NULL
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(
            id: try row.next(), passwordHash: try row.next(), unreadMessages: try row.next())
    }
}

extension Connection {
    /// See `SellingStorage.openItems`.
    func openItems(
        of seller: Account.ID, for purpose: Item.Purpose? = nil,
        before position: Item.Position? = nil, limit: Int, _ summaries: ItemSummaryCache
    ) throws(StorageError) -> [ItemSummary] {
        // Caches the few items shown beside each of the seller's others; whole pages are rarely
        // read.
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

    /// Selects the items of a seller with one status that everybody can see, newest first.
    static func selectOpen(for purpose: Item.Purpose?) -> SQL {
        switch purpose {
        case nil: selectOpenItems
        case .offer: selectOpenOffers
        case .request: selectOpenRequests
        }
    }

    /// Selects a seller's items with one status, including hidden ones, newest first.
    static func selectOwn(for purpose: Item.Purpose?) -> SQL {
        switch purpose {
        case nil: selectOwnItems
        case .offer: selectOwnOffers
        case .request: selectOwnRequests
        }
    }

    // Built once, and separately for each purpose: wanted items have an index of their own, which
    // is only used if the purpose stands in the statement.
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

    /// No index has this order: the items of the one seller are sorted.
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

    fileprivate static let selectNewestQuestions: SQL = """
        SELECT id, (SELECT max((
                SELECT message.id FROM message
                WHERE message.conversation = conversation.id AND is_sellers = 0
                ORDER BY message.id DESC LIMIT 1))
            FROM conversation WHERE conversation.item = item.id AND is_guests <> 0)
        FROM item WHERE id IN (\(SQL.group))
        """

    /// For each status, the number of all items and of wanted items. The seller's index has them
    /// all, and the index of wanted items tells which of them are wanted, so that no item is read.
    fileprivate static let countOwn: SQL = """
        SELECT item.status, count(*), count(request.position) FROM item
        LEFT JOIN item AS request INDEXED BY item_by_request
            ON request.position = item.position AND request.purpose = 1
        WHERE item.seller = ? GROUP BY item.status
        """
}
