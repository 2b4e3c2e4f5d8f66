import Market
import Testing

/// However a reservation is given back, its asker is told, and so is the next in line.
struct ReleaseStorageTests {
    /// What gives back the first asker's reservation.
    enum Cause: CaseIterable {
        case offeringAgain, deletingForGood, trashing, blocking, leaving

        func happen(to sale: Sale) async throws {
            let (storage, now) = (sale.storage, noon + 60)
            switch self {
            case .offeringAgain: try await storage.setStatus(.selling, of: sale.item, at: now)
            case .deletingForGood: try await storage.delete(sale.item, at: now)
            case .trashing: _ = try await storage.deleteItem(sale.item, of: sale.seller, at: now)
            case .blocking:
                try await storage.setBlocked(true, sale.askers[0], by: sale.seller, at: now)
            case .leaving: try await storage.deleteAccount(sale.seller, at: now)
            }
        }

        /// Whether the item is then available to the next in line.
        var leavesTheItem: Bool { [.offeringAgain, .blocking].contains(self) }
    }

    /// Reserves for the first asker, and agrees on an appointment with them.
    private func agree(_ sale: Sale) async throws {
        try await sale.sell(.reserve)
        try await sale.sell(
            .proposeAppointment(Appointment(date: noon + 86_400, spot: "망원역 2번 출구")))
        try await sale.ask(.acceptAppointment(sale.seen().lastMessage.id))
    }

    @Test(arguments: Backend.all, Cause.allCases)
    func theFormerHolderIsTold(_ backend: Backend, _ cause: Cause) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await agree(sale)
            try await sale.ask(.joinLine, by: 1)
            let before = try await sale.seen()
            #expect(before.stage == .appointed)
            try await cause.happen(to: sale)
            let after = try await sale.seen()
            #expect(after.lastMessage.kind == .note(.released))
            #expect(after.unread == before.unread + 1)
            #expect(after.stage == .asked)
            #expect(after.meeting.appointment == nil)
            let reminders = try await sale.storage.reminders(
                of: sale.askers[0], until: noon + 90_000, limit: 9)
            #expect(reminders.isEmpty)
            let next = try await sale.seen(by: 1)
            #expect((next.lastMessage.kind == .note(.turn)) == cause.leavesTheItem)
        }
    }

    @Test(arguments: Backend.all)
    func whoBuysAndLeavesTellsTheSeller(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await agree(sale)
            try await sale.storage.deleteAccount(sale.askers[0], at: noon + 60)
            let left = try await sale.storage.conversation(sale.conversations[0], of: sale.ofSeller)
            #expect(left.lastMessage.kind == .note(.released))
            #expect(left.unread == 3)
            #expect(try await sale.storage.item(sale.item).status == .selling)
        }
    }

    @Test(arguments: Backend.all)
    func otherReservationsStayWhenTheRestIsOfferedAgain(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 1) { sale in
            try await agree(sale)
            let before = try await sale.seen()
            try await sale.storage.setStatus(.reserved, of: sale.item, at: noon)
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            #expect(try await sale.storage.item(sale.item).status == .selling)
            let after = try await sale.seen()
            #expect(after.stage == .appointed)
            #expect(after.lastMessage == before.lastMessage)
        }
    }

    enum Ending: CaseIterable { case byClosing, elsewhere, byMark }

    @Test(arguments: Backend.all, Ending.allCases)
    func theLineOfASoldItemIsTold(_ backend: Backend, _ ending: Ending) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            for number in 1...2 { try await sale.ask(.joinLine, by: number) }
            switch ending {
            case .byClosing: try await sale.sell(.close(at: nil))
            case .elsewhere:
                #expect(try await sale.storage.sell(sale.item, leaving: 0, at: noon + 60) == nil)
            case .byMark: try await sale.storage.setStatus(.sold, of: sale.item, at: noon + 60)
            }
            for number in 1...2 {
                let seen = try await sale.seen(by: number)
                #expect(seen.lastMessage.kind == .note(.lineEnded))
                #expect(seen.linePosition == nil)
                #expect(seen.unread > 0)
            }
            #expect(try await sale.kinds(in: 0).contains(.note(.lineEnded)) == false)
        }
    }

    @Test(arguments: Backend.all, [Cause.deletingForGood, .trashing, .leaving])
    func everybodyInLineForADeletedItemIsTold(_ backend: Backend, _ cause: Cause) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            try await sale.sell(.reserve)
            for number in 1...2 { try await sale.ask(.joinLine, by: number) }
            let unread = try await sale.seen(by: 2).unread
            try await cause.happen(to: sale)
            for number in 1...2 {
                let seen = try await sale.seen(by: number)
                #expect(seen.lastMessage.kind == .note(.lineLost))
                #expect(seen.linePosition == nil)
            }
            #expect(try await sale.seen(by: 2).unread == unread + 1)
        }
    }

    /// The same holds for the reservation.
    @Test(arguments: Backend.all)
    func theLineDoesNotComeBackWithTheItem(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            let deletion = try await sale.storage.trash(sale.item, of: sale.seller)
            try await sale.storage.restore(deletion.id, of: sale.seller, at: noon)
            for number in 0...1 {
                let seen = try await sale.seen(by: number)
                #expect(seen.item?.id == sale.item)
                #expect(seen.stage == .asked && seen.linePosition == nil)
            }
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            #expect(try await sale.seen(by: 1).linePosition == 1)
        }
    }

    @Test(arguments: Backend.all)
    func priceEditsAreToldToThoseWithAReservation(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 2) { sale in
            try await sale.sell(.reserve)
            func edit(_ price: Int64) async throws {
                try await sale.storage.update(
                    sale.item, content: .sample(price: Price(price), stock: 2), photos: [],
                    at: noon + 60)
            }
            try await edit(25_000)
            #expect(try await sale.seen().lastMessage.kind == .note(.reserved))
            try await edit(90_000)
            try await edit(80_000)
            #expect(try await sale.kinds().suffix(2) == [.note(.reserved), .note(.priceChanged)])
            #expect(try await sale.kinds(in: 1) == [.text])
        }
    }

    @Test(arguments: Backend.all)
    func aNewerOfferReplacesTheOneBefore(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.ask(.offerPrice(30_000))
            let first = try await sale.seen().lastMessage.id
            try await sale.ask(.offerPrice(3_000))
            let second = try await sale.seen().lastMessage.id
            for move in [Dealing.Move.acceptOffer(first), .declineOffer(first)] {
                await #expect(throws: StorageError.dealing(.offerAnswered)) {
                    try await sale.sell(move)
                }
            }
            try await sale.sell(.acceptOffer(second))
            #expect(
                try await sale.kinds() == [
                    .text,
                    .offer(PriceOffer(amount: 30_000, currency: .krw, answer: .replaced)),
                    .offer(PriceOffer(amount: 3_000, currency: .krw, answer: .accepted)),
                    .note(.offerAccepted),
                ])
        }
    }
}
