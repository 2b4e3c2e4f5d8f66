import Market
import Testing

@testable import ViewModels

struct ReservationTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func page(of seller: Conversation.Reader? = nil) async throws -> Reservation.Output? {
        try await Reservation(storage: trade.storage, zone: .seoul).output(
            for: trade.item, of: seller ?? trade.ofSeller, at: trade.now)
    }

    @Test func theSellerIsAskedForWhomIfSomebodyHasAsked() async throws {
        #expect(try await page() == nil)
        let id = try await trade.ask()
        let asked = try #require(try await page())
        #expect(asked.entries.map(\.id) == [id] && !asked.hasMore)
        #expect(try await trade.submit(.reserve) == .isAskedForWhom)
        #expect(try await trade.storage.item(trade.item).status == .selling)
        #expect(try await trade.submit(.reserveElsewhere) == .done(.offer))
        #expect(try await trade.storage.item(trade.item).status == .reserved)
        #expect(try await page() == nil)
        #expect(try await trade.storage.conversation(id, of: trade.ofAsker).stage == .asked)
    }

    @Test func withoutAPossibleAskerNothingIsAsked() async throws {
        let id = try await trade.ask()
        try await trade.setStock(2)
        // The other piece is for nobody who has asked: the only asker has theirs.
        try await trade.take(.reserve, in: id, by: trade.ofSeller)
        #expect(try await page() == nil)
        try await trade.take(.release, in: id, by: trade.ofSeller)
        #expect(try await page()?.entries.map(\.id) == [id])
        try await trade.storage.setBlocked(true, trade.asker, by: trade.seller, at: trade.now)
        #expect(try await page() == nil)
        #expect(try await trade.submit(.reserve) == .done(.offer))
    }

    @Test func askersWithAReservationTakeNobodysPlace() async throws {
        let storage = trade.storage
        try await trade.setStock(Int64(Sale.pageSize) + 2)
        let id = try await trade.ask()
        for number in 0...Sale.pageSize {
            let account = try await trade.accounts.open("이웃 \(number)").account
            let other = try await trade.ask("저요", by: account)
            try await storage.take(.reserve, in: other, by: trade.ofSeller, at: trade.now)
        }
        let asked = try #require(try await page())
        #expect(asked.entries.map(\.id) == [id] && !asked.hasMore)
    }

    @Test func hiddenAndSoldItemsAskNothing() async throws {
        _ = try await trade.ask()
        try await trade.storage.setHidden(true, trade.item, at: trade.now)
        #expect(try await page() == nil)
        try await trade.storage.setHidden(false, trade.item, at: trade.now)
        try await trade.storage.setStatus(.sold, of: trade.item, at: trade.now)
        #expect(try await page() == nil)
        for action in [OwnItems.Action.reserve, .reserveElsewhere] {
            #expect(try await trade.submit(action) == .isPast)
        }
        #expect(try await trade.storage.item(trade.item).status == .sold)
    }

    @Test func nobodyElseIsAsked() async throws {
        _ = try await trade.ask()
        for other in [trade.ofAsker, .guest(trade.item)] {
            await #expect(throws: StorageError.itemNotFound) {
                try await page(of: other)
            }
        }
    }
}
