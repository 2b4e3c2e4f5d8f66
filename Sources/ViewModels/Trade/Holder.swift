import Market

/// A person for whom one of an item is reserved, or who has agreed on its price, as the seller is
/// told outside that person's conversation.
public struct Holder: Equatable, Sendable {
    /// The conversation with that person, for the link to it.
    public let conversation: Conversation.ID
    /// Who it is, with the appointment or the agreed price, if any.
    public let text: Phrase
    /// Whether one is reserved for them, which must be released before somebody else can get it.
    public let isKept: Bool

    /// Nil when nothing is reserved in the conversation, or the person has left.
    init?(_ conversation: Conversation, in zone: MarketTimeZone, at now: Timestamp) {
        guard conversation.stage.holdsStock,
            let nickname = Correspondent(conversation.other).nickname
        else { return nil }
        self.conversation = conversation.id
        isKept = true
        if let appointment = conversation.meeting.appointment {
            let time = Phrase.Argument.phrase(zone.appointmentText(appointment.date, at: now))
            text = Phrase(.reservedForAt, .text(nickname), time)
        } else {
            text = Phrase(.reservedFor, .text(nickname))
        }
    }

    /// Nil when no price is agreed on, or the person has left.
    private init?(agreedIn conversation: Conversation) {
        guard let agreed = conversation.agreedPrice,
            let nickname = Correspondent(conversation.other).nickname
        else { return nil }
        self.conversation = conversation.id
        isKept = false
        text = Phrase(
            .agreedWithOther, .text(nickname), .phrase(agreed.currency.text(agreed.amount)))
    }

    /// Who is served before the other person of a conversation, for the seller: somebody for whom
    /// the item is reserved when nothing else is left; or, while the seller may accept an offer for
    /// the last piece, somebody who has already agreed on a price for it.
    static func ahead(
        of conversation: Conversation, for reader: Conversation.Reader,
        in storage: any SellingStorage, zone: MarketTimeZone, at now: Timestamp,
        isOfferOpen: Bool
    ) async throws(StorageError) -> Holder? {
        guard conversation.party == .seller, let item = conversation.item else { return nil }
        if conversation.isKeptForOthers {
            return try await all(
                of: item.id, by: reader, limit: 1, in: storage, zone: zone, at: now
            ).first
        }
        guard isOfferOpen, item.stock == 1 else { return nil }
        let others = try await storage.conversationsToClose(
            about: item.id, by: reader, limit: Sale.pageSize)
        return others.lazy.filter { $0.id != conversation.id }
            .compactMap { Holder(agreedIn: $0) }.first
    }

    /// The people for whom one is reserved, the most recently active first.
    static func all(
        of item: Item.ID, by seller: Conversation.Reader, limit: Int,
        in storage: any SellingStorage, zone: MarketTimeZone, at now: Timestamp
    ) async throws(StorageError) -> [Holder] {
        try await storage.conversationsToClose(about: item, by: seller, limit: limit)
            .compactMap { Holder($0, in: zone, at: now) }
    }
}
