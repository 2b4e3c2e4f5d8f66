import Market
import Testing

/// However a reservation is given back, its asker is told, and so is the next in line.
struct ReleaseStorageTests {
    /// What gives back the first asker's reservation.
    enum Cause: CaseIterable {
        case offeringAgain, deletingForGood, trashing, blocking, leaving

        func happen(to line: Line) async throws {
            let (storage, now) = (line.storage, noon + 60)
            switch self {
            case .offeringAgain: try await storage.setStatus(.selling, of: line.item, at: now)
            case .deletingForGood: try await storage.delete(line.item, at: now)
            case .trashing: _ = try await storage.deleteItem(line.item, of: line.seller, at: now)
            case .blocking:
                try await storage.setBlocked(true, line.askers[0], by: line.seller, at: now)
            case .leaving: try await storage.deleteAccount(line.seller, at: now)
            }
        }

        /// Whether the item is then available to the next in line.
        var leavesTheItem: Bool { [.offeringAgain, .blocking].contains(self) }
    }

    /// Reserves for the first asker, and agrees on an appointment with them.
    private func agree(_ line: Line) async throws {
        try await line.sell(.reserve)
        try await line.sell(
            .proposeAppointment(Appointment(date: noon + 86_400, spot: "망원역 2번 출구")))
        try await line.ask(.acceptAppointment(line.seen().lastMessage.id))
    }

    @Test(arguments: Backend.all, Cause.allCases)
    func theFormerHolderIsTold(_ backend: Backend, _ cause: Cause) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await agree(line)
            try await line.ask(.joinLine, by: 1)
            let before = try await line.seen()
            #expect(before.stage == .appointed)
            try await cause.happen(to: line)
            let after = try await line.seen()
            #expect(after.lastMessage.kind == .note(.released))
            #expect(after.unread == before.unread + 1)
            #expect(after.stage == .asked)
            #expect(after.meeting.appointment == nil)
            let reminders = try await line.storage.reminders(
                of: line.askers[0], until: noon + 90_000, limit: 9)
            #expect(reminders.isEmpty)
            let next = try await line.seen(by: 1)
            #expect((next.lastMessage.kind == .note(.turn)) == cause.leavesTheItem)
        }
    }

    @Test(arguments: Backend.all)
    func whoBuysAndLeavesTellsTheSeller(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await agree(line)
            try await line.storage.deleteAccount(line.askers[0], at: noon + 60)
            let left = try await line.storage.conversation(line.conversations[0], of: line.ofSeller)
            #expect(left.lastMessage.kind == .note(.released))
            #expect(left.unread == 3)
            #expect(try await line.storage.item(line.item).status == .selling)
        }
    }

    @Test(arguments: Backend.all)
    func otherReservationsStayWhenTheRestIsOfferedAgain(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 3, askers: 1) { line in
            try await agree(line)
            let before = try await line.seen()
            try await line.storage.setStatus(.reserved, of: line.item, at: noon)
            try await line.storage.setStatus(.selling, of: line.item, at: noon)
            #expect(try await line.storage.item(line.item).status == .selling)
            let after = try await line.seen()
            #expect(after.stage == .appointed)
            #expect(after.lastMessage == before.lastMessage)
        }
    }

    enum Sale: CaseIterable { case byClosing, elsewhere, byMark }

    @Test(arguments: Backend.all, Sale.allCases)
    func theLineOfASoldItemIsTold(_ backend: Backend, _ sale: Sale) async throws {
        try await Line.over(backend, stock: 1, askers: 3) { line in
            for number in 1...2 { try await line.ask(.joinLine, by: number) }
            switch sale {
            case .byClosing: try await line.sell(.close(at: nil))
            case .elsewhere:
                #expect(try await line.storage.sell(line.item, leaving: 0, at: noon + 60) == nil)
            case .byMark: try await line.storage.setStatus(.sold, of: line.item, at: noon + 60)
            }
            for number in 1...2 {
                let seen = try await line.seen(by: number)
                #expect(seen.lastMessage.kind == .note(.lineEnded))
                #expect(seen.linePosition == nil)
                #expect(seen.unread > 0)
            }
            #expect(try await line.kinds(in: 0).contains(.note(.lineEnded)) == false)
        }
    }

    @Test(arguments: Backend.all, [Cause.deletingForGood, .trashing, .leaving])
    func everybodyInLineForADeletedItemIsTold(_ backend: Backend, _ cause: Cause) async throws {
        try await Line.over(backend, stock: 1, askers: 3) { line in
            try await line.sell(.reserve)
            for number in 1...2 { try await line.ask(.joinLine, by: number) }
            let unread = try await line.seen(by: 2).unread
            try await cause.happen(to: line)
            for number in 1...2 {
                let seen = try await line.seen(by: number)
                #expect(seen.lastMessage.kind == .note(.lineLost))
                #expect(seen.linePosition == nil)
            }
            #expect(try await line.seen(by: 2).unread == unread + 1)
        }
    }

    /// The same holds for the reservation.
    @Test(arguments: Backend.all)
    func theLineDoesNotComeBackWithTheItem(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserve)
            try await line.ask(.joinLine, by: 1)
            let deletion = try await line.storage.trash(line.item, of: line.seller)
            try await line.storage.restore(deletion.id, of: line.seller, at: noon)
            for number in 0...1 {
                let seen = try await line.seen(by: number)
                #expect(seen.item?.id == line.item)
                #expect(seen.stage == .asked && seen.linePosition == nil)
            }
            try await line.sell(.reserve)
            try await line.ask(.joinLine, by: 1)
            #expect(try await line.seen(by: 1).linePosition == 1)
        }
    }

    @Test(arguments: Backend.all)
    func priceEditsAreToldToThoseWithAReservation(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 2) { line in
            try await line.sell(.reserve)
            func edit(_ price: Int64) async throws {
                try await line.storage.update(
                    line.item, content: .sample(price: Price(price), stock: 2), photos: [],
                    at: noon + 60)
            }
            try await edit(25_000)
            #expect(try await line.seen().lastMessage.kind == .note(.reserved))
            try await edit(90_000)
            try await edit(80_000)
            #expect(try await line.kinds().suffix(2) == [.note(.reserved), .note(.priceChanged)])
            #expect(try await line.kinds(in: 1) == [.text])
        }
    }

    @Test(arguments: Backend.all)
    func aNewerOfferReplacesTheOneBefore(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.ask(.offerPrice(30_000))
            let first = try await line.seen().lastMessage.id
            try await line.ask(.offerPrice(3_000))
            let second = try await line.seen().lastMessage.id
            for move in [Dealing.Move.acceptOffer(first), .declineOffer(first)] {
                await #expect(throws: StorageError.dealing(.offerAnswered)) {
                    try await line.sell(move)
                }
            }
            try await line.sell(.acceptOffer(second))
            #expect(
                try await line.kinds() == [
                    .text,
                    .offer(PriceOffer(amount: 30_000, currency: .krw, answer: .replaced)),
                    .offer(PriceOffer(amount: 3_000, currency: .krw, answer: .accepted)),
                    .note(.offerAccepted),
                ])
        }
    }
}
