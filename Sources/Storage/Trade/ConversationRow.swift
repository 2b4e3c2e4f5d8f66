import Market

/// A conversation's row, with the data of both sides.
struct ConversationRow: Record, Sendable {
    let id: Conversation.ID
    let item: Item.ID?
    let itemTitle: String
    let seller: Account.ID?
    let asker: Account.ID?
    /// The side of the reader; a guest is always the seller.
    var party = Dealing.Party.seller
    let stage: Dealing.Stage
    let revision: Conversation.Revision
    let last: ChatMessage.ID
    /// The number in the waiting line; nil if the asker is not in line.
    let line: Int64?
    /// The appointment agreed on, and the proposal waiting for an answer.
    let appointment: ChatMessage.ID?
    let proposal: ChatMessage.ID?
    /// The price offer that was accepted last.
    private let agreed: ChatMessage.ID?
    /// The message with which the present dealing began; nil for the first dealing.
    private let beginning: ChatMessage.ID?
    /// The term of the reservation in seconds; nil if it does not lapse.
    let term: Int64?
    private let lapses: Timestamp?
    private let heard: Set<Dealing.Party>
    private let isGuests: Bool
    /// How many closings the two have had.
    let closings: Int
    private let sellerRead: ChatMessage.ID?
    private let askerRead: ChatMessage.ID?
    private let sellerUnread: Int
    private let askerUnread: Int
    private let sellerName: String?
    private let sellerPicture: Photo.ID?
    private let askerName: String?
    private let askerPicture: Photo.ID?
    private let suspended: Set<Dealing.Party>
    /// Those of the two who have blocked the other.
    private let blockers: Set<Dealing.Party>
    /// Those of the two who have muted the conversation.
    private let muters: Set<Dealing.Party>
    /// Those of the two who have archived it.
    private let archivers: Set<Dealing.Party>

    /// The values for an accepted price (1) and a new dealing (21) are literals as in the indexes,
    /// which bound values would not match.
    static let columns: SQL = """
        conversation.id, item, item_title, seller, asker, stage, revision, last, \
        line, appointment, proposal, \
        (SELECT max(id) FROM message WHERE message.conversation = conversation.id \
            AND amount IS NOT NULL AND answer = 1), \
        (SELECT max(id) FROM message WHERE message.conversation = conversation.id \
            AND note = 21), \
        term, lapses, seller_met IS NOT NULL, asker_met IS NOT NULL, is_guests, closings, \
        seller_read, asker_read, seller_unread, asker_unread, \
        seller_account.nickname, seller_account.picture, \
        asker_account.nickname, asker_account.picture, \
        seller_account.date_suspended IS NOT NULL, asker_account.date_suspended IS NOT NULL, \
        EXISTS (SELECT 1 FROM block WHERE account = seller AND blocked = asker), \
        EXISTS (SELECT 1 FROM block WHERE account = asker AND blocked = seller), \
        seller_muted, asker_muted, seller_archived, asker_archived
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
        (agreed, beginning) = (try row.next(), try row.next())
        (term, lapses) = (try row.next(), try row.next())
        let (sellerIsHeard, askerIsHeard): (Bool, Bool) = (try row.next(), try row.next())
        heard = Set((sellerIsHeard ? [.seller] : []) + (askerIsHeard ? [.asker] : []))
        (isGuests, closings) = (try row.next(), try row.next())
        (sellerRead, askerRead) = (try row.next(), try row.next())
        (sellerUnread, askerUnread) = (try row.next(), try row.next())
        (sellerName, sellerPicture) = (try row.next(), try row.next())
        (askerName, askerPicture) = (try row.next(), try row.next())
        let (sellerIsSuspended, askerIsSuspended): (Bool, Bool) = (try row.next(), try row.next())
        suspended = Set((sellerIsSuspended ? [.seller] : []) + (askerIsSuspended ? [.asker] : []))
        let (sellerBlocks, askerBlocks): (Bool, Bool) = (try row.next(), try row.next())
        blockers = Set((sellerBlocks ? [.seller] : []) + (askerBlocks ? [.asker] : []))
        let (sellerMutes, askerMutes): (Bool, Bool) = (try row.next(), try row.next())
        muters = Set((sellerMutes ? [.seller] : []) + (askerMutes ? [.asker] : []))
        let (sellerArchives, askerArchives): (Bool, Bool) = (try row.next(), try row.next())
        archivers = Set((sellerArchives ? [.seller] : []) + (askerArchives ? [.asker] : []))
    }

    /// The reader's account; nil for a guest.
    var account: Account.ID? { party == .seller ? seller : asker }
    /// Nil for a guest, and for a person who has left.
    var otherAccount: Account.ID? { party == .seller ? asker : seller }
    var read: ChatMessage.ID? { party == .seller ? sellerRead : askerRead }
    var readByOther: ChatMessage.ID? { party == .seller ? askerRead : sellerRead }
    var unread: Int { party == .seller ? sellerUnread : askerUnread }
    var isMuted: Bool { muters.contains(party) }
    var isArchived: Bool { archivers.contains(party) }
    var isArchivedByOther: Bool { archivers.contains(party.other) }

    var other: Conversation.Person {
        let (name, picture) =
            party == .seller ? (askerName, askerPicture) : (sellerName, sellerPicture)
        return Conversation.Person(
            otherAccount, name, picture, isGuest: party == .asker && isGuests)
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

    /// A price agreed on in an earlier dealing does not apply to the next, whether that was closed
    /// or the closing was taken back.
    func agreedPrice(_ connection: Connection) throws(StorageError) -> PriceOffer? {
        guard let agreed, agreed > beginning ?? .min,
            case .offer(let offer) = try connection.message(agreed, in: id).kind
        else { return nil }
        return offer
    }

    /// The conversation with its item and its last message, from the same snapshot.
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
            unread: unread, read: read, readByOther: readByOther, revision: revision,
            linePosition: linePosition, freeStock: freeStock, agreed: try agreedPrice(connection),
            closings: try connection.closings(of: self), meeting: try meeting(connection),
            lapses: lapses, noShow: try connection.noShow(in: id),
            isBlocked: blockers.contains(party), isSuspended: suspended.contains(party),
            isUnreachable: suspended.union(blockers).contains(party.other), isMuted: isMuted,
            isArchived: isArchived)
    }
}

extension Conversation.Reader {
    /// The reader's account as a seller, to be compared with `coalesce(seller, 0)`.
    var storedSeller: Int64 { account?.rawValue ?? 0 }
}

extension ItemConversations: Record {
    static let columns: SQL = """
        count(*), CAST(coalesce(sum(seller_unread), 0) AS bigint), \
        CAST(coalesce(sum(CASE WHEN stage IN (1, 2, 3, 4) THEN 1 ELSE 0 END), 0) AS bigint)
        """

    init(_ row: inout Statement) throws(StorageError) {
        self.init(count: try row.next(), unread: try row.next(), held: try row.next())
    }
}
