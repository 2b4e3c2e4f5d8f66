import Market
import Testing

/// The dealings that may still be reviewed.
struct OpenReviewStorageTests {
    private static let good = ReviewContent(rating: .good)

    private func open(
        _ account: Account.ID, at now: Timestamp = noon, limit: Int = 9, _ trade: TradeFixture
    ) async throws -> [Conversation.ID] {
        try await trade.storage.dealingsToReview(by: account, at: now, limit: limit)
            .map(\.conversation.id)
    }

    @Test(arguments: Backend.all)
    func bothAreLedToTheReviewUntilTheyHaveWritten(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            #expect(try await open(trade.asker, trade) == [])
            try await storage.take(.close(at: nil), in: id, by: trade.ofSeller, at: noon)
            #expect(try await open(trade.asker, trade) == [id])
            #expect(try await open(trade.seller, trade) == [id])
            #expect(try await open(storage.join("낯선 이웃"), trade) == [])
            try await storage.insert(Self.good, in: id, by: trade.ofAsker, at: noon)
            #expect(try await open(trade.asker, trade) == [])
            let left = try await storage.dealingsToReview(by: trade.seller, at: noon, limit: 9)
            #expect(left.map(\.conversation.party) == [.seller])
            #expect(left.map(\.closing.isReviewed) == [false])
        }
    }

    @Test(arguments: Backend.all)
    func afterTwoWeeksNoReviewIsOpen(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.deal()
            let end = noon + Review.writingTime
            #expect(try await open(trade.asker, at: end + -1, trade) == [id])
            #expect(try await open(trade.asker, at: end, trade) == [])
        }
    }

    @Test(arguments: Backend.all)
    func departedPeopleAreNotReviewed(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let guests = try await storage.insert(.sample())
            let ids = [try await trade.ask(), try await trade.ask(about: guests)]
            try await storage.take(.close(at: nil), in: ids[0], by: trade.ofSeller, at: noon)
            try await storage.take(.close(at: nil), in: ids[1], by: .guest(guests), at: noon)
            #expect(try await open(trade.asker, limit: 1, trade) == [ids[1]])
            try await storage.delete(guests, at: noon)
            #expect(try await open(trade.asker, limit: 1, trade) == [ids[0]])
            try await storage.deleteAccount(trade.seller, at: noon)
            #expect(try await open(trade.asker, trade) == [])
        }
    }

    @Test(arguments: Backend.all)
    func openReviewsComeLastClosedFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var ids: [Conversation.ID] = []
            for _ in 1...3 {
                ids.append(
                    try await trade.ask(about: trade.storage.insert(.sample(of: trade.seller))))
            }
            for id in ids.reversed() {
                try await trade.take(.close(at: nil), in: id, by: trade.ofSeller)
            }
            try await trade.write("고마워요", in: ids[2], by: trade.ofAsker)
            #expect(try await open(trade.asker, trade) == ids)
            #expect(try await open(trade.seller, limit: 2, trade) == Array(ids.prefix(2)))
            #expect(try await open(trade.asker, limit: 0, trade) == [])
            #expect(try await open(trade.asker, limit: -1, trade) == [])
        }
    }
}
