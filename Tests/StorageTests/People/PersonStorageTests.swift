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

    @Test(arguments: Backend.all)
    func aListingTellsTheSameFactsAsItsSellersPage(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            func expect(_ dealings: Int) async throws {
                let facts = try await storage.facts(of: trade.seller, at: noon)
                #expect(facts == PersonFacts(dealings: dealings))
                #expect(try await storage.detailed(trade.item).seller?.facts == facts)
                let askers = try await storage.facts(of: trade.asker, at: noon)
                #expect(askers.dealings == dealings)
            }
            try await expect(0)
            try await trade.take(.close(at: nil), in: id, by: trade.ofSeller)
            try await expect(1)
            try await trade.take(.reopen, in: id, by: trade.ofSeller)
            try await expect(0)
        }
    }

    /// A guest may be anybody, so what they do counts only once it is a member's.
    @Test(arguments: Backend.all)
    func whatAGuestHasDoneCountsAfterATakeover(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let first = try await trade.ask(about: item)
            for number in 1...3 {
                let asker = try await storage.join("이웃 \(number)")
                let id = try await trade.ask(about: item, by: asker)
                try await trade.write("네", in: id, by: .guest(item), at: noon + 600)
            }
            try await storage.take(.close(at: nil), in: first, by: .guest(item), at: noon)
            #expect(try await storage.facts(of: trade.asker, at: noon) == PersonFacts())
            try await storage.takeOver(item, by: trade.seller)
            #expect(
                try await storage.facts(of: trade.seller, at: noon)
                    == PersonFacts(dealings: 1, replyTime: 600))
            #expect(try await storage.facts(of: trade.asker, at: noon).dealings == 1)
        }
    }

    @Test(arguments: Backend.all)
    func aDealStillCountsOnceTheOtherHasLeft(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.deal()
            try await trade.storage.deleteAccount(trade.asker, at: noon)
            #expect(try await trade.storage.facts(of: trade.seller, at: noon).dealings == 1)
            await #expect(throws: StorageError.notFound) {
                try await trade.storage.facts(of: trade.asker, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func dealsClosedAtOnceAllCount(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 8, askers: 8) { sale in
            try await atOnce(8) { number in try await sale.sell(.close(at: nil), to: number) }
            #expect(try await sale.storage.facts(of: sale.seller, at: noon).dealings == 8)
            for asker in sale.askers {
                #expect(try await sale.storage.facts(of: asker, at: noon).dealings == 1)
            }
        }
    }
}
