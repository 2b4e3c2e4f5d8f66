import Market

/// For whom one of an item is kept, as its seller is told elsewhere than in their conversation.
public struct Holder: Equatable, Sendable {
    /// What the link to their conversation is made of.
    public let conversation: Conversation.ID
    /// Who it is, and when they meet, if that is agreed on.
    public let text: Phrase

    /// Nil for who has left.
    init?(_ conversation: Conversation, in zone: MarketTimeZone, at now: Timestamp) {
        guard conversation.stage.holdsStock,
            let nickname = Correspondent(conversation.other).nickname
        else { return nil }
        self.conversation = conversation.id
        if let appointment = conversation.meeting.appointment {
            let time = Phrase.Argument.phrase(zone.appointmentText(appointment.date, at: now))
            text = Phrase(.reservedForAt, .text(nickname), time)
        } else {
            text = Phrase(.reservedFor, .text(nickname))
        }
    }

    /// Those for whom one is kept, written in last first.
    static func all(
        of item: Item.ID, by seller: Account.ID, limit: Int, in storage: any SellingStorage,
        zone: MarketTimeZone, at now: Timestamp
    ) async throws(StorageError) -> [Holder] {
        try await storage.conversationsToClose(about: item, by: seller, limit: limit)
            .compactMap { Holder($0, in: zone, at: now) }
    }
}
