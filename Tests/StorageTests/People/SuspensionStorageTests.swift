import Market
import Testing

/// What somebody has posted, while they are suspended.
struct SuspensionStorageTests {
    private func suspend(
        _ isSuspended: Bool, in trade: TradeFixture, at moment: Timestamp = noon
    ) async throws {
        try await trade.storage.setSuspended(
            isSuspended, trade.seller, because: isSuspended ? "광고" : "",
            hidingItems: isSuspended, by: nil, at: moment)
    }

    @Test(arguments: Backend.all)
    func whatIsNotSoldIsHiddenAndComesBack(_ backend: Backend) async throws {
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
            // They are told of the one that was hidden before, and once of the suspension.
            #expect(try await storage.countDueReminders(of: trade.seller, at: noon) == 2)
            try await suspend(false, in: trade)
            #expect(try await hidden() == [false, false, false, true, false])
        }
    }

    @Test(arguments: Backend.all)
    func whatWasDecidedOfAListingMeanwhileStays(_ backend: Backend) async throws {
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
    func whatStaysListedIsNotOfferedAnew(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            try await storage.setSuspended(true, trade.seller, at: noon)
            #expect(try await !storage.item(trade.item).isHidden)
            for status in [Item.Status.reserved, .selling] {
                await #expect(throws: StorageError.suspended) {
                    try await storage.setStatus(status, of: trade.item, at: noon)
                }
            }
            // It may have changed hands all the same.
            try await storage.setStatus(.sold, of: trade.item, at: noon)
            #expect(try await storage.item(trade.item).status == .sold)
        }
    }
}
