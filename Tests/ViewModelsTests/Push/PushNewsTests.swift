import Market
import Testing

@testable import ViewModels

struct PushNewsTests {
    private func news(
        _ trade: TradeFixture, of account: Account.ID, after seconds: Int64 = 0
    ) async throws -> PushNews.Output? {
        try await PushNews(storage: trade.storage, zone: .seoul).output(
            for: account, at: trade.now + seconds)
    }

    @Test func whoIsWrittenToIsToldOfItAndTheWriterIsNot() async throws {
        try await TradeFixture.over(.memory) { trade in
            #expect(try await news(trade, of: trade.seller) == nil)
            let id = try await trade.ask("아직\n있나요?")
            let output = try #require(try await news(trade, of: trade.seller))
            #expect(output.subject == .conversation(id) && output.count == 1)
            #expect(output.title.text == "새 메시지 · 지수")
            #expect(output.body.text == "북유럽풍 장스탠드: 아직 있나요?")
            #expect(output.date == trade.now)
            #expect(try await news(trade, of: trade.asker) == nil)
        }
    }

    @Test func whatWasReadIsNoNews() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask()
            let output = try #require(try await news(trade, of: trade.seller))
            try await trade.storage.setRead(
                upTo: ChatMessage.ID(rawValue: output.number), in: id, by: trade.ofSeller)
            #expect(try await news(trade, of: trade.seller) == nil)
        }
    }

    @Test func aStepIsSaidInItsWords() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask()
            try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now + 5)
            let output = try #require(try await news(trade, of: trade.asker, after: 5))
            #expect(output.subject == .conversation(id))
            #expect(output.body.text.hasPrefix("북유럽풍 장스탠드: "))
            #expect(output.body.text.contains("예약"))
        }
    }

    /// What one wrote oneself after what was not read stands for nothing new.
    @Test func onesOwnWordsAreNotTold() async throws {
        try await TradeFixture.over(.memory) { trade in
            let id = try await trade.ask("아직 있나요?")
            _ = try await trade.storage.insert(
                NewChatMessage(text: "있어요", date: trade.now), in: id, by: trade.ofSeller)
            let output = try await news(trade, of: trade.seller)
            #expect(output?.body.text == "북유럽풍 장스탠드: 안 읽은 메시지 1개")
        }
    }

    @Test func theNewestOfAllIsTold() async throws {
        try await OrganiserFixture.over(.memory) { fixture in
            let news = PushNews(storage: fixture.storage, zone: .seoul)
            let todo = try await fixture.makeTodo(
                in: try await fixture.makeList(), reminder: fixture.now + 10)
            #expect(try await news.output(for: fixture.account, at: fixture.now + 9) == nil)
            let due = try await news.output(for: fixture.account, at: fixture.now + 10)
            #expect(due?.subject == .reminder(.todo(todo)))
            #expect(due?.title.text == "알림 · 우유 사기")
            let search = try await fixture.storage.insert(
                ItemFilter(search: SearchQuery("의자")), of: fixture.account, at: fixture.now)
            _ = try await fixture.storage.insert(
                NewItem(
                    content: ItemContent(
                        title: "원목 의자", category: .furniture, price: try Price(25_000),
                        stock: 1, description: "흠집이 조금 있어요."),
                    photos: [], owner: .account(fixture.stranger), datePosted: fixture.now + 20))
            let found = try await news.output(for: fixture.account, at: fixture.now + 20)
            #expect(found?.subject == .search(search) && found?.count == 1)
            #expect(found?.title.text == "‘의자’ 검색 알림")
            #expect(found?.body.text == "원목 의자 (새 글 1개)")
            #expect(try await news.output(for: fixture.stranger, at: fixture.now + 20) == nil)
        }
    }
}
