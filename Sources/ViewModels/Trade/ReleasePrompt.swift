import Market

/// Asks before what is kept for somebody is given back, where more goes with it than the two have again
/// by a button.
public struct ReleasePrompt: Sendable {
    /// In which conversation.
    public typealias Input = Conversation.ID
    /// What is asked.
    public typealias Output = Question

    private let storage: any MarketStorage
    private let zone: MarketTimeZone

    /// Reads from `storage`.
    public init(storage: any MarketStorage, zone: MarketTimeZone) {
        self.storage = storage
        self.zone = zone
    }

    /// - Returns: nil where there is nothing to ask, or to give back.
    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for id: Input, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        let conversation = try await storage.conversation(id, of: reader)
        let lost = conversation.lostByRelease(
            isAwaited: try await storage.isAwaited(conversation, at: now), at: now, in: zone)
        guard !lost.isEmpty else { return nil }
        return Question(
            heading: Phrase(.askRelease), consequences: lost, answer: Phrase(.release))
    }
}

extension DealingStorage {
    /// Whether somebody else is told at once when what is kept in a conversation is given back.
    func isAwaited(
        _ conversation: Conversation, at now: Timestamp
    ) async throws(StorageError) -> Bool {
        guard conversation.allows(.release, at: now), let item = conversation.item else {
            return false
        }
        return try await countInLine(for: item.id) > 0
    }
}

extension Conversation {
    /// What goes when its reader gives back what is kept, and is not to be had again by a button, a
    /// sentence each.
    /// - Parameter isAwaited: whether somebody else is told at once.
    func lostByRelease(
        isAwaited: Bool, at now: Timestamp, in zone: MarketTimeZone
    ) -> [Phrase] {
        guard allows(.release, at: now) else { return [] }
        var lost: [Phrase] = []
        if let appointment = meeting.appointment {
            let time = Phrase.Argument.phrase(zone.appointmentText(appointment.date, at: now))
            lost.append(Phrase(.releaseEndsAppointment, time))
        } else if meeting.proposal != nil {
            lost.append(Phrase(.releaseEndsProposal))
        }
        if isAwaited { lost.append(Phrase(.releaseTellsNext)) }
        if party == .asker { lost.append(Phrase(.releaseIsFinal)) }
        return lost
    }
}
