import Market
import Testing

@testable import ViewModels

struct ConversationsToAnswerTests {
    private func page(
        _ trade: TradeFixture, before key: ChatMessage.ID? = nil
    ) async throws -> ConversationsToAnswer.Output {
        try await ConversationsToAnswer(storage: trade.storage, zone: .seoul)
            .output(for: trade.seller, before: key, at: trade.now)
    }

    @Test func whatWaitsIsShownAsInTheListOfAll() async throws {
        try await TradeFixture.over(.memory) { trade in
            let none = try await page(trade)
            #expect(none.entries.isEmpty && none.emptyText?.text == "지금 답할 채팅이 없어요.")
            let id = try await trade.ask()
            let all = try await trade.list.output(for: trade.ofSeller, at: trade.now)
            let waiting = try await page(trade)
            #expect(waiting.entries == all.entries && waiting.entries.map(\.id) == [id])
            #expect(waiting.isFirst && waiting.older == nil && waiting.emptyText == nil)
            let past = try await page(trade, before: 1)
            #expect(past.emptyText == pastTheEndText && !past.isFirst)
        }
    }

    @Test(arguments: Backend.all)
    func aPageGoesOnFromTheOneBefore(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var ids: [Conversation.ID] = []
            for _ in 0...ConversationsToAnswer.pageSize {
                let item = try await trade.accounts.post(by: trade.seller)
                ids.append(
                    try await trade.storage.ask(
                        NewChatMessage(text: "저요", date: trade.now), about: item,
                        by: trade.asker))
            }
            let first = try await page(trade)
            #expect(first.entries.map(\.id) == ids.dropFirst().reversed())
            let second = try await page(trade, before: first.older)
            #expect(second.entries.map(\.id) == [ids[0]] && second.older == nil)
        }
    }
}
