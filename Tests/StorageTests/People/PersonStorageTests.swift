import Market
import Testing

struct PersonStorageTests {
    @Test(arguments: Backend.all)
    func earlierDealingsOfTheTwoAreFound(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, first in
            let storage = trade.storage
            #expect(try await storage.dealings(besides: first, of: trade.ofAsker) == nil)
            try await storage.take(.close(at: nil), in: first, by: trade.ofSeller, at: noon)
            #expect(try await storage.dealings(besides: first, of: trade.ofAsker) == nil)
            // Now the other way round.
            let item = try await storage.insert(NewItem.sample("책상", of: trade.asker))
            let second = try await trade.ask(about: item, by: trade.seller)
            for reader in [trade.ofSeller, trade.ofAsker] {
                let earlier = try await storage.dealings(besides: second, of: reader)
                #expect(earlier == OtherDealings(count: 1, last: first, title: "원목 의자"))
            }
            await #expect(throws: StorageError.notFound) {
                try await storage.dealings(
                    besides: second, of: .account(try await storage.join("낯선 이웃")))
            }
        }
    }

    @Test(arguments: Backend.all)
    func replyTimeIsTheMedianOfFirstAnswers(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            for (number, wait) in [60, 7_200, 600_000].enumerated() {
                #expect(try await storage.facts(of: trade.seller, at: noon).replyTime == nil)
                let id = try await trade.ask(by: try await storage.join("이웃 \(number)"))
                // A deal step is no answer, and only the first answer counts.
                try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
                try await storage.take(.release, in: id, by: trade.ofSeller, at: noon)
                try await trade.write("네", in: id, by: trade.ofSeller, at: noon + Int64(wait))
                try await trade.write("네", in: id, by: trade.ofSeller, at: noon + 900_000)
            }
            #expect(try await storage.facts(of: trade.seller, at: noon).replyTime == 7_200)
            #expect(try await storage.facts(of: trade.asker, at: noon).replyTime == nil)
        }
    }
}
