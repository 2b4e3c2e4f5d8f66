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
        guard conversation.allows(.release, at: now), let item = conversation.item else {
            return nil
        }
        let isTurnTold = try await storage.isTurnTold(byReleaseOf: item.id, at: now)
        let lost = conversation.lostByRelease(isTurnTold: isTurnTold, at: now, in: zone)
        guard !lost.isEmpty else { return nil }
        return Question(
            heading: Phrase(.askRelease), consequences: lost, answer: Phrase(.release))
    }
}

extension Conversation {
    /// What goes when its reader gives back what is kept, and is not to be had again by a button, a
    /// sentence each.
    /// - Parameter isTurnTold: whether somebody else is told at once.
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
