import Market
import Testing

/// A seller who reserves something is asked about it when nobody has said anything for days.
struct IdleDealingStorageTests {
    private static let (hour, day): (Int64, Int64) = (3_600, 86_400)

    /// Whether the seller and the asker are asked about the only conversation, by the storage's
    /// list and by the conversation itself.
    private func asked(after seconds: Int64, _ sale: Sale) async throws -> [Bool] {
        let now = noon + seconds
        var asked: [Bool] = []
        for account in [sale.seller, sale.askers[0]] {
            let seen = try await sale.storage.conversation(
                sale.conversations[0], of: .account(account))
            let found = try await sale.storage.conversationsToAnswer(
                by: account, before: nil, at: now, limit: 9)
            #expect(found.map(\.id).contains(seen.id) == seen.isIdle(at: now))
            asked.append(seen.isIdle(at: now))
        }
        return asked
    }

    private func agree(_ sale: Sale) async throws {
        try await sale.sell(
            .proposeAppointment(Appointment(date: noon + Self.day, spot: "망원역 2번 출구")))
        try await sale.ask(.acceptAppointment(sale.seen().lastMessage.id))
    }

    @Test(arguments: Backend.all)
    func theSellerIsAskedAboutAReservationAfterThreeDays(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            let end = Conversation.idleTime
            #expect(try await asked(after: end - 1, sale) == [false, false])
            #expect(try await asked(after: end, sale) == [true, false])
            #expect(try await asked(after: 99 * Self.day, sale) == [true, false])
            try await sale.sell(.release, after: end)
            #expect(try await asked(after: 99 * Self.day, sale) == [false, false])
        }
    }

    @Test(arguments: Backend.all)
    func aMessageRestartsTheTime(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.storage.write(
                "모레 볼까요?", in: sale.conversations[0], by: sale.ofSeller, at: noon + Self.day)
            let end = Self.day + Conversation.idleTime
            for (seconds, isAsked) in [(end - 1, false), (end, true)] {
                // The asker has the seller's message to answer, so only the seller's side is compared.
                let found = try await sale.storage.conversationsToAnswer(
                    by: sale.seller, before: nil, at: noon + seconds, limit: 9)
                #expect(found.map(\.id) == (isAsked ? [sale.conversations[0]] : []))
                #expect(found.allSatisfy { $0.isIdle(at: noon + seconds) })
            }
        }
    }

    @Test(arguments: Backend.all)
    func beforeAnAppointmentAndAWhileAfterItNobodyIsAsked(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await agree(sale)
            let end = Self.day + Conversation.idleTime
            #expect(try await asked(after: end - 1, sale) == [false, false])
            #expect(try await asked(after: end, sale) == [true, false])
        }
    }

    /// Whether the two met does not say what has become of the deal.
    @Test(arguments: Backend.all, [Dealing.Move.sayMet, .sayNotCome])
    func afterTheMeetingTheSellerIsAsked(_ backend: Backend, _ move: Dealing.Move) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await agree(sale)
            let met = Self.day + Self.hour
            try await sale.sell(move, after: met)
            let end = met + Conversation.idleTime
            #expect(try await asked(after: end, sale) == [true, false])
            try await sale.sell(.close(at: nil), after: end)
            #expect(try await asked(after: 9 * Self.day, sale) == [false, false])
        }
    }

    @Test(arguments: Backend.all)
    func lapsingReservationsAskNobody(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserveFor(.week))
            #expect(try await asked(after: 6 * Self.day, sale) == [false, false])
        }
    }
}
