import Market

/// For whom one of an item is kept, or who has agreed on a price of it, as its seller is told
/// elsewhere than in their conversation.
public struct Holder: Equatable, Sendable {
    /// What the link to their conversation is made of.
    public let conversation: Conversation.ID
    /// Who it is, and when they meet, if that is agreed on, or at which price.
    public let text: Phrase
    /// Whether one is kept for them, which has to be given back before another gets it.
    public let isKept: Bool

    /// Nil for who has left.
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

    /// Nil for who has left, and where nothing is agreed on.
    private init?(agreedIn conversation: Conversation) {
        guard let agreed = conversation.agreedPrice,
            let nickname = Correspondent(conversation.other).nickname
        else { return nil }
        self.conversation = conversation.id
        isKept = false
        text = Phrase(
            .agreedWithOther, .text(nickname), .phrase(agreed.currency.text(agreed.amount)))
    }

    /// Who comes before the other of a conversation, as its seller is told: for whom all of it is kept,
    /// or who has agreed on a price of the last one, while another's may be taken.
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

    /// Those for whom one is kept, written in last first.
    static func all(
        of item: Item.ID, by seller: Conversation.Reader, limit: Int,
        in storage: any SellingStorage, zone: MarketTimeZone, at now: Timestamp
    ) async throws(StorageError) -> [Holder] {
        try await storage.conversationsToClose(about: item, by: seller, limit: limit)
            .compactMap { Holder($0, in: zone, at: now) }
    }
}
