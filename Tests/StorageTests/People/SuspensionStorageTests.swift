import Market
import Testing

/// A person's items while the person is suspended.
struct SuspensionStorageTests {
    private func suspend(
        _ isSuspended: Bool, in trade: TradeFixture, at moment: Timestamp = noon
    ) async throws {
        try await trade.storage.setSuspended(
            isSuspended, trade.seller, because: isSuspended ? "광고" : "",
            hidingItems: isSuspended, by: nil, at: moment)
    }

    @Test(arguments: Backend.all)
    func unsoldItemsAreHiddenAndComeBack(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let items = [
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.seller)),
                try await storage.insert(NewItem.sample(of: trade.asker)),
            ]
            try await storage.setStatus(.reserved, of: items[0], at: noon)
            try await storage.setStatus(.sold, of: items[1], at: noon)
            try await storage.setHidden(true, items[2], because: "가짜", at: noon)
            for _ in 1...2 { try await suspend(true, in: trade) }
            func hidden() async throws -> [Bool] {
                var hidden: [Bool] = []
                for id in [trade.item] + items {
                    hidden.append(try await storage.item(id).isHidden)
                }
                return hidden
            }
            #expect(try await hidden() == [true, true, false, true, false])
            #expect(try await storage.hidingReason(of: trade.item) == "광고")
            #expect(try await storage.hidingReason(of: items[2]) == "가짜")
            let open = try await storage.openItems(
                of: trade.seller, for: nil, before: nil, limit: 9)
            #expect(open.isEmpty)
            // The seller is told of the item hidden before, and once of the suspension.
            #expect(try await storage.countDueReminders(of: trade.seller, at: noon) == 2)
            try await suspend(false, in: trade)
            #expect(try await hidden() == [false, false, false, true, false])
        }
    }

    @Test(arguments: Backend.all)
    func decisionsAboutAnItemMeanwhileStay(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let other = try await storage.insert(NewItem.sample(of: trade.seller))
            try await suspend(true, in: trade)
            try await storage.setHidden(true, trade.item, because: "가짜", at: noon + 1)
            try await storage.setHidden(false, other, at: noon + 2)
            #expect(try await storage.hidingReason(of: trade.item) == "가짜")
            #expect(try await !storage.item(other).isHidden)
            try await suspend(false, in: trade, at: noon + 3)
            #expect(try await storage.item(trade.item).isHidden)
            let kinds = try await storage.decisions(about: trade.seller, limit: 9).map(\.kind)
            #expect(kinds == [.lifted, .shown, .hidden, .suspended])
        }
    }

    @Test(arguments: Backend.all)
    func aSuspensionEndsByItself(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            let (end, third) = (noon + 604_800, try await storage.join("하늘"))
            let keeper = try await storage.join("장터지기")
            let outcome = try await storage.setSuspended(
                true, seller, because: "광고", until: end, hidingItems: true, by: keeper, at: noon)
            #expect(outcome == DecisionOutcome(hiddenItems: 1))
            try await storage.setSuspended(true, third, at: noon + 1)
            // The end set first stays.
            try await storage.setSuspended(
                true, seller, because: "", until: noon + 1, hidingItems: false, by: nil, at: noon)
            let suspended = try await storage.suspendedPeople(before: nil, limit: 9)
            #expect(suspended.map(\.ends) == [nil, end] && suspended.map(\.hiddenItems) == [0, 1])
            #expect(suspended.map(\.decider?.nickname) == [nil, "장터지기"])
            #expect(try await storage.decisions(about: seller, limit: 9).map(\.ends) == [end])
            let told = try await storage.reminders(of: seller, until: end, limit: 9)
            #expect(told.map(\.notice) == [Notice(.suspended, because: "광고", until: end)])
            #expect(try await storage.endSuspensions(at: end + -1) == 0)
            #expect(try await storage.isSuspended(seller))
            for count in [1, 0] { #expect(try await storage.endSuspensions(at: end) == count) }
            #expect(try await !storage.isSuspended(seller))
            #expect(try await storage.isSuspended(third))
            #expect(try await !storage.item(trade.item).isHidden)
            let ended = try await storage.reminders(of: seller, until: end, limit: 9)
            #expect(ended.map(\.notice) == [Notice(.lifted)])
            // The end is no decision of its own.
            let kinds = try await storage.decisions(about: seller, limit: 9).map(\.kind)
            #expect(kinds == [.suspended])
        }
    }

    @Test(arguments: Backend.all)
    func theLastSuspensionEndsAtItsOwnTime(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, seller) = (trade.storage, trade.seller)
            func suspend(until end: Timestamp?) async throws {
                try await storage.setSuspended(
                    true, seller, because: "", until: end, hidingItems: false, by: nil, at: noon)
            }
            try await suspend(until: noon + 60)
            try await storage.setSuspended(false, seller, at: noon)
            #expect(try await storage.endSuspensions(at: noon + 60) == 0)
            try await suspend(until: nil)
            #expect(try await storage.endSuspensions(at: noon + 999_999) == 0)
            #expect(try await storage.isSuspended(seller))
        }
    }

    @Test(arguments: Backend.all)
    func listedItemsAreNotOfferedAgain(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.setSuspended(true, trade.seller, at: noon)
            #expect(try await !storage.item(trade.item).isHidden)
            for status in [Item.Status.reserved, .selling] {
                await #expect(throws: StorageError.suspended) {
                    try await storage.setStatus(status, of: trade.item, at: noon)
                }
            }
            // It may have been sold all the same.
            try await storage.setStatus(.sold, of: trade.item, at: noon)
            #expect(try await storage.item(trade.item).status == .sold)
        }
    }
}
