import Market

/// Asks for confirmation before a reservation is released, if that ends more than a press of a
/// button restores.
public struct ReleasePrompt: Sendable {
    /// Which conversation.
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

    /// - Returns: nil when nothing is reserved, or releasing it needs no confirmation.
    /// - Throws: `.notFound` when the reader has no such conversation.
    public func output(
        for id: Input, of reader: Conversation.Reader, at now: Timestamp
    ) async throws(StorageError) -> Output? {
        let conversation = try await storage.conversation(id, of: reader)
        guard conversation.allows(.release, at: now), let item = conversation.item else {
            return nil
        }
        let isTurnTold = try await storage.isTurnTold(byReleaseOf: item.id, at: now)
        let lost = conversation.lostByRelease(isTurnTold: isTurnTold, at: now, in: zone)
        guard !lost.isEmpty else { return nil }
        return Question(heading: Phrase(.askRelease), consequences: lost, answer: Phrase(.release))
    }
}

extension Conversation {
    /// What is lost when the reader releases the reservation and no button restores, one sentence each.
    /// - Parameter isTurnTold: whether the next person in line is told at once.
    fileprivate func lostByRelease(
        isTurnTold: Bool, at now: Timestamp, in zone: MarketTimeZone
    ) -> [Phrase] {
        var lost: [Phrase] = []
        if let appointment = meeting.appointment {
            let time = Phrase.Argument.phrase(zone.appointmentText(appointment.date, at: now))
            lost.append(Phrase(.releaseEndsAppointment, time))
        } else if meeting.proposal != nil {
            lost.append(Phrase(.releaseEndsProposal))
        }
        if isTurnTold { lost.append(Phrase(.releaseTellsNext)) }
        if party == .asker { lost.append(Phrase(.releaseIsFinal)) }
        return lost
    }
}
