import Market
import Testing

@testable import ViewModels

/// Every step by each party at every stage, through the view model: what `Dealing.rules` allow is
/// done and leads where they say; everything else is refused and changes nothing.
struct DealingWalkTests {
    private static let hour: Int64 = 3_600

    /// What one of the two pages with steps submits.
    private enum Action {
        case chat(ConversationDetail.Action)
        case review
    }

    /// A conversation brought to a stage at which only the table decides.
    private struct Walk {
        let trade: TradeFixture
        let id: Conversation.ID

        func reader(_ party: Dealing.Party) -> Conversation.Reader {
            party == .seller ? trade.ofSeller : trade.ofAsker
        }

        func take(
            _ move: Dealing.Move, by party: Dealing.Party, after seconds: Int64 = 0
        ) async throws {
            try await trade.take(move, in: id, by: reader(party), after: seconds)
        }

        /// - Returns: why it was refused; nil if it was done.
        func submit(
            _ action: Action, by party: Dealing.Party, at now: Timestamp
        ) async throws -> Refusal? {
            switch action {
            case .chat(let action):
                return try await trade.detail.submit(
                    action, in: id, of: reader(party), at: now
                ).refusal
            case .review:
                let form = ReviewForm(storage: trade.storage, zone: .seoul)
                return try await form.submit(
                    .write(rating: "3", remarks: [], text: ""), in: id, of: reader(party), at: now
                ).refusal
            }
        }

        func stage() async throws -> Dealing.Stage {
            try await trade.storage.conversation(id, of: trade.ofSeller).stage
        }

        func lastMessage() async throws -> ChatMessage.ID {
            try await trade.storage.conversation(id, of: trade.ofSeller).lastMessage.id
        }

        /// - Parameter party: the party whose step follows; what the other party can say is said by
        ///   the other.
        func goOn(to stage: Dealing.Stage, for party: Dealing.Party) async throws {
            if stage == .asked { return }
            if stage == .closed { return try await take(.close(at: nil), by: .seller) }
            try await take(.reserve, by: .seller)
            if stage == .reserved { return }
            let appointment = Appointment(date: trade.now + hour, spot: "역")
            try await take(.proposeAppointment(appointment), by: .asker)
            try await take(.acceptAppointment(try await lastMessage()), by: .seller)
            if stage == .appointed { return }
            try await take(
                stage == .met ? .sayMet : .sayNotCome, by: party.other,
                after: hour + NoShow.graceTime)
        }
    }

    /// The action for a step, after preparing what it needs that is not in the table, if the stage
    /// allows that.
    private func action(
        _ step: Dealing.Step, by party: Dealing.Party, on walk: Walk
    ) async throws -> Action {
        let stage = try await walk.stage()
        let later = Appointment(date: walk.trade.now + 2 * Self.hour, spot: "다른 곳")
        switch step {
        case .write: return .chat(.write("안녕하세요", token: ""))
        case .offerPrice: return .chat(.offer(price: "3만"))
        case .acceptOffer, .declineOffer:
            if Dealing.allows(.offerPrice, by: .asker, at: stage) {
                try await walk.take(.offerPrice(1_000), by: .asker)
            }
            let offer = try await walk.lastMessage()
            return .chat(.take(step == .acceptOffer ? .acceptOffer(offer) : .declineOffer(offer)))
        case .joinLine: return .chat(.take(.joinLine))
        case .leaveLine:
            if stage == .asked { try await walk.take(.joinLine, by: .asker) }
            return .chat(.take(.leaveLine))
        case .reserve: return .chat(.reserve(term: "7"))
        case .release: return .chat(.take(.release))
        case .proposeAppointment:
            let typed = AppointmentInput(date: "2026-11-23", time: "15:00", spot: "역")
            return .chat(.propose(typed))
        case .acceptAppointment, .declineAppointment:
            if Dealing.allows(.proposeAppointment, by: party.other, at: stage) {
                try await walk.take(.proposeAppointment(later), by: party.other)
            }
            let proposal = try await walk.lastMessage()
            return .chat(
                .take(
                    step == .acceptAppointment
                        ? .acceptAppointment(proposal) : .declineAppointment(proposal)))
        case .callOffAppointment:
            if stage == .reserved { try await walk.take(.proposeAppointment(later), by: .asker) }
            return .chat(.callOff(word: ""))
        case .sayMet: return .chat(.arrive("met"))
        case .sayNotCome: return .chat(.arrive("not-come"))
        case .close: return .chat(.close(price: ""))
        case .reopen: return .chat(.take(.reopen))
        case .dealAgain: return .chat(.take(.dealAgain))
        case .review: return .review
        }
    }

    /// Nil for a step that is only offered after another one.
    private func isOffered(_ step: Dealing.Step, on page: ConversationDetail.Output) -> Bool? {
        let (steps, last) = (page.steps, page.messages.last)
        return switch step {
        case .write: page.silence == nil
        case .offerPrice: steps.mayOffer
        case .acceptOffer, .declineOffer: last?.offer?.mayBeAnswered ?? false
        case .joinLine: nil
        case .leaveLine: steps.mayLeaveLine
        case .reserve: steps.mayReserve
        case .release: steps.mayRelease
        case .proposeAppointment: steps.mayPropose
        case .acceptAppointment, .declineAppointment: last?.appointment?.mayBeAnswered ?? false
        case .callOffAppointment: steps.mayCallOff
        case .sayMet: steps.maySayMet
        case .sayNotCome: steps.maySayNotCome
        case .close: steps.mayClose
        case .reopen: steps.reopening != nil
        case .review: steps.review != nil
        case .dealAgain: steps.mayDealAgain
        }
    }

    @Test(arguments: Dealing.Stage.allCases, Dealing.Party.allCases)
    func everyStepIsTakenOrRefusedAsTheTableSays(
        _ stage: Dealing.Stage, _ party: Dealing.Party
    ) async throws {
        for step in Dealing.Step.allCases {
            try await TradeFixture.with { trade in
                // One piece is left after a closing.
                try await trade.setStock(2)
                let walk = Walk(trade: trade, id: try await trade.ask())
                try await walk.goOn(to: stage, for: party)
                #expect(try await walk.stage() == stage)
                let action = try await action(step, by: party, on: walk)
                // Reservations are released before the appointment; whether the two met is said after it.
                let isAfter = [.sayMet, .sayNotCome].contains(step)
                let now = trade.now + (isAfter ? Self.hour + NoShow.graceTime : 0)
                let page = try await trade.detail.output(
                    for: walk.id, of: walk.reader(party), at: now)
                let isAllowed = Dealing.allows(step, by: party, at: stage)
                if let isOffered = isOffered(step, on: page) {
                    #expect(isOffered == isAllowed, "\(step)")
                }
                let refusal = try await walk.submit(action, by: party, at: now)
                if isAllowed {
                    #expect(refusal == nil, "\(step)")
                    let next = try Dealing.stage(after: step, by: party, at: stage)
                    #expect(try await walk.stage() == next, "\(step)")
                } else {
                    #expect(refusal?.reason == .conflict, "\(step)")
                    #expect(try await walk.stage() == stage, "\(step)")
                }
            }
        }
    }
}
