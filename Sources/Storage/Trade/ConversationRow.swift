import Market

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
    /// The price that was taken last.
    private let agreed: ChatMessage.ID?
    /// What tells that the present dealing has begun; nil in the first one.
    private let beginning: ChatMessage.ID?
    /// Of the reservation, in seconds; nil when it does not lapse.
    let term: Int64?
    private let lapses: Timestamp?
    private let heard: Set<Dealing.Party>
    private let isGuests: Bool
    /// How many dealings the two have closed.
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

    /// That a price was taken (1), and that a dealing has begun again (21), is written as indexes have
    /// it, which know no bound values.
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
        EXISTS (SELECT 1 FROM block WHERE account = asker AND blocked = seller)
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
    }

    /// Whose it is that reads it; nil for a guest.
    var account: Account.ID? { party == .seller ? seller : asker }
    /// Nil for a guest, and for who has left.
    var otherAccount: Account.ID? { party == .seller ? asker : seller }
    var read: ChatMessage.ID? { party == .seller ? sellerRead : askerRead }
    var readByOther: ChatMessage.ID? { party == .seller ? askerRead : sellerRead }

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

    /// That of a dealing before is none of the next, whether it was closed or that was taken back.
    func agreedPrice(_ connection: Connection) throws(StorageError) -> PriceOffer? {
        guard let agreed, agreed > beginning ?? .min,
            case .offer(let offer) = try connection.message(agreed, in: id).kind
        else { return nil }
        return offer
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
            freeStock: freeStock, agreed: try agreedPrice(connection),
            closings: try connection.closings(of: self), meeting: try meeting(connection),
            lapses: lapses, noShow: try connection.noShow(in: id),
            isBlocked: blockers.contains(party), isSuspended: suspended.contains(party),
            isUnreachable: suspended.union(blockers).contains(party.other))
    }
}

extension Conversation.Reader {
    /// Of the conversations that it reads as their seller, for `coalesce(seller, 0)`.
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
