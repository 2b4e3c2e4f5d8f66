import Market
import Testing

@testable import ViewModels

struct ConversationsToAnswerTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func page(
        before key: ChatMessage.ID? = nil
    ) async throws -> ConversationsToAnswer.Output {
        try await ConversationsToAnswer(storage: trade.storage, zone: .seoul)
            .output(for: trade.seller, before: key, at: trade.now)
    }

    @Test func waitingConversationsAreShownAsInTheFullList() async throws {
        let none = try await page()
        #expect(none.entries.isEmpty && none.emptyText?.text == "지금 답할 채팅이 없어요.")
        let id = try await trade.ask()
        let all = try await trade.list.output(for: trade.ofSeller, at: trade.now)
        let waiting = try await page()
        #expect(waiting.entries == all.entries && waiting.entries.map(\.id) == [id])
        #expect(waiting.isFirst && waiting.older == nil && waiting.emptyText == nil)
        let past = try await page(before: 1)
        #expect(past.emptyText == pastTheEndText && !past.isFirst)
    }

    @Test func aPageGoesOnFromTheOneBefore() async throws {
        var ids: [Conversation.ID] = []
        for _ in 0...ConversationsToAnswer.pageSize {
            let item = try await trade.accounts.post(by: trade.seller)
            ids.append(try await trade.ask("저요", about: item, by: trade.asker))
        }
        let first = try await page()
        #expect(first.entries.map(\.id) == ids.dropFirst().reversed())
        let second = try await page(before: first.older)
        #expect(second.entries.map(\.id) == [ids[0]] && second.older == nil)
    }

    @Test func sellersAreAskedAboutLongReservations() async throws {
        let id = try await trade.ask()
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        let later = trade.now + Conversation.idleTime
        func hint(_ reader: Conversation.Reader) async throws -> String? {
            try await trade.detail.output(for: id, of: reader, at: later).steps.hint?.text
        }
        #expect(
            try await hint(trade.ofSeller)
                == "예약한 뒤 며칠째 이야기가 없어요. 거래했다면 거래완료, 아니면 예약 취소를 눌러주세요.")
        #expect(try await hint(trade.ofAsker) == nil)
        let list = try await ConversationsToAnswer(storage: trade.storage, zone: .seoul)
            .output(for: trade.seller, at: later)
        #expect(list.entries.map(\.id) == [id])
    }
}
