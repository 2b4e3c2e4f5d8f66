import Market
import Testing

struct LapseStorageTests {
    private static let day: Int64 = 86_400

    @Test(arguments: Backend.all)
    func reservationsWithATermLapse(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserveFor(.threeDays))
            #expect(try await sale.seen().lapses == noon + 3 * Self.day)
            try await sale.ask(.joinLine, by: 1)
            let early = try await sale.release(after: 3 * Self.day - 1)
            #expect(early == 0)
            #expect(try await sale.release(after: 3 * Self.day) == 1)
            let seen = try await sale.seen()
            #expect(seen.stage == .asked && seen.lapses == nil)
            #expect(seen.lastMessage.kind == .note(.lapsed) && seen.unread == 2)
            #expect(try await sale.storage.item(sale.item).status == .selling)
            #expect(try await sale.kinds(in: 1).last == .note(.turn))
            #expect(try await sale.release(after: 9 * Self.day) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func reservationsWithoutATermDoNotLapse(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            #expect(try await sale.seen().lapses == nil)
            #expect(try await sale.release(after: 999 * Self.day) == 0)
            #expect(try await sale.seen().stage == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentHoldsItAndTheTermBeginsAnewAfterThat(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserveFor(.day))
            try await sale.ask(
                .proposeAppointment(Appointment(date: noon + 5 * Self.day, spot: "역")))
            let proposal = try #require(try await sale.seen().meeting.proposal)
            try await sale.sell(.acceptAppointment(proposal))
            #expect(try await sale.release(after: 2 * Self.day) == 0)
            try await sale.sell(.callOffAppointment(word: ""), after: 2 * Self.day)
            #expect(try await sale.seen().lapses == noon + 3 * Self.day)
            #expect(try await sale.release(after: 3 * Self.day) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aProposalThatWaitsIsCalledOffWithIt(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserveFor(.day))
            let proposed = Appointment(date: noon + 5 * Self.day, spot: "역")
            try await sale.ask(.proposeAppointment(proposed))
            #expect(try await sale.release(after: Self.day) == 1)
            let kinds = try await sale.kinds()
            let calledOff = Appointment(date: proposed.date, spot: "역", outcome: .calledOff)
            #expect(kinds.suffix(2) == [.appointment(calledOff), .note(.lapsed)])
        }
    }

    @Test(arguments: Backend.all)
    func reservingDoesNotWaitForTheSweep(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserveFor(.day))
            await #expect(throws: StorageError.dealing(.noneLeft)) {
                try await sale.sell(.reserve, to: 1, after: Self.day - 1)
            }
            try await sale.sell(.reserve, to: 1, after: Self.day)
            #expect(try await sale.seen(by: 0).stage == .asked)
            #expect(try await sale.seen(by: 1).stage == .reserved)
            #expect(try await sale.storage.item(sale.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func manyLapseAtOnceAndOpenPagesHear(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 30, askers: 40) { sale in
            for number in 0..<30 { try await sale.sell(.reserveFor(.day), to: number) }
            var changes = sale.storage.feed.changes([.conversation(sale.conversations[7])])
                .makeAsyncIterator()
            #expect(try await sale.release(after: Self.day) == 30)
            #expect(await changes.next() == .conversation(sale.conversations[7]))
            #expect(try await sale.seen(by: 0).freeStock == 30)
        }
    }
}

extension Sale {
    fileprivate func release(after seconds: Int64) async throws -> Int {
        try await storage.releaseLapsedReservations(at: noon + seconds)
    }
}
