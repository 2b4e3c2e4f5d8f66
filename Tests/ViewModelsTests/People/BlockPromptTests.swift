import Market
import Testing

@testable import ViewModels

struct BlockPromptTests {
    @Test func aButtonAsksFirstWhereSomethingEnds() async throws {
        try await TradeFixture.with { trade in
            let (prompt, id) = (BlockPrompt(storage: trade.storage), try await trade.ask())
            func isNeeded() async throws -> Bool {
                try await prompt.isNeeded(for: trade.seller, by: trade.asker)
            }
            #expect(try await !isNeeded())
            try await trade.take(.reserve, in: id, by: trade.ofSeller)
            #expect(try await isNeeded())
            let asked = try await prompt.output(for: trade.seller, by: trade.asker)
            #expect(asked.heading.text == "민지님을 차단할까요?")
            #expect(asked.consequences.first?.text == "둘 사이의 예약이 취소돼요.")
            try await trade.storage.setBlocked(
                true, trade.seller, by: trade.asker, at: trade.now)
            #expect(try await !isNeeded())
        }
    }
}
