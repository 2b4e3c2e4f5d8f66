import Market
import Testing

/// The conversations in which the other person waits for an answer.
struct ConversationsToAnswerStorageTests {
    private static let hour: Int64 = 3_600

    /// The conversations that wait for an answer from the account.
    private func waiting(
        _ account: Account.ID, before message: ChatMessage.ID? = nil, after seconds: Int64 = 0,
        limit: Int = 9, _ storage: any MarketStorage
    ) async throws -> [Conversation.ID] {
        try await storage.conversationsToAnswer(
            by: account, before: message, at: noon + seconds, limit: limit
        ).map(\.id)
    }

    /// The parties that the only conversation waits for.
    private func parties(
        after seconds: Int64 = 0, _ trade: TradeFixture
    ) async throws -> [Dealing.Party] {
        var parties: [Dealing.Party] = []
        for account in [trade.seller, trade.asker] {
            parties += try await trade.storage.conversationsToAnswer(
                by: account, before: nil, at: noon + seconds, limit: 9
            ).map(\.party)
        }
        return parties
    }

    @Test(arguments: Backend.all)
    func theLastWriterWaitsWhetherItWasReadOrNot(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            #expect(try await parties(trade) == [.seller])
            try await trade.storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
            #expect(try await parties(trade) == [.seller])
            try await trade.write("네, 있어요.", in: id, by: trade.ofSeller)
            #expect(try await parties(trade) == [.asker])
            #expect(try await waiting(trade.storage.join("낯선 이웃"), trade.storage) == [])
        }
    }

    @Test(arguments: Backend.all)
    func afterAMonthNobodyExpectsAnAnswer(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.ask()
            let end = Conversation.answerTime
            #expect(try await parties(after: end - 1, trade) == [.seller])
            #expect(try await parties(after: end, trade) == [])
        }
    }

    @Test(arguments: Backend.all)
    func messagesTakenBackDoNotCount(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let answer = try await trade.write("네", in: id, by: trade.ofSeller)
            let slip = try await trade.write("잘못 보낸 것", in: id, by: trade.ofAsker)
            try await trade.storage.takeBack(slip, in: id, by: trade.ofAsker, at: noon)
            #expect(try await parties(trade) == [.asker])
            try await trade.storage.takeBack(answer, in: id, by: trade.ofSeller, at: noon)
            #expect(try await parties(trade) == [.seller])
        }
    }

    @Test(arguments: Backend.all)
    func aStepAsksForNoAnswer(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            try await trade.take(.reserve, in: id, by: trade.ofSeller)
            #expect(try await parties(trade) == [])
            try await trade.take(.release, in: id, by: trade.ofAsker)
            #expect(try await parties(trade) == [])
        }
    }

    @Test(arguments: Backend.all)
    func releasingEndsTheWaitForEarlierAnswers(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            for reader in [trade.ofAsker, trade.ofSeller] {
                try await trade.take(.reserve, in: id, by: trade.ofSeller)
                try await trade.write("어떻게 할까요?", in: id, by: reader)
                try await trade.take(.release, in: id, by: reader)
                #expect(try await parties(trade) == [])
            }
            try await trade.write("다시 살게요.", in: id, by: trade.ofAsker)
            #expect(try await parties(trade) == [.seller])
        }
    }

    /// A note told in somebody's name answers no question, and neither do most steps by whoever asked it.
    @Test(arguments: Backend.all)
    func automaticNotesHideNoQuestion(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, id) = (trade.storage, try await trade.ask("줄 서도 되나요?"))
            try await storage.take(.joinLine, in: id, by: trade.ofAsker, at: noon)
            // It is also the asker's turn in line.
            #expect(try await parties(trade) == [.seller, .asker])
            try await storage.take(.reserveFor(.day), in: id, by: trade.ofSeller, at: noon)
            #expect(try await parties(trade) == [])
            try await trade.write("몇 시에 볼까요?", in: id, by: trade.ofAsker)
            try await storage.update(
                trade.item, content: .sample(price: Price(30_000)), photos: [], at: noon)
            #expect(try await parties(trade) == [.seller])
            #expect(try await storage.releaseLapsedReservations(at: noon + 2 * 86_400) == 1)
            #expect(try await parties(after: 2 * 86_400, trade) == [.seller])
            try await storage.setHidden(true, trade.item, at: noon)
            #expect(try await parties(after: 2 * 86_400, trade) == [.seller])
        }
    }

    @Test(arguments: Backend.all)
    func hiddenItemsWaitForNoPriceOrAppointment(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            try await storage.take(.offerPrice(9_000), in: id, by: trade.ofAsker, at: noon)
            let offer = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            try await storage.take(
                .proposeAppointment(Appointment(date: noon + Self.hour, spot: "역 3번 출구")),
                in: id, by: trade.ofSeller, at: noon)
            #expect(try await parties(trade) == [.seller, .asker])
            try await storage.setHidden(true, trade.item, at: noon)
            #expect(try await parties(trade) == [])
            // The offer may be declined all the same.
            try await storage.take(.declineOffer(offer), in: id, by: trade.ofSeller, at: noon)
        }
    }

    @Test(arguments: Backend.all)
    func anOfferWaitsWhateverWasSaidAfterIt(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            try await trade.storage.take(.offerPrice(9_000), in: id, by: trade.ofAsker, at: noon)
            let offer = try await trade.storage.conversation(id, of: trade.ofSeller).lastMessage.id
            try await trade.write("생각해볼게요.", in: id, by: trade.ofSeller)
            // The asker has a message to answer as well.
            #expect(try await parties(trade) == [.seller, .asker])
            try await trade.storage.take(.declineOffer(offer), in: id, by: trade.ofSeller, at: noon)
            #expect(try await parties(trade) == [.asker])
        }
    }

    @Test(arguments: Backend.all)
    func thePriceThatWasNamedLastWaitsUnlessItIsTalkedOver(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            for amount in [9_000, 8_000] {
                try await trade.storage.take(
                    .offerPrice(Int64(amount)), in: id, by: trade.ofAsker, at: noon)
            }
            let last = try await trade.storage.conversation(id, of: trade.ofSeller).lastMessage.id
            for number in 1...19 { try await trade.write("\(number)", in: id, by: trade.ofSeller) }
            #expect(try await parties(trade) == [.seller, .asker])
            try await trade.write("20", in: id, by: trade.ofSeller)
            #expect(try await parties(trade) == [.asker])
            try await trade.storage.take(.acceptOffer(last), in: id, by: trade.ofSeller, at: noon)
            #expect(try await parties(trade) == [.asker])
        }
    }

    @Test(arguments: Backend.all)
    func anAppointmentWaitsUntilItsTimeIsOver(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            let meeting = Appointment(date: noon + Self.hour, spot: "역 3번 출구")
            try await storage.take(
                .proposeAppointment(meeting), in: id, by: trade.ofSeller, at: noon)
            try await trade.write("아마 될 거예요.", in: id, by: trade.ofAsker)
            #expect(try await parties(trade) == [.seller, .asker])
            #expect(try await parties(after: Self.hour + 59, trade) == [.seller, .asker])
            #expect(try await parties(after: Self.hour + 60, trade) == [.seller])
            let proposal = try #require(
                try await storage.conversation(id, of: trade.ofAsker).meeting.proposal)
            try await storage.take(
                .acceptAppointment(proposal), in: id, by: trade.ofAsker, at: noon)
            #expect(try await parties(trade) == [.seller])
        }
    }

    @Test(arguments: Backend.all)
    func aReportedNoShowIsAskedUntilItCounts(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(
                .proposeAppointment(Appointment(date: noon + Self.hour, spot: "역 3번 출구")))
            let proposal = try #require(try await sale.seen().meeting.proposal)
            try await sale.sell(.acceptAppointment(proposal))
            let said = Self.hour + NoShow.graceTime
            try await sale.sell(.sayNotCome, after: said)
            let asker = sale.askers[0]
            let end = said + NoShow.answerTime
            #expect(try await waiting(asker, after: end - 1, sale.storage) == sale.conversations)
            #expect(try await waiting(asker, after: end, sale.storage) == [])
            #expect(try await waiting(sale.seller, after: end - 1, sale.storage) == [])
            try await sale.ask(.sayMet, after: 2 * Self.hour)
            #expect(try await waiting(asker, after: 2 * Self.hour, sale.storage) == [])
        }
    }

    @Test(arguments: Backend.all)
    func theNextInLineIsAskedWhileOneIsAvailable(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            let (storage, next) = (sale.storage, sale.askers[1])
            #expect(try await waiting(next, storage) == [])
            try await sale.sell(.release)
            #expect(try await waiting(next, storage) == [sale.conversations[1]])
            try await sale.sell(.reserve, to: 2)
            #expect(try await waiting(next, storage) == [])
        }
    }

    @Test(arguments: Backend.all)
    func closedDealingsWaitForNothing(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var items: [Item.ID] = []
            for _ in 1...4 { items.append(try await storage.insert(.sample(of: trade.seller))) }
            var ids: [Conversation.ID] = []
            for item in items { ids.append(try await trade.ask(about: item)) }
            #expect(try await waiting(trade.seller, storage) == ids.reversed())
            try await storage.take(.close(at: nil), in: ids[0], by: trade.ofSeller, at: noon)
            try await trade.write("고마워요", in: ids[0], by: trade.ofAsker)
            try await storage.setStatus(.sold, of: items[1], at: noon)
            try await storage.delete(items[2], at: noon)
            #expect(try await waiting(trade.seller, storage) == [ids[3]])
        }
    }

    /// Whichever of the two has blocked the other, since a blocked person could not answer.
    @Test(arguments: Backend.all)
    func nobodyWaitsAfterABlockOrADeparture(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await trade.ask()
            try await storage.setBlocked(true, trade.seller, by: trade.asker, at: noon)
            #expect(try await parties(trade) == [])
            try await storage.setBlocked(false, trade.seller, by: trade.asker, at: noon)
            #expect(try await parties(trade) == [.seller])
            try await storage.setBlocked(true, trade.asker, by: trade.seller, at: noon)
            #expect(try await parties(trade) == [])
            try await storage.setBlocked(false, trade.asker, by: trade.seller, at: noon)
            #expect(try await parties(trade) == [.seller])
            try await storage.deleteAccount(trade.asker, at: noon)
            #expect(try await waiting(trade.seller, storage) == [])
        }
    }

    @Test(arguments: Backend.all)
    func nobodyWaitsWhileOneOfTheTwoIsSuspended(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            for person in [trade.asker, trade.seller] {
                try await storage.setSuspended(true, person, at: noon)
                #expect(try await parties(trade) == [])
                try await storage.setSuspended(false, person, at: noon)
                #expect(try await parties(trade) == [.seller])
            }
            // A reservation can still be released.
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            try await storage.setSuspended(true, trade.asker, at: noon)
            #expect(try await parties(trade) == [])
            #expect(try await parties(after: Conversation.idleTime, trade) == [.seller])
        }
    }

    @Test(arguments: Backend.all)
    func aGuestWaitsLikeAnybody(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(.sample())
            let id = try await trade.ask(about: item)
            #expect(try await waiting(trade.asker, trade.storage) == [])
            try await trade.write("네, 있어요.", in: id, by: .guest(item))
            #expect(try await waiting(trade.asker, trade.storage) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func thoseAboutAnItemAreMarkedForItsSeller(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            let other = try await storage.join("다른 이웃")
            let second = try await trade.ask("저도요", by: other)
            try await trade.ask(about: storage.insert(.sample(of: trade.seller)))
            func unanswered(
                of reader: Conversation.Reader, before message: ChatMessage.ID? = nil,
                after seconds: Int64 = 0
            ) async throws -> Set<Conversation.ID> {
                try await storage.unansweredConversations(
                    about: trade.item, of: reader, before: message, at: noon + seconds)
            }
            #expect(try await unanswered(of: trade.ofSeller) == [id, second])
            let last = try await storage.conversation(second, of: trade.ofSeller).lastMessage.id
            #expect(try await unanswered(of: trade.ofSeller, before: last) == [id])
            for reader in [trade.ofAsker, .account(other), .guest(trade.item)] {
                #expect(try await unanswered(of: reader).isEmpty)
            }
            try await storage.take(.joinLine, in: id, by: trade.ofAsker, at: noon)
            try await trade.write("네", in: second, by: trade.ofSeller)
            #expect(try await unanswered(of: trade.ofSeller) == [id])
            let end = Conversation.answerTime
            #expect(try await unanswered(of: trade.ofSeller, after: end).isEmpty)
            try await storage.setBlocked(true, trade.seller, by: trade.asker, at: noon)
            #expect(try await unanswered(of: trade.ofSeller).isEmpty)
        }
    }

    /// When only the market asks the seller about an idle reservation, the asker has not asked anything.
    @Test(arguments: Backend.all)
    func aReservationAloneIsNoQuestion(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            func unanswered() async throws -> Set<Conversation.ID> {
                try await storage.unansweredConversations(
                    about: trade.item, of: trade.ofSeller, before: nil,
                    at: noon + Conversation.idleTime)
            }
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            #expect(try await waiting(trade.seller, after: Conversation.idleTime, storage) == [id])
            #expect(try await unanswered().isEmpty)
            try await trade.write("언제 볼까요?", in: id, by: trade.ofAsker)
            #expect(try await unanswered() == [id])
        }
    }

    @Test(arguments: Backend.all)
    func aGuestIsToldWhoWaitsForThem(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.ask(about: item)
            func unanswered() async throws -> Set<Conversation.ID> {
                try await storage.unansweredConversations(
                    about: item, of: .guest(item), before: nil, at: noon)
            }
            #expect(try await unanswered() == [id])
            try await storage.setSuspended(true, trade.asker, at: noon)
            #expect(try await unanswered().isEmpty)
            try await storage.setSuspended(false, trade.asker, at: noon)
            try await trade.write("네, 있어요.", in: id, by: .guest(item))
            #expect(try await unanswered().isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func bothSidesArePagedLatestFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var ids: [Conversation.ID] = []
            for _ in 1...3 {
                ids.append(try await trade.ask(about: storage.insert(.sample(of: trade.seller))))
            }
            let others = try await storage.insert(NewItem.sample("책상", of: trade.asker))
            let asked = try await trade.ask(about: others, by: trade.seller)
            try await trade.write("네", in: asked, by: trade.ofAsker)
            try await trade.write("저기요", in: ids[0], by: trade.ofAsker)
            let order = [ids[0], asked, ids[2], ids[1]]
            #expect(try await waiting(trade.seller, storage) == order)
            let page = try await storage.conversationsToAnswer(
                by: trade.seller, before: nil, at: noon, limit: 2)
            #expect(page.map(\.id) == Array(order.prefix(2)))
            let rest = try await waiting(trade.seller, before: page.last?.lastMessage.id, storage)
            #expect(rest == Array(order.suffix(2)))
            for limit in [0, -1] {
                #expect(try await waiting(trade.seller, limit: limit, storage) == [])
            }
        }
    }
}
