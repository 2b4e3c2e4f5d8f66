import Market
import Testing

struct DealStorageTests {
    /// The asker's purchases, last closed first.
    private func bought(_ trade: TradeFixture) async throws -> [Deal] {
        try await trade.storage.deals(.purchase, of: trade.asker, before: nil, limit: 9)
    }

    @Test(arguments: Backend.all)
    func purchasesComeLastClosedFirst(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, first in
            let storage = trade.storage
            let second = try await trade.ask(about: storage.insert(.sample("책상", of: trade.seller)))
            _ = try await trade.ask(about: storage.insert(.sample("거울", of: trade.seller)))
            #expect(try await bought(trade) == [])
            try await storage.take(.close(at: 30_000), in: second, by: trade.ofSeller, at: noon)
            try await storage.take(.close(at: nil), in: first, by: trade.ofSeller, at: noon + 60)
            // A later message does not change the order.
            try await trade.write("고마워요", in: second, by: trade.ofAsker, at: noon + 120)
            let purchases = try await bought(trade)
            #expect(purchases.map(\.conversation.id) == [first, second])
            #expect(purchases.map(\.price?.amount) == [nil, 30_000])
            #expect(purchases.map(\.date) == [noon + 60, noon])
            #expect(purchases.map(\.conversation.itemTitle) == ["원목 의자", "책상"])
            #expect(purchases.allSatisfy { $0.conversation.party == .asker })
            let other = Conversation.Person.member(id: trade.seller, nickname: "민지", picture: nil)
            #expect(purchases.map(\.conversation.other) == [other, other])
        }
    }

    @Test(arguments: Backend.all)
    func nobodyElseHasBoughtIt(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let late = try await trade.storage.join("늦은 이웃")
            try await trade.ask(by: late)
            try await trade.take(.close(at: nil), in: id, by: trade.ofSeller)
            for account in [trade.seller, late, 77] {
                #expect(
                    try await trade.storage.deals(.purchase, of: account, before: nil, limit: 9)
                        == [])
            }
        }
    }

    @Test(arguments: Backend.all)
    func thePosterOfAWantedItemIsTheBuyer(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var wanted = try NewItem.sample("캠핑 의자", of: trade.seller)
            wanted.content.purpose = .request
            let id = try await trade.ask(about: trade.storage.insert(wanted))
            try await trade.take(.close(at: 9_000), in: id, by: trade.ofSeller)
            #expect(try await bought(trade) == [])
            let purchases = try await trade.storage.deals(
                .purchase, of: trade.seller, before: nil, limit: 9)
            #expect(purchases.map(\.conversation.id) == [id])
            #expect(purchases.map(\.conversation.party) == [.seller])
            #expect(purchases.map(\.price?.amount) == [9_000])
        }
    }

    /// The purpose may change between the first message and the closing.
    @Test(
        arguments: Backend.all,
        [(Item.Purpose.offer, false), (.offer, true), (.request, false), (.request, true)])
    func thePurposeAtTheClosingDecidesWhoHasBought(
        _ backend: Backend, _ way: (Item.Purpose, Bool)
    ) async throws {
        let (purpose, isHidden) = way
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var posted = try NewItem.sample("캠핑 의자", of: trade.seller)
            posted.content.purpose = purpose == .offer ? .request : .offer
            let item = try await storage.insert(posted)
            let id = try await trade.ask(about: item)
            var content = posted.content
            content.purpose = purpose
            try await storage.setHidden(isHidden, item, at: noon)
            try await storage.update(item, content: content, photos: [], at: noon + 1)
            try await storage.setHidden(false, item, at: noon + 1)
            try await storage.take(.close(at: 9_000), in: id, by: trade.ofSeller, at: noon + 2)
            let ofSeller = try await storage.deals(
                .purchase, of: trade.seller, before: nil, limit: 9)
            let ofAsker = try await bought(trade)
            #expect(ofAsker.map(\.conversation.id) == (purpose == .offer ? [id] : []))
            #expect(ofSeller.map(\.conversation.id) == (purpose == .request ? [id] : []))
            // The person who has not bought it has sold it.
            for (account, purchases) in [(trade.seller, ofSeller), (trade.asker, ofAsker)] {
                let sales = try await storage.deals(.sale, of: account, before: nil, limit: 9)
                #expect(sales.map(\.conversation.id) == (purchases.isEmpty ? [id] : []))
                #expect(sales.allSatisfy { $0.price?.amount == 9_000 && $0.date == noon + 2 })
            }
        }
    }

    /// Each dealing is on another day or with another person, and none is with a guest.
    @Test(arguments: Backend.all)
    func purchasesAndSalesAreAPersonsDealings(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, late) = (trade.storage, try await trade.storage.join("늦은 이웃"))
            let own = try await storage.insert(NewItem.sample("책상", of: trade.asker))
            let bought = try await trade.ask()
            let sold = try await trade.ask(about: own, by: trade.seller)
            for (id, seller) in [(bought, trade.ofSeller), (sold, trade.ofAsker)] {
                try await storage.take(.close(at: nil), in: id, by: seller, at: noon)
            }
            let more = try await trade.ask(
                about: storage.insert(NewItem.sample("거울", of: trade.seller)), by: late)
            try await storage.take(.close(at: nil), in: more, by: trade.ofSeller, at: noon)
            for (account, expected) in [
                (trade.seller, [1, 2]), (trade.asker, [1, 1]), (late, [1, 0]),
            ] {
                var counts: [Int] = []
                for side in Deal.Side.allCases {
                    counts.append(
                        try await storage.deals(side, of: account, before: nil, limit: 9).count)
                }
                #expect(counts == expected)
                let facts = try await storage.facts(of: account, at: noon)
                #expect(facts.dealings == counts.reduce(0, +))
            }
        }
    }

    @Test(arguments: Backend.all)
    func onlySellersSeeWhatHasGoneOfAnItem(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 3) { sale in
            let storage = sale.storage
            func deals(_ account: Account.ID, limit: Int = 9) async throws -> [Conversation.ID] {
                try await storage.deals(about: sale.item, by: .account(account), limit: limit)
                    .map(\.conversation.id)
            }
            for number in 0...1 { try await sale.sell(.close(at: 9_000), to: number) }
            let other = try await storage.insert(NewItem.sample("책상", of: sale.seller))
            let elsewhere = try await storage.ask(
                NewChatMessage(text: "저요", date: noon), about: other, by: sale.askers[0])
            try await storage.take(.close(at: nil), in: elsewhere, by: sale.ofSeller, at: noon)
            let sold = [sale.conversations[1], sale.conversations[0]]
            #expect(try await deals(sale.seller) == sold)
            #expect(try await deals(sale.seller, limit: 1) == Array(sold.prefix(1)))
            #expect(try await deals(sale.askers[0]) == [])
            #expect(try await deals(77) == [])
            for limit in [0, -1] { #expect(try await deals(sale.seller, limit: limit) == []) }
            try await sale.sell(.reopen, to: 1)
            #expect(try await deals(sale.seller) == [sale.conversations[0]])
        }
    }

    /// An own list of hundreds of sold items asks for all their prices at once.
    @Test(arguments: Backend.all)
    func thePricesOfItemsSoldOnceInOnePieceAreToldTheirSeller(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, late) = (trade.storage, try await trade.storage.join("늦은 이웃"))
            func post(stock: Int64 = 1) async throws -> Item.ID {
                var item = try NewItem.sample(of: trade.seller)
                item.content.stock = stock
                return try await storage.insert(item)
            }
            func sell(
                _ item: Item.ID, at price: Int64?, pieces: Int64 = 1, to asker: Account.ID? = nil
            ) async throws {
                let id = try await trade.ask(about: item, by: asker)
                try await storage.take(
                    .close(at: price, pieces: pieces), in: id, by: trade.ofSeller, at: noon)
            }
            let (once, untold, together) = (
                try await post(), try await post(), try await post(stock: 2)
            )
            let (twice, open) = (try await post(stock: 2), try await post())
            try await sell(once, at: 9_000)
            try await sell(untold, at: nil)
            try await sell(together, at: 8_000, pieces: 2)
            try await sell(twice, at: 7_000)
            try await sell(twice, at: 6_000, to: late)
            let items = [once, untold, together, twice, open]
            let paid = [once: try Price(9_000)]
            #expect(try await storage.pricesPaid(for: items, of: trade.seller) == paid)
            let many = items + (1_000...1_070).map { Item.ID(rawValue: $0) }
            #expect(try await storage.pricesPaid(for: many, of: trade.seller) == paid)
            #expect(try await storage.pricesPaid(for: items, of: trade.asker) == [:])
            #expect(try await storage.pricesPaid(for: [], of: trade.seller) == [:])
        }
    }

    /// Whoever answered a wanted item has sold something, whatever becomes of the item.
    @Test(arguments: Backend.all, [true, false])
    func whoeverAnsweredADeletedWantedItemIsNoBuyer(
        _ backend: Backend, _ isForGood: Bool
    ) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var wanted = try NewItem.sample("캠핑 의자", of: trade.seller)
            wanted.content.purpose = .request
            let item = try await storage.insert(wanted)
            let id = try await trade.ask(about: item)
            try await storage.take(.close(at: 9_000), in: id, by: trade.ofSeller, at: noon)
            let deletion = try await storage.trash(item, of: trade.seller)
            if isForGood { try await storage.purge(deletion.id, of: trade.seller) }
            #expect(try await bought(trade) == [])
            let purchases = try await storage.deals(
                .purchase, of: trade.seller, before: nil, limit: 9)
            #expect(purchases.map(\.conversation.itemTitle) == ["캠핑 의자"])
        }
    }

    @Test(arguments: Backend.all)
    func aPurchaseOfAGuestOutlivesItsItemAndItsSeller(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let guests = try await storage.insert(.sample("손님 글"))
            let ids = [try await trade.ask(), try await trade.ask(about: guests)]
            try await storage.take(.close(at: nil), in: ids[0], by: trade.ofSeller, at: noon)
            try await storage.take(.close(at: nil), in: ids[1], by: .guest(guests), at: noon)
            try await storage.delete(guests, at: noon)
            try await storage.deleteAccount(trade.seller, at: noon)
            let purchases = try await bought(trade)
            #expect(purchases.map(\.conversation.id) == [ids[1], ids[0]])
            #expect(purchases.map(\.conversation.itemTitle) == ["손님 글", "원목 의자"])
            #expect(purchases.map(\.conversation.other) == [.guest, .left])
        }
    }

    @Test(arguments: Backend.all)
    func pagesFollowEachOtherWithoutAGap(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var ids: [Conversation.ID] = []
            for _ in 1...5 {
                let id = try await trade.ask(about: trade.storage.insert(.sample(of: trade.seller)))
                // All of them in the same second.
                try await trade.take(.close(at: nil), in: id, by: trade.ofSeller)
                ids.append(id)
            }
            var (seen, key): ([Conversation.ID], Deal.ID?) = ([], nil)
            repeat {
                let page = try await trade.storage.deals(
                    .purchase, of: trade.asker, before: key, limit: 2)
                seen += page.map(\.conversation.id)
                key = page.last?.id
            } while key != nil
            #expect(seen == Array(ids.reversed()))
            for limit in [0, -1, Int.min] {
                let none = try await trade.storage.deals(
                    .purchase, of: trade.asker, before: nil, limit: limit)
                #expect(none.isEmpty)
            }
        }
    }
}
