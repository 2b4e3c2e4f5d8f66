import Market

extension SQLStorage {
    public func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, before message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [ChatMessage] {
        try await read { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            let messages: [ChatMessage] = try connection.all(
                """
                SELECT \(ChatMessage.columns) FROM message WHERE conversation = ? AND id < ?
                ORDER BY id DESC LIMIT ?
                """, id, message ?? .max, max(limit, 0))
            return try connection.withRemovalReasons(messages, for: row.party)
        }
    }

    public func messages(
        in id: Conversation.ID, of reader: Conversation.Reader, after message: ChatMessage.ID?,
        limit: Int
    ) async throws(StorageError) -> [ChatMessage] {
        try await read { connection throws(StorageError) in
            _ = try connection.conversation(id, of: reader)
            return try connection.all(
                """
                SELECT \(ChatMessage.columns) FROM message WHERE conversation = ? AND id > ?
                ORDER BY id LIMIT ?
                """, id, message ?? .min, max(limit, 0))
        }
    }

    public func changes(
        in id: Conversation.ID, of reader: Conversation.Reader,
        after revision: Conversation.Revision, limit: Int
    ) async throws(StorageError) -> ConversationChanges {
        try await read { connection throws(StorageError) in
            let row = try connection.conversation(id, of: reader)
            // The oldest changes, sorted by when the messages were sent.
            let messages: [ChatMessage] = try connection.all(
                """
                SELECT \(ChatMessage.columns) FROM (
                    SELECT * FROM message WHERE conversation = ? AND revision > ?
                    ORDER BY revision LIMIT ?) AS changed
                ORDER BY id
                """, id, revision, max(limit, 0))
            return ConversationChanges(
                conversation: try row.conversation(connection),
                messages: try connection.withRemovalReasons(messages, for: row.party))
        }
    }

    public func insert(
        _ message: NewChatMessage, in id: Conversation.ID, by writer: Conversation.Reader
    ) async throws(StorageError) -> ChatMessage.ID {
        try await writeConversation { connection throws(StorageError) in
            try connection.insert(message, in: id, by: writer)
        }
    }

    public func photo(
        of message: ChatMessage.ID, in id: Conversation.ID, of reader: Conversation.Reader,
        _ size: Photo.Size
    ) async throws(StorageError) -> [UInt8] {
        let column: SQL
        switch size {
        case .thumbnail: throw .photoNotFound
        case .medium: column = "medium"
        case .full: column = "\"full\""
        }
        return try await read { connection throws(StorageError) in
            _ = try connection.conversation(id, of: reader)
            let bytes: [UInt8]? = try connection.first(
                """
                SELECT \(column) FROM message_photo JOIN message ON message.id = message
                WHERE message = ? AND conversation = ? AND is_taken_back = 0
                """, message, id)
            guard let bytes else { throw .photoNotFound }
            return bytes
        }
    }

    public func takeBack(
        _ message: ChatMessage.ID, in id: Conversation.ID, by writer: Conversation.Reader,
        at now: Timestamp
    ) async throws(StorageError) {
        try await writeConversation { connection throws(StorageError) in
            let row = try connection.conversation(id, of: writer)
            let kept = try connection.message(message, in: id)
            guard !kept.isTakenBack else { return ((), nil) }
            try kept.checkTakeBack(by: row.party, at: now)
            try connection.run(
                """
                UPDATE message SET text = '', width = NULL, height = NULL, amount = NULL,
                    currency = NULL, meets = NULL, is_taken_back = 1, revision = ?
                WHERE id = ?
                """, row.revision.next, message)
            if row.proposal == message {
                try connection.run("UPDATE conversation SET proposal = NULL WHERE id = ?", id)
            }
            try connection.run("DELETE FROM message_photo WHERE message = ?", message)
            let wasRead = row.readByOther ?? .min >= message
            try connection.note(row, unread: wasRead ? 0 : -1)
            return ((), row)
        }
    }
}

extension Connection {
    /// - Returns: the message's id, and the conversation as it was before; nil if the message had
    ///   been sent already.
    /// - Throws: `.notFound`; as `Conversation.checkMayWrite`.
    func insert(
        _ message: NewChatMessage, in id: Conversation.ID, by writer: Conversation.Reader
    ) throws(StorageError) -> (ChatMessage.ID, ConversationRow?) {
        let row = try conversation(id, of: writer)
        let token = message.token.isEmpty ? nil : message.token
        if let token,
            let sent: ChatMessage.ID = try first(
                "SELECT id FROM message WHERE conversation = ? AND is_sellers = ? AND token = ?",
                id, row.party == .seller, token)
        {
            return (sent, nil)
        }
        try Conversation.checkMayWrite(to: row.other, about: row.item, by: row.party, at: row.stage)
        try checkMayReach(by: row)
        try answerNoShows(of: row.party, in: id, at: message.date)
        guard let photo = message.photo else {
            let sent = try append(.text, message.text, token: token, at: message.date, to: row)
            return (sent, row)
        }
        let size = SentPhoto(width: photo.photo.width, height: photo.photo.height)
        let sent = try append(.photo(size), token: token, at: message.date, to: row)
        try insert(photo, of: sent)
        return (sent, row)
    }

    private func insert(_ photo: DevelopedPhoto, of message: ChatMessage.ID) throws(StorageError) {
        try photo.medium.withUnsafeBufferPointer { medium throws(StorageError) in
            try photo.full.withUnsafeBufferPointer { full throws(StorageError) in
                _ = try run(
                    "INSERT INTO message_photo (message, medium, \"full\") VALUES (?, ?, ?)",
                    message, PinnedBytes(bytes: medium), PinnedBytes(bytes: full))
            }
        }
    }

    /// Appends a message by the reader of the row.
    @discardableResult
    func append(
        _ kind: ChatMessage.Kind, _ text: String = "", token: String? = nil, at date: Timestamp,
        to row: ConversationRow
    ) throws(StorageError) -> ChatMessage.ID {
        let sent: ChatMessage.ID = try insert(
            """
            INSERT INTO message (
                conversation, is_sellers, revision, date, token, note, amount, currency, width,
                height, meets, text
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            row.id, row.party == .seller, row.revision.next, date, token, kind.note,
            kind.offer?.amount, kind.offer?.currency, kind.photo?.width, kind.photo?.height,
            kind.appointment?.date, kind.appointment?.spot ?? text)
        try run("UPDATE conversation SET last = ? WHERE id = ?", sent, row.id)
        try note(row, unread: 1)
        return sent
    }

    /// - Throws: `.notFound`.
    func message(
        _ message: ChatMessage.ID, in id: Conversation.ID
    ) throws(StorageError) -> ChatMessage {
        try one(
            "SELECT \(ChatMessage.columns) FROM message WHERE id = ? AND conversation = ?",
            message, id)
    }

    /// Notes a change by the reader of the row, and adds to the other's count of unread messages. If
    /// either of the two has archived the conversation, something unread puts it back into their list.
    func note(_ row: ConversationRow, unread: Int) throws(StorageError) {
        let others: SQL = row.party == .seller ? "asker_unread" : "seller_unread"
        try run(
            "UPDATE conversation SET revision = ?, \(others) = \(others) + ? WHERE id = ?",
            row.revision.next, unread, row.id)
        guard unread > 0, row.isArchived || row.isArchivedByOther else { return }
        try run(
            "UPDATE conversation SET seller_archived = 0, asker_archived = 0 WHERE id = ?", row.id)
    }
}

extension ChatMessage.Note {
    /// The notes made by the market, as a list for SQL.
    static let markets: SQL = list(of: \.isMarkets)
    /// The notes saying that the item is gone, as a list for SQL.
    static let gone: SQL = list(of: \.saysGone)

    private static func list(of isMeant: (Self) -> Bool) -> SQL {
        SQL(
            stringLiteral: allCases.filter(isMeant).map { "\($0.rawValue)" }
                .joined(separator: ", "))
    }
}

extension Conversation.Revision {
    var next: Self { Self(rawValue: rawValue + 1) }
}

extension ChatMessage.Kind {
    fileprivate var note: ChatMessage.Note? {
        if case .note(let note) = self { note } else { nil }
    }

    fileprivate var offer: PriceOffer? {
        if case .offer(let offer) = self { offer } else { nil }
    }

    fileprivate var photo: SentPhoto? {
        if case .photo(let photo) = self { photo } else { nil }
    }

    fileprivate var appointment: Appointment? {
        if case .appointment(let appointment) = self { appointment } else { nil }
    }

    /// - Parameter text: the message's text; for an appointment it says where.
    fileprivate init(_ row: inout Statement, text: String) throws(StorageError) {
        let note: ChatMessage.Note? = try row.next()
        let (amount, currency): (Int64?, Currency?) = (try row.next(), try row.next())
        let answer: Int? = try row.next()
        let (width, height): (Int?, Int?) = (try row.next(), try row.next())
        let meets: Timestamp? = try row.next()
        if let note {
            self = .note(note)
        } else if let amount, let currency {
            self = .offer(
                PriceOffer(
                    amount: amount, currency: currency,
                    answer: answer.flatMap(PriceOffer.Answer.init)))
        } else if let meets {
            self = .appointment(
                Appointment(
                    date: meets, spot: text, outcome: answer.flatMap(Appointment.Outcome.init)))
        } else if let width, let height {
            self = .photo(SentPhoto(width: width, height: height))
        } else {
            self = .text
        }
    }
}

/// Who has taken a message back, as stored in `is_taken_back`. A message that an operator has
/// removed keeps its content, since it may be restored.
enum MessageWithdrawal: Int, Bindable, ColumnValue {
    case byNobody
    case byWriter
    case byOperator
}

extension ChatMessage: Record {
    static let columns: SQL = """
        id, is_sellers, text, date, is_taken_back, note, amount, currency, answer, width, height, \
        meets, pieces
        """

    init(_ row: inout Statement) throws(StorageError) {
        let id: ChatMessage.ID = try row.next()
        let isSellers: Bool = try row.next()
        let text: String = try row.next()
        let (date, withdrawal): (Timestamp, MessageWithdrawal) = (try row.next(), try row.next())
        let kind = try Kind(&row, text: text)
        let pieces: Int64? = try row.next()
        let isRemoved = withdrawal == .byOperator
        self.init(
            id: id, author: isSellers ? .seller : .asker,
            text: kind.appointment == nil && !isRemoved ? text : "", date: date,
            isTakenBack: withdrawal != .byNobody, isRemoved: isRemoved,
            kind: isRemoved ? .text : kind, pieces: pieces ?? 1)
    }
}
