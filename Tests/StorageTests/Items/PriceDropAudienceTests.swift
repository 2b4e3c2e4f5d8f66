import Fixtures
import Market
import Synchronization
import Testing

/// Who is told of price drops, and of how many at once.
struct PriceDropAudienceTests {
    @Test(arguments: Backend.all, [true, false])
    func peopleWithABlockBetweenThemAreToldNoPriceDrops(
        _ backend: Backend, bySeller: Bool
    ) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            let people = bySeller ? [trade.seller, trade.asker] : [trade.asker, trade.seller]
            try await trade.setPrice(Price(20_000))
            try await trade.storage.setBlocked(true, people[1], by: people[0], at: noon)
            #expect(try await trade.told().isEmpty)
            try await trade.setPrice(Price(19_000))
            #expect(try await trade.told().isEmpty)
            try await trade.storage.setBlocked(false, people[1], by: people[0], at: noon)
            #expect(try await trade.told().isEmpty)
            try await trade.setPrice(Price(18_000))
            #expect(try await trade.amounts() == ["25000 → 18000"])
        }
    }

    @Test(arguments: Backend.all)
    func aGuestsItemTellsAllButItsNewOwner(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(NewItem.sample())
            for account in [trade.seller, trade.asker] {
                try await trade.storage.setInterest(true, of: account, in: item)
            }
            try await trade.setPrice(Price(20_000), of: item)
            #expect(try await trade.amounts(of: trade.seller) == ["25000 → 20000"])
            try await trade.storage.takeOver(item, by: trade.seller)
            #expect(try await trade.told(to: trade.seller).isEmpty)
            try await trade.setPrice(Price(15_000), of: item)
            #expect(try await trade.told(to: trade.seller).isEmpty)
            #expect(try await trade.amounts() == ["25000 → 15000"])
        }
    }

    @Test(arguments: Backend.all, [true, false])
    func whenAnAccountTakesAGuestsItemOverItsBlocksApply(
        _ backend: Backend, byTaker: Bool
    ) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(NewItem.sample())
            let neighbour = try await trade.storage.join("하늘")
            for account in [trade.asker, neighbour] {
                try await trade.storage.setInterest(true, of: account, in: item)
            }
            try await trade.setPrice(Price(20_000), of: item)
            let people = byTaker ? [trade.seller, trade.asker] : [trade.asker, trade.seller]
            try await trade.storage.setBlocked(true, people[1], by: people[0], at: noon)
            // While it is a guest's item, no block applies.
            #expect(try await trade.amounts() == ["25000 → 20000"])
            try await trade.storage.takeOver(item, by: trade.seller)
            #expect(try await trade.told().isEmpty)
            #expect(try await trade.amounts(of: neighbour) == ["25000 → 20000"])
        }
    }

    /// So that price drops do not crowd out other reminders.
    @Test(arguments: Backend.all)
    func ofManyPriceDropsTheNewestAreTold(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            var items: [Item.ID] = []
            for number in 0...Int64(Limits.priceDrops) {
                let item = try await trade.storage.insert(NewItem.sample(of: trade.seller))
                try await trade.storage.setInterest(true, of: trade.asker, in: item)
                try await trade.setPrice(Price(20_000), of: item, at: noon + number)
                items.append(item)
            }
            let told = try await trade.told().compactMap(\.item)
            #expect(told == Array(items.dropFirst()))
        }
    }

    /// Nor do price drops told to others count towards the limit.
    @Test(arguments: Backend.all)
    func soldItemsTakeNoRoom(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let other = try await trade.storage.join("하늘")
            var items: [Item.ID] = []
            for number in 0...Int64(Limits.priceDrops) {
                let item = try await trade.storage.insert(NewItem.sample(of: trade.seller))
                try await trade.storage.setInterest(true, of: trade.asker, in: item)
                if number == 3 || number == Int64(Limits.priceDrops) {
                    try await trade.storage.setInterest(true, of: other, in: item)
                }
                try await trade.setPrice(Price(20_000), of: item, at: noon + number)
                if number == 9 {
                    try await trade.storage.setStatus(.sold, of: item, at: noon + number)
                }
                items.append(item)
            }
            let told = try await trade.told().compactMap(\.item)
            #expect(told == items.filter { $0 != items[9] })
            #expect(try await trade.told(to: other).count == 2)
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: Backend.all)
    func priceDropsAreAnnouncedToOpenPages(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            for won in [20_000, 30_000] as [Int64] {
                let changes = trade.storage.feed.changes([.organiser(trade.asker)])
                try await trade.setPrice(Price(won))
                let change = await changes.first { _ in true }
                #expect(change == .organiser(trade.asker))
            }
        }
    }

    @Test(arguments: Backend.all)
    func onlyThoseToldHearThatItEnded(_ backend: Backend) async throws {
        try await TradeFixture.withInterest(backend) { trade in
            try await trade.setPrice(Price(20_000))
            let later = try await trade.storage.join("하늘")
            try await trade.storage.setInterest(true, of: later, in: trade.item)
            let heard = Heard()
            trade.storage.feed.setFollower { heard.note($0) }
            try await trade.setPrice(Price(1_500, currency: .usd))
            #expect(heard.changes.contains(.organiser(trade.asker)))
            #expect(!heard.changes.contains(.organiser(later)))
        }
    }
}

/// Collects the changes that a feed announces.
private final class Heard: Sendable {
    private let all = Mutex<[Change]>([])

    var changes: [Change] { all.withLock { $0 } }

    func note(_ changes: [Change]) { all.withLock { $0 += changes } }
}
