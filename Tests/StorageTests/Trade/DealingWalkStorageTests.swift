import Market
import Testing

/// Every step by each party at every stage: the storage accepts what `Dealing.rules` allow, and
/// refuses everything else as the table does.
struct DealingWalkStorageTests {
    @Test(arguments: Backend.all, Dealing.Stage.allCases)
    func exactlyTheStepsThatTheTableAllowsAreTaken(
        _ backend: Backend, _ stage: Dealing.Stage
    ) async throws {
        let steps = Dealing.Step.allCases
        let count = steps.count * 2
        try await Sale.over(backend, stock: Int64(count) + 1, askers: count) { sale in
            for number in 0..<count {
                let party: Dealing.Party = number < steps.count ? .seller : .asker
                try await sale.walk(steps[number % steps.count], number, by: party, at: stage)
            }
        }
    }
}

extension Sale {
    private static let hour: Int64 = 3_600

    /// Takes one step in a conversation of its own.
    fileprivate func walk(
        _ step: Dealing.Step, _ number: Int, by party: Dealing.Party, at stage: Dealing.Stage
    ) async throws {
        try await goOn(number, to: stage, for: party)
        try await prepare(step, number, by: party, at: stage)
        let before = try await seen(by: number)
        #expect(before.stage == stage)
        guard Dealing.allows(step, by: party, at: stage) else {
            await #expect(throws: StorageError.dealing(.isAt(stage)), "\(step) by \(party)") {
                try await take(step, number, by: party)
            }
            #expect(try await seen(by: number) == before, "\(step) by \(party)")
            return
        }
        try await take(step, number, by: party)
        let next = try Dealing.stage(after: step, by: party, at: stage)
        #expect(try await seen(by: number).stage == next, "\(step) by \(party)")
    }

    /// - Parameter party: the party whose step follows; what the other party can say is said by the
    ///   other.
    private func goOn(
        _ number: Int, to stage: Dealing.Stage, for party: Dealing.Party
    ) async throws {
        if stage == .asked { return }
        if stage == .closed { return try await sell(.close(at: nil), to: number) }
        try await sell(.reserve, to: number)
        if stage == .reserved { return }
        try await ask(
            .proposeAppointment(Appointment(date: noon + Self.hour, spot: "역")), by: number)
        try await sell(.acceptAppointment(seen(by: number).lastMessage.id), to: number)
        if stage == .appointed { return }
        try await take(stage == .met ? .sayMet : .sayNotCome, number, by: party.other)
    }

    /// Prepares what a step needs that is not in the table, if the stage allows that.
    private func prepare(
        _ step: Dealing.Step, _ number: Int, by party: Dealing.Party, at stage: Dealing.Stage
    ) async throws {
        switch step {
        case .acceptOffer, .declineOffer:
            guard Dealing.allows(.offerPrice, by: .asker, at: stage) else { return }
            try await take(.offerPrice, number, by: .asker)
        case .leaveLine where stage == .asked: try await take(.joinLine, number, by: .asker)
        case .acceptAppointment, .declineAppointment:
            guard Dealing.allows(.proposeAppointment, by: party.other, at: stage) else { return }
            try await take(.proposeAppointment, number, by: party.other)
        case .callOffAppointment where stage == .reserved:
            try await take(.proposeAppointment, number, by: .asker)
        default: return
        }
    }

    private func take(_ step: Dealing.Step, _ number: Int, by party: Dealing.Party) async throws {
        let reader = party == .seller ? ofSeller : .account(askers[number])
        let id = conversations[number]
        // Reservations are released before the appointment; whether the two met is said after it.
        let isAfter = step == .sayMet || step == .sayNotCome
        let now = noon + (isAfter ? Self.hour + NoShow.graceTime : 0)
        if step == .write {
            _ = try await storage.insert(NewChatMessage(text: "네", date: now), in: id, by: reader)
        } else if step == .review {
            try await storage.insert(ReviewContent(rating: .good), in: id, by: reader, at: now)
        } else if let move = try await move(step, number) {
            try await storage.take(move, in: id, by: reader, at: now)
        }
    }

    /// Nil for a step that is no move.
    private func move(_ step: Dealing.Step, _ number: Int) async throws -> Dealing.Move? {
        let last = try await seen(by: number).lastMessage.id
        let later = Appointment(date: noon + 2 * Self.hour, spot: "다른 곳")
        return switch step {
        case .write, .review: nil
        case .offerPrice: .offerPrice(1_000)
        case .acceptOffer: .acceptOffer(last)
        case .declineOffer: .declineOffer(last)
        case .joinLine: .joinLine
        case .leaveLine: .leaveLine
        case .reserve: .reserve
        case .release: .release
        case .proposeAppointment: .proposeAppointment(later)
        case .acceptAppointment: .acceptAppointment(last)
        case .declineAppointment: .declineAppointment(last)
        case .callOffAppointment: .callOffAppointment(word: "")
        case .sayMet: .sayMet
        case .sayNotCome: .sayNotCome
        case .close: .close(at: nil)
        case .reopen: .reopen
        case .dealAgain: .dealAgain
        }
    }
}
