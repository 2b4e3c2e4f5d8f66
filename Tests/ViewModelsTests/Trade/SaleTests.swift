import Market
import Testing

@testable import ViewModels

struct SaleTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func page(of account: Account.ID? = nil) async throws -> Sale.Output? {
        try await Sale(storage: trade.storage, zone: .seoul).output(
            for: trade.item, of: .account(account ?? trade.seller), at: trade.now)
    }

    @Test func theBuyerIsChosenFromTheAskers() async throws {
        #expect(try await page() == nil)
        let first = try await trade.ask("아직 있나요?")
        let other = try await trade.accounts.open("하늘").account
        let second = try await trade.ask(by: other)
        let asked = try #require(try await page())
        #expect(asked.entries.map(\.id) == [second, first])
        #expect(asked.entries.map(\.other.nickname) == ["하늘", "지수"])
        #expect(asked.entries.map(\.excerpt) == ["저도요", "아직 있나요?"])
        #expect(!asked.isKept && !asked.hasMore && !asked.isWanted)
        try await trade.take(.reserve, in: first, by: trade.ofSeller)
        #expect(try await page()?.entries.map(\.id) == [first, second])
    }

    @Test func whenAllIsReservedSomethingIsReleasedFirst() async throws {
        let id = try await trade.ask()
        try await trade.setStock(1)
        #expect(try await page()?.isKept == false)
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        #expect(try await page()?.isKept == true)
    }

    @Test func aSuspendedAskersReservationIsReleasedAndSoldElsewhere() async throws {
        let (storage, id) = (trade.storage, try await trade.ask())
        try await trade.setStock(1)
        try await storage.setSuspended(true, trade.asker, at: trade.now)
        #expect(try await page() == nil)
        try await storage.setSuspended(false, trade.asker, at: trade.now)
        try await storage.take(.reserve, in: id, by: trade.ofSeller, at: trade.now)
        try await storage.setSuspended(true, trade.asker, at: trade.now)
        let asked = try #require(try await page())
        #expect(asked.entries.map(\.id) == [id] && asked.isKept)
        func sell() async throws -> OwnItems.Outcome? { try await trade.submit(.sellElsewhere) }
        #expect(try await sell() == .isReserved(in: id))
        let chat = try await trade.page(id, for: trade.ofSeller)
        #expect(chat.steps.mayRelease && !chat.steps.mayClose)
        try await storage.take(.release, in: id, by: trade.ofSeller, at: trade.now)
        #expect(try await sell() == .done(.offer))
        #expect(try await storage.item(trade.item).status == .sold)
    }

    @Test func withSeveralPiecesTheSellerIsAlwaysAsked() async throws {
        let cases: [(stock: Int64, asked: Int64?)] = [(3, 3), (2, 2), (1, nil), (0, nil)]
        for (stock, asked) in cases {
            try await trade.setStock(stock)
            let page = try await page()
            #expect(page?.stock == asked && (page == nil) == (asked == nil))
            #expect(page?.entries.isEmpty ?? true && page?.isKept != true)
        }
        _ = try await trade.ask()
        try await trade.setStock(3)
        #expect(try await page()?.entries.count == 1)
        #expect(try await trade.submit(.sell) == .isAsked)
        #expect(try await trade.storage.item(trade.item).status == .selling)
    }

    @Test func moreThanAPageAreNotShown() async throws {
        for number in 0...Sale.pageSize {
            let account = try await trade.accounts.open("이웃 \(number)").account
            try await trade.ask("저요", by: account)
        }
        let shown = try #require(try await page())
        #expect(shown.entries.count == Sale.pageSize && shown.hasMore)
    }

    @Test func soldItemsAskNothing() async throws {
        _ = try await trade.ask()
        try await trade.storage.setStatus(.sold, of: trade.item, at: trade.now)
        #expect(try await page() == nil)
    }

    @Test func nobodyElseIsAsked() async throws {
        _ = try await trade.ask()
        await #expect(throws: StorageError.itemNotFound) {
            try await page(of: trade.asker)
        }
    }
}
