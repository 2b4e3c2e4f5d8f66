import Market
import Testing

@testable import ViewModels

struct ResaleTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func page(
        of account: Account.ID? = nil, after seconds: Int64 = 0
    ) async throws -> Resale.Output? {
        try await Resale(storage: trade.storage, zone: .seoul).output(
            for: trade.item, of: .account(account ?? trade.seller), at: trade.now + seconds)
    }

    @Test func anItemSoldToSomebodyLeadsToTakingItBack() async throws {
        let id = try await trade.ask()
        #expect(try await page() == nil)
        try await trade.take(.close(at: 30_000), in: id, by: trade.ofSeller)
        let told = try #require(try await page())
        let entry = try #require(told.entries.first)
        #expect(told.entries.count == 1 && told.item == trade.item && !told.isWanted)
        #expect(entry.deal.id == id && entry.deal.other.nickname == "지수")
        #expect(entry.reopenUntil?.text == "11월 22일 (일) 오후 8:20까지, 후기를 남기기 전에 되돌릴 수 있어요.")
        let later = try #require(try await page(after: Dealing.Closing.reopeningTime + 1))
        #expect(later.entries.map(\.reopenUntil) == [nil])
        try await trade.take(.reopenClosing(entry.closing), in: id, by: trade.ofSeller)
        #expect(try await page() == nil)
    }

    @Test func anItemSoldElsewhereAsksNothing() async throws {
        _ = try await trade.ask()
        try await trade.storage.setStatus(.sold, of: trade.item, at: trade.now)
        #expect(try await page() == nil)
    }

    /// Of three pieces one is sold: nobody was told that one of the other two is theirs.
    @Test func remainingPiecesAskNothing() async throws {
        try await trade.setStock(3)
        try await trade.deal()
        try await trade.storage.setStatus(.sold, of: trade.item, at: trade.now)
        #expect(try await page() == nil)
    }

    @Test func nobodyElseIsTold() async throws {
        try await trade.deal()
        await #expect(throws: StorageError.itemNotFound) {
            try await page(of: trade.asker)
        }
    }
}
