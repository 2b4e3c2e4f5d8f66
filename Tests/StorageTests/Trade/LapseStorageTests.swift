import Market
import Testing

struct LapseStorageTests {
    private static let day: Int64 = 86_400

    @Test(arguments: Backend.all)
    func reservationsWithATermLapse(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserveFor(.threeDays))
            #expect(try await line.seen().lapses == noon + 3 * Self.day)
            try await line.ask(.joinLine, by: 1)
            let early = try await line.release(after: 3 * Self.day - 1)
            #expect(early == 0)
            #expect(try await line.release(after: 3 * Self.day) == 1)
            let seen = try await line.seen()
            #expect(seen.stage == .asked && seen.lapses == nil)
            #expect(seen.lastMessage.kind == .note(.lapsed) && seen.unread == 2)
            #expect(try await line.storage.item(line.item).status == .selling)
            #expect(try await line.kinds(in: 1).last == .note(.turn))
            #expect(try await line.release(after: 9 * Self.day) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func reservationsWithoutATermDoNotLapse(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.sell(.reserve)
            #expect(try await line.seen().lapses == nil)
            #expect(try await line.release(after: 999 * Self.day) == 0)
            #expect(try await line.seen().stage == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentHoldsItAndTheTermBeginsAnewAfterThat(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.sell(.reserveFor(.day))
            try await line.ask(
                .proposeAppointment(Appointment(date: noon + 5 * Self.day, spot: "역")))
            let proposal = try #require(try await line.seen().meeting.proposal)
            try await line.sell(.acceptAppointment(proposal))
            #expect(try await line.release(after: 2 * Self.day) == 0)
            try await line.sell(.callOffAppointment(word: ""), after: 2 * Self.day)
            #expect(try await line.seen().lapses == noon + 3 * Self.day)
            #expect(try await line.release(after: 3 * Self.day) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aProposalThatWaitsIsCalledOffWithIt(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.sell(.reserveFor(.day))
            let proposed = Appointment(date: noon + 5 * Self.day, spot: "역")
            try await line.ask(.proposeAppointment(proposed))
            #expect(try await line.release(after: Self.day) == 1)
            let kinds = try await line.kinds()
            let calledOff = Appointment(date: proposed.date, spot: "역", outcome: .calledOff)
            #expect(kinds.suffix(2) == [.appointment(calledOff), .note(.lapsed)])
        }
    }

    @Test(arguments: Backend.all)
    func reservingDoesNotWaitForTheSweep(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserveFor(.day))
            await #expect(throws: StorageError.dealing(.noneLeft)) {
                try await line.sell(.reserve, to: 1, after: Self.day - 1)
            }
            try await line.sell(.reserve, to: 1, after: Self.day)
            #expect(try await line.seen(by: 0).stage == .asked)
            #expect(try await line.seen(by: 1).stage == .reserved)
            #expect(try await line.storage.item(line.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func manyLapseAtOnceAndOpenPagesHear(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 30, askers: 40) { line in
            for number in 0..<30 { try await line.sell(.reserveFor(.day), to: number) }
            var changes = line.storage.feed.changes([.conversation(line.conversations[7])])
                .makeAsyncIterator()
            #expect(try await line.release(after: Self.day) == 30)
            #expect(await changes.next() == .conversation(line.conversations[7]))
            #expect(try await line.seen(by: 0).freeStock == 30)
        }
    }
}

extension Line {
    fileprivate func release(after seconds: Int64) async throws -> Int {
        try await storage.releaseLapsedReservations(at: noon + seconds)
    }
}
