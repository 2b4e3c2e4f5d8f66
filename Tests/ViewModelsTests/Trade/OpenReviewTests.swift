import Market
import Testing

@testable import ViewModels

/// The reviews to write that the organiser lists.
struct OpenReviewTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func home(
        of account: Account.ID, after seconds: Int64 = 0
    ) async throws -> OrganiserHome.Output {
        try await OrganiserHome(storage: trade.storage, zone: .seoul)
            .output(for: account, at: trade.now + seconds)
    }

    @Test func aReviewWaitsForBothUntilTheyHaveWritten() async throws {
        let (storage, id) = (trade.storage, try await trade.ask())
        #expect(try await home(of: trade.asker).isEmpty)
        try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: trade.now)
        for (account, other) in [(trade.asker, "민지"), (trade.seller, "지수")] {
            let page = try await home(of: account)
            #expect(page.reviews.map(\.link.conversation) == [id] && !page.isEmpty)
            let review = try #require(page.reviews.first)
            #expect(review.title == "북유럽풍 장스탠드" && review.other.nickname == other)
            #expect(review.until.text == "후기를 12월 5일 (토) 오후 8:20까지 남길 수 있어요")
        }
        try await storage.insert(
            ReviewContent(rating: .good), in: id, by: trade.ofSeller, at: trade.now)
        #expect(try await home(of: trade.seller).reviews == [])
        #expect(try await home(of: trade.asker).reviews.count == 1)
        #expect(try await home(of: trade.asker, after: Review.writingTime).reviews == [])
    }

    @Test func theLastThreeClosedDealingsAreShown() async throws {
        var ids: [Conversation.ID] = []
        for _ in 1...4 {
            let item = try await trade.accounts.post(by: trade.seller)
            let id = try await trade.ask("저요", about: item, by: trade.asker)
            try await trade.take(.close(at: nil), in: id, by: trade.ofSeller)
            ids.append(id)
        }
        let page = try await home(of: trade.asker)
        #expect(page.reviews.map(\.link.conversation) == [ids[3], ids[2], ids[1]])
    }
}
