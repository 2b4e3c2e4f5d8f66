import Fixtures
import Market
import Testing

/// What people who are interested in an item are told when it becomes cheaper.
struct PriceDropStorageTests {
    @Test(arguments: Backend.all)
    func interestedAccountsAreToldOnceOfTheNewestPrice(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            let stranger = try await trade.storage.join("하늘")
            #expect(try await trade.told().isEmpty)
            try await trade.setPrice(Price(20_000))
            let expected = Reminder(
                subject: .priceDrop(trade.item), title: "원목 의자", date: noon, dateModified: noon,
                item: trade.item, priceDrop: PriceDrop(from: 25_000, to: try Price(20_000)))
            #expect(try await trade.told() == [expected])
            for other in [trade.seller, stranger] {
                #expect(try await trade.told(to: other).isEmpty)
            }
            for (won, amounts) in [
                (18_000, ["25000 → 18000"]), (22_000, ["25000 → 22000"]), (25_000, []),
                (30_000, []), (26_000, []), (24_000, ["25000 → 24000"]),
            ] as [(Int64, [String])] {
                try await trade.setPrice(Price(won), at: noon + 60)
                #expect(try await trade.amounts() == amounts, "\(won)")
            }
        }
    }

    /// Within an hour the notice keeps its date, however often the price goes up and down.
    @Test(arguments: Backend.all)
    func aPriceDropIsNewsAgainAfterAnHour(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            for (seconds, won, date) in [
                (0, 20_000, 0), (60, 19_000, 0), (120, 26_000, nil), (180, 19_000, 0),
                (3_599, 18_000, 0), (3_600, 17_000, 3_600), (3_700, 19_000, 3_600),
            ] as [(Int64, Int64, Int64?)] {
                try await trade.setPrice(Price(won), at: noon + seconds)
                let told = try await trade.told()
                #expect(told.map(\.date) == (date.map { [noon + $0] } ?? []), "\(seconds)")
                // The price has changed all the same, and the modification date with it.
                #expect(told.allSatisfy { $0.dateModified == noon + seconds }, "\(seconds)")
            }
        }
    }

    @Test(arguments: Backend.all, [true, false])
    func aSeenPriceDropIsToldAgainOnlyWhenLower(_ backend: Backend, byItsPage: Bool) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            let (storage, item, account) = (trade.storage, trade.item, trade.asker)
            let price = try Price(20_000)
            #expect(try await !storage.seePriceDrop(of: item, to: price, by: account))
            try await trade.setPrice(price)
            if byItsPage {
                #expect(try await storage.seePriceDrop(of: item, to: price, by: account))
                #expect(try await !storage.seePriceDrop(of: item, to: price, by: account))
            } else {
                for _ in 1...2 { try await storage.dismissReminder(.priceDrop(item), of: account) }
            }
            #expect(try await trade.told().isEmpty)
            for (won, amounts) in [
                (30_000, []), (21_000, []), (20_000, []), (19_000, ["20000 → 19000"]),
            ] as [(Int64, [String])] {
                try await trade.setPrice(Price(won), at: noon + 10)
                #expect(try await trade.amounts() == amounts, "\(won)")
            }
            // The former notice was seen, so a lower price is news at once.
            #expect(try await trade.told().map(\.date) == [noon + 10])
        }
    }

    /// The price may have dropped further between the page and the note that it was seen.
    @Test(arguments: Backend.all)
    func aDropAfterThePageWasShownIsStillTold(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            func see(_ price: Price) async throws -> Bool {
                try await trade.storage.seePriceDrop(of: trade.item, to: price, by: trade.asker)
            }
            try await trade.setPrice(Price(20_000))
            try await trade.setPrice(Price(18_000))
            #expect(try await see(Price(20_000)))
            #expect(try await trade.amounts() == ["20000 → 18000"])
            // The page showed a price that was no news, or another currency.
            #expect(try await !see(Price(25_000)))
            #expect(try await !see(Price(1_500, currency: .usd)))
            #expect(try await trade.amounts() == ["20000 → 18000"])
            try await trade.setPrice(Price(19_000))
            #expect(try await see(Price(18_000)))
            #expect(try await trade.told().isEmpty)
            try await trade.setPrice(Price(17_000))
            #expect(try await trade.amounts() == ["18000 → 17000"])
        }
    }

    @Test(arguments: Backend.all)
    func nobodyDismissesAnothersPriceDrop(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            try await trade.setPrice(Price(20_000))
            for account in [trade.seller, 77] {
                let isTold = try await trade.storage.seePriceDrop(
                    of: trade.item, to: Price(20_000), by: account)
                #expect(!isTold)
                await #expect(throws: StorageError.notFound) {
                    try await trade.storage.dismissReminder(.priceDrop(trade.item), of: account)
                }
            }
            #expect(try await trade.told().count == 1)
            try await trade.storage.setInterest(false, of: trade.asker, in: trade.item)
            #expect(try await trade.told().isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func thePriceToPayCounts(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            try await trade.setPrice(Price(40_000, discountedTo: 25_000))
            #expect(try await trade.told().isEmpty)
            try await trade.setPrice(Price(40_000, discountedTo: 20_000))
            #expect(try await trade.amounts() == ["25000 → 20000"])
            try await trade.setPrice(Price(20_000))
            #expect(try await trade.amounts() == ["25000 → 20000"])
            try await trade.setPrice(Price(20_000, discountedTo: 0))
            #expect(try await trade.amounts() == ["25000 → 0"])
            try await trade.setPrice(Price(0))
            #expect(try await trade.told().first?.priceDrop?.price.isFree == true)
        }
    }

    @Test(arguments: Backend.all)
    func nothingIsCheaperThanAnOpenPrice(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            try await trade.setPrice(.open())
            #expect(try await trade.told().first?.priceDrop?.price.isOpen == true)
            // This is still less than the price that the asker knew.
            try await trade.setPrice(Price(20_000))
            #expect(try await trade.amounts() == ["25000 → 20000"])
            try await trade.setPrice(.open())
            try await trade.see(.open())
            for won in [10_000, 9_000] as [Int64] {
                try await trade.setPrice(Price(won))
                #expect(try await trade.told().isEmpty, "\(won)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func afterAnOpenPriceNoPriceIsTold(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            try await trade.setPrice(.open())
            try await trade.storage.setInterest(true, of: trade.asker, in: trade.item)
            for won in [10_000, 9_000] as [Int64] {
                try await trade.setPrice(Price(won))
                #expect(try await trade.told().isEmpty, "\(won)")
                #expect(try await trade.formerAmount() == nil, "\(won)")
            }
        }
    }

    @Test(arguments: Backend.all)
    func amountsOfTwoCurrenciesAreNotCompared(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            try await trade.setPrice(Price(20_000))
            try await trade.setPrice(Price(1_500, currency: .usd))
            #expect(try await trade.told().isEmpty)
            try await trade.setPrice(Price(1_400, currency: .usd))
            #expect(try await trade.amounts() == ["1500 → 1400"])
            #expect(try await trade.formerAmount() == nil)
        }
    }

    /// Not even for equal amounts.
    @Test(arguments: Backend.all)
    func offeredAndWantedPricesAreNotCompared(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            func post(for purpose: Item.Purpose, _ price: Price) async throws {
                var content = try await trade.storage.item(trade.item).content
                (content.purpose, content.price) = (purpose, price)
                try await trade.storage.update(trade.item, content: content, photos: [], at: noon)
                #expect(try await trade.told().isEmpty)
                #expect(try await trade.formerAmount() == nil)
            }
            try await trade.setPrice(Price(20_000))
            #expect(try await trade.amounts() == ["25000 → 20000"])
            try await post(for: .request, Price(20_000))
            try await post(for: .offer, Price(20_000))
            try await post(for: .request, Price(30_000))
            try await post(for: .offer, Price(15_000))
            try await trade.setPrice(Price(14_000))
            #expect(try await trade.amounts() == ["15000 → 14000"])
        }
    }

    @Test(arguments: Backend.all)
    func wantedItemsAreNeverCheaper(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var request = try NewItem.sample(of: trade.seller)
            request.content.purpose = .request
            let item = try await trade.storage.insert(request)
            try await trade.storage.setInterest(true, of: trade.asker, in: item)
            try await trade.setPrice(Price(20_000), of: item)
            #expect(try await trade.formerAmount() == nil)
        }
    }

    /// Each account sees the price that applied when it took up its interest.
    @Test(arguments: Backend.all)
    func anInterestRemembersThePriceAtItsStart(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            #expect(try await trade.formerAmount() == nil)
            try await trade.setPrice(Price(20_000))
            #expect(try await trade.formerAmount() == 25_000)
            try await trade.see(Price(20_000))
            #expect(try await trade.formerAmount() == 25_000)
            let later = try await trade.storage.join("하늘")
            try await trade.storage.setInterest(true, of: later, in: trade.item)
            #expect(try await trade.formerAmount(of: later) == nil)
            try await trade.setPrice(Price(19_000))
            #expect(try await trade.formerAmount(of: later) == 20_000)
            try await trade.setPrice(Price(25_000))
            for account in [trade.asker, later] {
                #expect(try await trade.formerAmount(of: account) == nil)
            }
        }
    }

    @Test(arguments: Backend.all)
    func soldHiddenAndWantedItemsTellNobody(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var request = try NewItem.sample(of: trade.seller)
            request.content.purpose = .request
            let items = [
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(request),
            ]
            for item in items { try await storage.setInterest(true, of: trade.asker, in: item) }
            try await storage.setStatus(.sold, of: items[0], at: noon)
            try await storage.setHidden(true, items[1], at: noon)
            for item in items { try await trade.setPrice(Price(20_000), of: item) }
            try await storage.setStatus(.selling, of: items[0], at: noon)
            try await storage.setHidden(false, items[1], at: noon)
            #expect(try await trade.told().isEmpty)
            // A reserved item may still become available.
            try await storage.setStatus(.reserved, of: items[0], at: noon)
            try await trade.setPrice(Price(19_000), of: items[0])
            #expect(try await trade.amounts() == ["25000 → 19000"])
        }
    }

    @Test(arguments: Backend.all)
    func priceDropsAreToldWhileTheItemIsAvailable(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            let (storage, item) = (trade.storage, trade.item)
            try await trade.setPrice(Price(20_000))
            func expect(_ isTold: Bool) async throws {
                #expect(try await trade.amounts() == (isTold ? ["25000 → 20000"] : []))
            }
            try await expect(true)
            try await storage.setStatus(.sold, of: item, at: noon)
            try await expect(false)
            #expect(try await !storage.seePriceDrop(of: item, to: Price(20_000), by: trade.asker))
            try await storage.setStatus(.selling, of: item, at: noon)
            try await expect(true)
            try await storage.setHidden(true, item, at: noon)
            try await expect(false)
            try await storage.setHidden(false, item, at: noon)
            let deletion = try await storage.trash(item, of: trade.seller)
            try await expect(false)
            try await storage.restore(deletion.id, of: trade.seller, at: noon)
            try await expect(true)
            try await storage.delete(item, at: noon)
            try await expect(false)
        }
    }

    @Test(arguments: Backend.all)
    func anEditOfAnythingElseTellsNothing(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            try await trade.setPrice(Price(20_000))
            try await trade.see(Price(20_000))
            var content = try await trade.storage.item(trade.item).content
            content.title = "원목 의자 (급처)"
            try await trade.storage.update(trade.item, content: content, photos: [], at: noon)
            #expect(try await trade.told().isEmpty)
        }
    }
}

extension TradeFixture {
    /// Runs `body` when 지수 has marked her interest in an item that 민지 sells for 25,000 won.
    static func withInterest(
        _ backend: Backend, _ body: (TradeFixture) async throws -> Void
    ) async throws {
        try await over(backend) { trade in
            try await trade.storage.setInterest(true, of: trade.asker, in: trade.item)
            try await body(trade)
        }
    }

    func setPrice(
        _ price: Price, of item: Item.ID? = nil, at moment: Timestamp = noon
    ) async throws {
        let item = item ?? self.item
        var content = try await storage.item(item).content
        content.price = price
        try await storage.update(item, content: content, photos: [], at: moment)
    }

    /// Has the asker see the price, and expects that this ends a notice.
    func see(_ price: Price) async throws {
        #expect(try await storage.seePriceDrop(of: item, to: price, by: asker))
    }

    /// What an account is told of within a day, checked against the header's count.
    func told(to account: Account.ID? = nil) async throws -> [Reminder] {
        let (account, now) = (account ?? asker, noon + 86_400)
        let due = try await storage.reminders(of: account, until: now, limit: 99)
        let latest = try await storage.latestReminders(
            of: account, after: noon + -1, until: now, limit: 99)
        #expect(latest == due.reversed())
        #expect(try await storage.countDueReminders(of: account, at: now) == due.count)
        let plans = try await storage.plans(of: account, after: noon + -1, until: now, limit: 99)
        #expect(plans.isEmpty)
        return due
    }

    func amounts(of account: Account.ID? = nil) async throws -> [String] {
        try await told(to: account).compactMap(\.priceDrop).map {
            "\($0.formerAmount) → \($0.price.amountToPay)"
        }
    }

    func formerAmount(of account: Account.ID? = nil) async throws -> Int64? {
        let interests = try await storage.interests(of: account ?? asker, before: nil, limit: 9)
        return try #require(interests.first).formerAmount
    }
}
