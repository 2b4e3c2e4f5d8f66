import Market
import Testing

/// Taking back a closing.
struct ReopeningStorageTests {
    private static let hour: Int64 = 3_600

    // MARK: - Where the two go on

    @Test(arguments: Backend.all)
    func theReservationIsRestoredAndBothAreTold(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.sell(.close(at: 20_000))
            #expect(try await sale.storage.item(sale.item).status == .sold)
            let unread = try await sale.seen().unread
            try await sale.sell(.reopen, after: 60)
            let seen = try await sale.seen()
            #expect(seen.stage == .reserved && seen.closing == nil && seen.lapses == nil)
            #expect(seen.unread == unread + 1)
            #expect(
                try await sale.kinds().suffix(2) == [.note(.closingTakenBack), .note(.reopened)])
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 1 && item.status == .reserved)
            try await sale.sell(.close(at: nil), after: 120)
            #expect(try await sale.storage.item(sale.item).status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func withoutAReservationTheItemAndItsLineComeBack(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.ask(.joinLine, by: 1)
            try await sale.sell(.close(at: nil), to: 0)
            try await sale.sell(.reopen, to: 0)
            #expect(try await sale.seen().stage == .asked)
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 1 && item.status == .selling)
            // A note that was not read yet is replaced by how things stand now.
            #expect(try await sale.kinds(in: 1) == [.text, .note(.joinedLine), .note(.turn)])
            #expect(try await sale.seen(by: 1).unread == 1)
            #expect(try await sale.seen(by: 1).linePosition == 1)
            // Their earlier question still waits for an answer.
            let waiting = try await sale.storage.conversationsToAnswer(
                by: sale.seller, before: nil, at: noon, limit: 9)
            #expect(waiting.map(\.id).contains(sale.conversations[1]))
        }
    }

    @Test(arguments: Backend.all, [true, false])
    func noReservationComesBackAfterABlock(_ backend: Backend, _ isBySeller: Bool) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.sell(
                .proposeAppointment(Appointment(date: noon + Self.hour, spot: "역 3번 출구")))
            try await sale.ask(.acceptAppointment(sale.seen().lastMessage.id))
            try await sale.sell(.close(at: nil))
            let people = [sale.seller, sale.askers[0]]
            try await sale.storage.setBlocked(
                true, people[isBySeller ? 1 : 0], by: people[isBySeller ? 0 : 1], at: noon)
            try await sale.sell(.reopen)
            #expect(try await sale.seen().stage == .asked)
            #expect(try await sale.seen().meeting.appointment == nil)
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 1 && item.status == .selling)
        }
    }

    @Test(arguments: Backend.all)
    func noReservationIsRestoredOfAnItemMarkedAsSold(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.sell(.close(at: nil))
            try await sale.storage.setStatus(.sold, of: sale.item, at: noon)
            try await sale.sell(.reopen)
            #expect(try await sale.seen().stage == .asked)
            #expect(try await sale.storage.item(sale.item).status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func aStockThatItsSellerHasRaisedIsNotGivenBackTwice(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.close(at: nil))
            try await sale.storage.update(
                sale.item, content: .sample(stock: 1), photos: [], at: noon)
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            try await sale.sell(.reopen)
            #expect(try await sale.storage.item(sale.item).content.stock == 1)
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentStandsAgainButNotWhatWasSaidOfIt(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let three = Appointment(date: noon + 3 * Self.hour, spot: "역 3번 출구")
            try await sale.sell(.reserve)
            try await sale.ask(.proposeAppointment(three))
            try await sale.sell(.acceptAppointment(try await sale.proposal()))
            // Nobody answers this proposal.
            try await sale.ask(
                .proposeAppointment(Appointment(date: noon + 5 * Self.hour, spot: "주민센터 앞")))
            try await sale.sell(.close(at: nil))
            #expect(try await sale.appointments() == [[], []])
            try await sale.sell(.reopen)
            var seen = try await sale.seen()
            #expect(seen.stage == .appointed && seen.meeting.proposal == nil)
            #expect(seen.meeting.appointment?.spot == three.spot)
            #expect(try await sale.appointments() == [[three.date], [three.date]])
            try await sale.ask(.sayMet, after: 3 * Self.hour)
            try await sale.sell(.close(at: nil), after: 4 * Self.hour)
            try await sale.sell(.reopen, after: 5 * Self.hour)
            seen = try await sale.seen()
            #expect(seen.stage == .reserved && seen.meeting == Meeting())
        }
    }

    @Test(arguments: Backend.all)
    func theTermOfAReservationBeginsAnew(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserveFor(.day))
            try await sale.sell(.close(at: nil), after: 60)
            #expect(try await sale.seen().lapses == nil)
            try await sale.sell(.reopen, after: 120)
            #expect(try await sale.seen().lapses == noon + (120 + ReservationTerm.day.seconds))
        }
    }

    // MARK: - Consequences

    @Test(arguments: Backend.all)
    func itWasNoDealingAndNoPurchaseUntilItIsClosedAgain(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            let other = try await trade.ask(about: storage.insert(.sample("책상", of: trade.seller)))
            func dealings() async throws -> [Int] {
                [
                    try await storage.facts(of: trade.seller, at: noon).dealings,
                    try await storage.facts(of: trade.asker, at: noon).dealings,
                ]
            }
            try await storage.take(.close(at: 30_000), in: id, by: trade.ofSeller, at: noon)
            #expect(try await dealings() == [1, 1])
            try await storage.take(.reopen, in: id, by: trade.ofSeller, at: noon + 60)
            #expect(try await dealings() == [0, 0])
            #expect(try await storage.dealings(besides: other, of: trade.ofAsker) == nil)
            #expect(
                try await storage.deals(.purchase, of: trade.asker, before: nil, limit: 9).isEmpty)
            for account in [trade.seller, trade.asker] {
                let open = try await storage.dealingsToReview(by: account, at: noon, limit: 9)
                #expect(open.isEmpty)
            }
            try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: noon + 120)
            let purchases = try await storage.deals(
                .purchase, of: trade.asker, before: nil, limit: 9)
            #expect(purchases.map(\.date) == [noon + 120])
            #expect(purchases.map(\.price?.amount) == [nil])
        }
    }

    @Test(arguments: Backend.all)
    func todosThatTheClosingCompletedAreOpenAgain(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let people = [sale.seller, sale.askers[0]]
            for account in people {
                let list = try await sale.storage.makeList(of: account)
                for title in ["사진 찍기", "건네기"] {
                    let id = try await sale.storage.insert(
                        TodoContent(title: title, item: sale.item), in: list, of: account,
                        at: noon)
                    guard title == "사진 찍기" else { continue }
                    try await sale.storage.complete(id, of: account, at: noon + -60)
                }
            }
            func done(_ account: Account.ID) async throws -> [String] {
                try await sale.storage.completedTodos(of: account, before: nil, limit: 9)
                    .map(\.todo.content.title)
            }
            try await sale.sell(.close(at: nil))
            for account in people { #expect(try await done(account).count == 2) }
            try await sale.sell(.reopen, after: 60)
            for account in people { #expect(try await done(account) == ["사진 찍기"]) }
        }
    }

    @Test(arguments: Backend.all)
    func aWantedItemIsSearchedForAgain(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var wanted = try NewItem.sample("의자 구해요", of: trade.seller)
            wanted.content.purpose = .request
            let item = try await storage.insert(wanted)
            let id = try await trade.ask(about: item)
            try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: noon)
            #expect(try await storage.savedSearches(of: trade.seller).isEmpty)
            try await storage.take(.reopen, in: id, by: trade.ofSeller, at: noon)
            #expect(try await storage.savedSearches(of: trade.seller).map(\.post) == [item])
        }
    }

    @Test(arguments: Backend.all)
    func piecesOfferedAgainAreNotCountedTwice(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 2) { sale in
            try await sale.sell(.reserve, to: 1)
            for number in 0...1 { try await sale.sell(.close(at: nil), to: number) }
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            try await sale.sell(.reopen, to: 1)
            #expect(try await sale.seen(by: 1).stage == .asked)
            var item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 1 && item.status == .selling)
            // The first asker has taken another piece.
            try await sale.sell(.reopen, to: 0)
            item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 2 && item.status == .selling)
        }
    }

    @Test(arguments: Backend.all)
    func anItemMarkedAsSoldStaysSold(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 1) { sale in
            try await sale.sell(.close(at: nil))
            try await sale.storage.setStatus(.sold, of: sale.item, at: noon)
            try await sale.sell(.reopen)
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 2 && item.status == .sold)
        }
    }

    // MARK: - Who may take it back, and when

    @Test(arguments: Backend.all)
    func afterADayOrAReviewTheClosingStands(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 4, askers: 4) { sale in
            let (day, review) = (Dealing.Closing.reopeningTime, ReviewContent(rating: .good))
            for number in 0...3 { try await sale.sell(.close(at: nil), to: number) }
            try await sale.storage.insert(
                review, in: sale.conversations[1], by: sale.ofSeller, at: noon)
            // The seller is not told of this review.
            try await sale.storage.insert(
                review, in: sale.conversations[2], by: .account(sale.askers[2]), at: noon)
            for (number, seconds) in [(0, day + 1), (1, 60), (2, 60)] {
                let before = try await sale.seen(by: number)
                await #expect(throws: StorageError.dealing(.closingStands)) {
                    try await sale.sell(.reopen, to: number, after: seconds)
                }
                #expect(try await sale.seen(by: number) == before)
            }
            try await sale.sell(.reopen, to: 3, after: day)
            #expect(try await sale.storage.item(sale.item).content.stock == 1)
            await #expect(throws: StorageError.dealing(.isAt(.asked))) {
                try await sale.sell(.reopen, to: 3, after: day)
            }
        }
    }

    @Test(arguments: Backend.all)
    func ofAReviewAndReopeningsAtOnceOneWins(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 20, askers: 20) { sale in
            for number in sale.conversations.indices {
                try await sale.sell(.close(at: nil), to: number)
            }
            let won = try await atOnce(60) { turn -> Int? in
                try await sale.isDone(turn / 3, isReview: turn % 3 == 1) ? turn / 3 : nil
            }.compactMap(\.self)
            #expect(won.sorted() == Array(sale.conversations.indices))
            var reopened: Int64 = 0
            for number in sale.conversations.indices {
                let seen = try await sale.seen(by: number)
                #expect((seen.stage == .closed) == (seen.closing?.isReviewed == true))
                if seen.stage == .asked { reopened += 1 }
            }
            #expect(try await sale.storage.item(sale.item).content.stock == reopened)
        }
    }

    @Test(arguments: Backend.all)
    func withoutTheOtherPersonOrTheItemTheClosingStands(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 3) { sale in
            for number in 0...2 { try await sale.sell(.close(at: nil), to: number) }
            try await sale.storage.deleteAccount(sale.askers[0], at: noon)
            await #expect(throws: StorageError.dealing(.otherLeft)) {
                try await sale.sell(.reopen, to: 0)
            }
            // A blocked asker need not do anything for it.
            try await sale.storage.setBlocked(true, sale.askers[1], by: sale.seller, at: noon)
            try await sale.sell(.reopen, to: 1)
            try await sale.storage.delete(sale.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemDeleted)) {
                try await sale.sell(.reopen, to: 2)
            }
        }
    }

    @Test(arguments: Backend.all)
    func aGuestTakesItBackToo(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(.sample())
            let id = try await trade.ask(about: item)
            for move in [Dealing.Move.reserve, .close(at: nil), .reopen] {
                try await trade.take(move, in: id, by: .guest(item))
            }
            #expect(try await trade.storage.conversation(id, of: trade.ofAsker).stage == .reserved)
        }
    }
}

extension Sale {
    /// - Returns: whether it was done rather than refused.
    fileprivate func isDone(_ number: Int, isReview: Bool) async throws -> Bool {
        do {
            if isReview {
                try await storage.insert(
                    ReviewContent(rating: .good), in: conversations[number],
                    by: .account(askers[number]), at: noon)
            } else {
                try await sell(.reopen, to: number)
            }
            return true
        } catch StorageError.dealing(_) {
            return false
        }
    }

    /// The dates at which the seller and the first asker are reminded to meet.
    fileprivate func appointments() async throws -> [[Timestamp]] {
        var dates: [[Timestamp]] = []
        for account in [seller, askers[0]] {
            let reminders = try await storage.reminders(
                of: account, until: Timestamp(seconds: .max), limit: 9)
            dates.append(reminders.map(\.date))
        }
        return dates
    }
}
