import Market
import Testing

/// A price offered at the beginning of a conversation, and items for which no price is offered.
struct OpeningOfferStorageTests {
    private func kinds(
        in id: Conversation.ID, _ trade: TradeFixture
    ) async throws -> [ChatMessage.Kind] {
        try await trade.storage.messages(in: id, of: trade.ofSeller, after: nil, limit: 9)
            .map(\.kind)
    }

    @Test(arguments: Backend.all)
    func anOfferFollowsItsMessageOnce(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let message = NewChatMessage(text: "살게요", token: "a", date: noon)
            let id = try await trade.storage.ask(
                message, offering: 20_000, about: trade.item, by: trade.asker)
            let again = try await trade.storage.ask(
                message, offering: 20_000, about: trade.item, by: trade.asker)
            #expect(again == id)
            let offer = ChatMessage.Kind.offer(PriceOffer(amount: 20_000, currency: .krw))
            #expect(try await kinds(in: id, trade) == [.text, offer])
            #expect(try await trade.storage.conversation(id, of: trade.ofSeller).unread == 2)
        }
    }

    @Test(arguments: Backend.all)
    func anOfferMayStandAlone(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let silent = NewChatMessage(token: "a", date: noon)
            var id: Conversation.ID?
            for amount: Int64 in [20_000, 20_000, 21_000] {
                id = try await trade.storage.ask(
                    silent, offering: amount, about: trade.item, by: trade.asker)
            }
            let kinds = try await kinds(in: try #require(id), trade)
            // The same offer is not repeated while it waits for an answer.
            #expect(
                kinds == [
                    .offer(PriceOffer(amount: 20_000, currency: .krw, answer: .replaced)),
                    .offer(PriceOffer(amount: 21_000, currency: .krw)),
                ])
        }
    }

    @Test(arguments: Backend.all)
    func giveawaysTakeNoOffers(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, asked in
            let storage = trade.storage
            try await storage.update(
                trade.item, content: try .sample(price: Price(0)), photos: [], at: noon)
            await #expect(throws: StorageError.dealing(.givenAway)) {
                try await storage.take(.offerPrice(1), in: asked, by: trade.ofAsker, at: noon)
            }
            let other = try await storage.join("하늘")
            await #expect(throws: StorageError.dealing(.givenAway)) {
                try await storage.ask(
                    NewChatMessage(text: "살게요", date: noon), offering: 1, about: trade.item,
                    by: other)
            }
            #expect(try await storage.conversation(about: trade.item, by: other) == nil)
        }
    }

    @Test(arguments: Backend.all)
    func whoWantsSomethingForNothingIsOfferedItAtAPrice(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var content = try ItemContent.sample(price: Price(0))
            content.purpose = .request
            let wanted = try await trade.storage.insert(.sample(content: content, of: trade.seller))
            let id = try await trade.storage.ask(
                NewChatMessage(date: noon), offering: 5_000, about: wanted, by: trade.asker)
            #expect(
                try await kinds(in: id, trade) == [
                    .offer(PriceOffer(amount: 5_000, currency: .krw))
                ])
        }
    }
}
