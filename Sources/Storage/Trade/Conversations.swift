import Market

extension SQLiteStorage: ConversationStorage {
    public func ask(
        _ message: NewChatMessage, about item: Item.ID, by asker: Account.ID
    ) async throws(StorageError) -> Conversation.ID {
        let reader = Conversation.Reader.account(asker)
        return try await writeConversation { connection throws(StorageError) in
            try connection.checkAccount(asker)
            let id: Conversation.ID
            if let begun = try connection.conversation(about: item, by: asker) {
                id = begun
            } else {
                id = try connection.beginConversation(about: connection.item(item), by: asker)
            }
            let (_, changed) = try connection.insert(message, in: id, by: reader)
            return (id, changed)
        }
    }

    public func conversation(
        about item: Item.ID, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID? {
        try read { connection throws(StorageError) in
            try connection.conversation(about: item, by: asker)
        }
    }

    public func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) throws(StorageError) -> Conversation {
        try read { connection throws(StorageError) in
            try connection.conversation(id, of: reader).conversation(connection)
        }
    }

    public func conversations(
        of reader: Conversation.Reader, before message: ChatMessage.ID?, limit: Int
    ) throws(StorageError) -> [Conversation] {
        try read { connection throws(StorageError) in
            try connection.conversations(of: reader, before: message ?? .max, max(limit, 0))
                .map { id throws(StorageError) in
                    try connection.conversation(id, of: reader).conversation(connection)
                }
        }
    }

    public func conversations(about item: Item.ID) throws(StorageError) -> ItemConversations {
        try one(
            "SELECT \(ItemConversations.columns) FROM conversation WHERE item = ?", item)
    }

    public func countUnreadMessages(of account: Account.ID) throws(StorageError) -> Int {
        try read { connection throws(StorageError) in
            let sold = try connection.count(
                """
                SELECT coalesce(sum(seller_unread), 0) FROM conversation
                WHERE seller = ? AND seller_unread > 0
                """,
                account)
            let asked = try connection.count(
                """
                SELECT coalesce(sum(asker_unread), 0) FROM conversation
                WHERE asker = ? AND asker_unread > 0
                """,
                account)
            return sold + asked
        }
    }

    public func setRead(
        upTo message: ChatMessage.ID, in id: Conversation.ID, by reader: Conversation.Reader
    ) async throws(StorageError) {
        try await writeConversation { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            let message = min(message, row.last)
            guard message > row.read ?? .min else { return ((), nil) }
            let (read, unread): (SQL, SQL) =
                row.party == .seller
                ? ("seller_read", "seller_unread") : ("asker_read", "asker_unread")
            try connection.run(
                """
                UPDATE conversation SET revision = revision + 1, \(read) = ?, \(unread) = (
                    SELECT count(*) FROM message
                    WHERE conversation = conversation.id AND id > ? AND is_sellers = ?
                        AND NOT is_taken_back)
                WHERE id = ?
                """,
                message, message, row.party == .asker, id)
            return ((), row)
        }
    }

    /// - Parameter body: answers with the conversation that it has changed, as it was before; nil
    ///   when nothing has.
    func writeConversation<Value: Sendable>(
        body:
            @escaping @Sendable (Connection) throws(StorageError) -> (
                Value, ConversationRow?
            )
    ) async throws(StorageError) -> Value {
        try await writeConversations { connection throws(StorageError) in
            let (value, changed) = try body(connection)
            return (value, changed.map { [$0] } ?? [])
        }
    }

    /// The same of several, whose people are told.
    func writeConversations<Value: Sendable>(
        body:
            @escaping @Sendable (Connection) throws(StorageError) -> (Value, [ConversationRow])
    ) async throws(StorageError) -> Value {
        let (value, changed) = try await write(body: body)
        for row in changed {
            let people = [row.seller, row.asker].compactMap { $0 }
            feed.post([.conversation(row.id)] + people.map(Change.organiser))
        }
        return value
    }
}

extension Connection {
    fileprivate func conversation(
        about item: Item.ID, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID? {
        try first("SELECT id FROM conversation WHERE item = ? AND asker = ?", item, asker)
    }

    /// - Throws: as `Item.checkMayBeAsked`.
    fileprivate func beginConversation(
        about item: Item, by asker: Account.ID
    ) throws(StorageError) -> Conversation.ID {
        try item.checkMayBeAsked(by: asker)
        return try insert(
            """
            INSERT INTO conversation (item, seller, asker, is_guests, stage, item_title)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            item.id, item.seller, asker, item.seller == nil, Dealing.Stage.asked,
            item.content.title)
    }

    /// The one way to a conversation: whose it is not finds none.
    /// - Throws: `.notFound`.
    func conversation(
        _ id: Conversation.ID, of reader: Conversation.Reader
    ) throws(StorageError) -> ConversationRow {
        switch reader {
        case .account(let account):
            var row: ConversationRow = try one(
                "\(ConversationRow.select) WHERE conversation.id = ? AND (seller = ? OR asker = ?)",
                id, account, account)
            row.party = row.seller == account ? .seller : .asker
            return row
        case .guest(let item):
            return try one(
                "\(ConversationRow.select) WHERE conversation.id = ? AND item = ? AND is_guests",
                id, item)
        }
    }

    /// Written in last first. Both sides of an account in the order of one index each, merged.
    fileprivate func conversations(
        of reader: Conversation.Reader, before message: ChatMessage.ID, _ limit: Int
    ) throws(StorageError) -> [Conversation.ID] {
        switch reader {
        case .account(let account):
            try all(
                """
                SELECT id, last FROM conversation WHERE seller = ? AND last < ?
                UNION ALL SELECT id, last FROM conversation WHERE asker = ? AND last < ?
                ORDER BY last DESC LIMIT ?
                """,
                account, message, account, message, limit)
        case .guest(let item):
            try all(
                """
                SELECT id FROM conversation WHERE item = ? AND is_guests AND last < ?
                ORDER BY last DESC LIMIT ?
                """,
                item, message, limit)
        }
    }

    /// What was written about a guest's item is the account's now, which does not write to itself.
    func takeOverConversations(
        about item: Item.ID, by account: Account.ID
    ) throws(StorageError) {
        try run("DELETE FROM conversation WHERE item = ? AND asker = ?", item, account)
        try run(
            "UPDATE conversation SET seller = ?, is_guests = 0 WHERE item = ?", account, item)
        try takeOverReviews(of: item, by: account)
        try run(
            """
            UPDATE no_show SET account = ? WHERE is_sellers = 1
                AND conversation IN (SELECT id FROM conversation WHERE item = ?)
            """,
            account, item)
    }
}

// MARK: - Rows

/// A conversation with what is known of both sides.
struct ConversationRow: Record, Sendable {
    let id: Conversation.ID
    let item: Item.ID?
    let itemTitle: String
    let seller: Account.ID?
    let asker: Account.ID?
    /// Of who asks for it; a guest is always the seller.
    var party = Dealing.Party.seller
    let stage: Dealing.Stage
    let revision: Conversation.Revision
    let last: ChatMessage.ID
    /// The number in line; nil for who does not wait.
    let line: Int64?
    /// What is agreed on, and what waits for an answer.
    let appointment: ChatMessage.ID?
    let proposal: ChatMessage.ID?
    /// Of the reservation, in seconds; nil when it does not lapse.
    let term: Int64?
    private let lapses: Timestamp?
    private let heard: Set<Dealing.Party>
    private let isGuests: Bool
    private let sellerRead: ChatMessage.ID?
    private let askerRead: ChatMessage.ID?
    private let sellerUnread: Int
    private let askerUnread: Int
    private let sellerName: String?
    private let sellerPicture: Photo.ID?
    private let askerName: String?
    private let askerPicture: Photo.ID?

    static let columns: SQL = """
        conversation.id, item, item_title, seller, asker, stage, revision, last, \
        line, appointment, proposal, term, lapses, seller_met IS NOT NULL, \
        asker_met IS NOT NULL, is_guests, seller_read, asker_read, seller_unread, asker_unread, \
        seller_account.nickname, seller_account.picture, \
        asker_account.nickname, asker_account.picture
        """
    static let select: SQL = """
        SELECT \(columns) FROM conversation
        LEFT JOIN account AS seller_account ON seller_account.id = seller
        LEFT JOIN account AS asker_account ON asker_account.id = asker
        """

    init(_ row: inout Statement) throws(StorageError) {
        (id, item, itemTitle) = (try row.next(), try row.next(), try row.next())
        (seller, asker, stage) = (try row.next(), try row.next(), try row.next())
        (revision, last, line) = (try row.next(), try row.next(), try row.next())
        (appointment, proposal) = (try row.next(), try row.next())
        (term, lapses) = (try row.next(), try row.next())
        let (sellerIsHeard, askerIsHeard): (Bool, Bool) = (try row.next(), try row.next())
        heard = Set((sellerIsHeard ? [.seller] : []) + (askerIsHeard ? [.asker] : []))
        isGuests = try row.next()
        (sellerRead, askerRead) = (try row.next(), try row.next())
        (sellerUnread, askerUnread) = (try row.next(), try row.next())
        (sellerName, sellerPicture) = (try row.next(), try row.next())
        (askerName, askerPicture) = (try row.next(), try row.next())
    }

    var read: ChatMessage.ID? { party == .seller ? sellerRead : askerRead }
    var readByOther: ChatMessage.ID? { party == .seller ? askerRead : sellerRead }

    var other: Conversation.Person {
        let (name, picture) =
            party == .seller ? (askerName, askerPicture) : (sellerName, sellerPicture)
        return Conversation.Person(
            party == .seller ? asker : seller, name, picture,
            isGuest: party == .asker && isGuests)
    }

    func meeting(_ connection: Connection) throws(StorageError) -> Meeting {
        var meeting = Meeting(proposal: proposal, heard: heard)
        if let appointment,
            case .appointment(let agreed) = try connection.message(appointment, in: id).kind
        {
            meeting.appointment = agreed
        }
        return meeting
    }

    /// With its item and its last message, in the same state of what is kept.
    func conversation(_ connection: Connection) throws(StorageError) -> Conversation {
        var summary: ItemSummary?
        var (linePosition, freeStock): (Int?, Int64) = (nil, 0)
        if let item {
            summary = try connection.first(
                "SELECT \(ItemSummary.columns) FROM item WHERE id = ?", item)
            freeStock = try connection.freeStock(of: item)
            if let line {
                linePosition = try connection.count(
                    "SELECT count(*) FROM conversation WHERE item = ? AND line <= ?", item, line)
            }
        }
        return Conversation(
            id: id, item: summary, itemTitle: summary?.title ?? itemTitle, party: party,
            other: other, stage: stage, lastMessage: try connection.message(last, in: id),
            unread: party == .seller ? sellerUnread : askerUnread, read: read,
            readByOther: readByOther, revision: revision, linePosition: linePosition,
            freeStock: freeStock, closing: try connection.closing(of: self),
            meeting: try meeting(connection), lapses: lapses,
            noShow: try connection.noShow(in: id))
    }
}

extension ItemConversations: Record {
    static let columns: SQL = "count(*), coalesce(sum(seller_unread), 0)"

    init(_ row: inout Statement) throws(StorageError) {
        self.init(count: try row.next(), unread: try row.next())
    }
}
