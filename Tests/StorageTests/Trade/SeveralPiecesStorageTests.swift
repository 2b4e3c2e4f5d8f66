import Market
import Testing

/// Closings of several pieces of an item.
struct SeveralPiecesStorageTests {
    @Test(arguments: Backend.all)
    func aClosingTakesAsManyAsChangeHands(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 5, askers: 2) { sale in
            let storage = sale.storage
            try await sale.sell(.close(at: 60_000, pieces: 3))
            var item = try await storage.item(sale.item)
            #expect(item.content.stock == 2 && item.status == .selling)
            let seen = try await sale.seen()
            #expect(seen.closing?.pieces == 3 && seen.closing?.price?.amount == 60_000)
            #expect(seen.lastMessage.kind == .note(.closed) && seen.lastMessage.pieces == 3)
            for (side, account) in [(Deal.Side.purchase, sale.askers[0]), (.sale, sale.seller)] {
                let deals = try await storage.deals(side, of: account, before: nil, limit: 9)
                #expect(deals.map(\.pieces) == [3])
                #expect(deals.map(\.price?.amount) == [60_000])
                // Dealings are counted, not pieces.
                let facts = try await storage.facts(of: account, at: noon)
                #expect(facts.dealings == 1)
            }
            try await sale.sell(.close(at: nil, pieces: 2), to: 1)
            item = try await storage.item(sale.item)
            #expect(item.content.stock == 0 && item.status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func withoutANumberOnePieceChangesHands(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 1) { sale in
            try await sale.sell(.close(at: 9_000))
            #expect(try await sale.storage.item(sale.item).content.stock == 1)
            let seen = try await sale.seen()
            #expect(seen.closing?.pieces == 1 && seen.lastMessage.pieces == 1)
        }
    }

    @Test(arguments: Backend.all)
    func noMoreIsSoldThanIsLeftForTheAsker(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 4, askers: 3) { sale in
            for number in 0...1 { try await sale.sell(.reserve, to: number) }
            // Two pieces are free, and one more is reserved for the first asker.
            for (number, most) in [(0, 3), (2, 2)] as [(Int, Int64)] {
                let before = try await sale.seen(by: number)
                for pieces in [0, -1, most + 1, .max] {
                    await #expect(throws: StorageError.dealing(.fewerLeft(most)), "\(pieces)") {
                        try await sale.sell(.close(at: nil, pieces: pieces), to: number)
                    }
                }
                #expect(try await sale.seen(by: number) == before)
            }
            try await sale.sell(.close(at: nil, pieces: 3))
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 1 && item.status == .reserved)
            await #expect(throws: StorageError.dealing(.noneLeft)) {
                try await sale.sell(.close(at: nil), to: 2)
            }
        }
    }

    @Test(arguments: Backend.all)
    func concurrentClosingsSellNoMoreThanTheStock(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 5, askers: 8) { sale in
            let closed = try await atOnce(8) { number -> Bool in
                do {
                    try await sale.sell(.close(at: nil, pieces: 2), to: number)
                    return true
                } catch StorageError.dealing(.fewerLeft(1)) {
                    return false
                }
            }
            #expect(closed.count { $0 } == 2)
            #expect(try await sale.storage.item(sale.item).content.stock == 1)
        }
    }

    // MARK: - Taking a closing back

    @Test(arguments: Backend.all, [true, false])
    func takingBackGivesAllPiecesBack(_ backend: Backend, _ isReserved: Bool) async throws {
        try await Sale.over(backend, stock: 3, askers: 1) { sale in
            if isReserved { try await sale.sell(.reserve) }
            try await sale.sell(.close(at: 60_000, pieces: 3))
            #expect(try await sale.storage.item(sale.item).status == .sold)
            try await sale.sell(.reopen, after: 60)
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == 3 && item.status == .selling)
            let seen = try await sale.seen()
            #expect(seen.stage == (isReserved ? .reserved : .asked) && seen.closings.isEmpty)
            // The next closing has its own number of pieces.
            try await sale.sell(.close(at: nil, pieces: 2), after: 120)
            try await sale.sell(.reopen, after: 180)
            #expect(try await sale.storage.item(sale.item).content.stock == 3)
        }
    }

    @Test(arguments: Backend.all)
    func eachClosingGivesItsOwnBack(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 6, askers: 1) { sale in
            try await sale.sell(.close(at: nil, pieces: 3))
            let first = try #require(try await sale.seen().closing).id
            try await sale.ask(.dealAgain, after: 30)
            try await sale.sell(.close(at: nil, pieces: 2), after: 60)
            #expect(try await sale.seen().closings.map(\.pieces) == [2, 3])
            try await sale.sell(.reopenClosing(first), after: 90)
            #expect(try await sale.seen().closings.map(\.pieces) == [2])
            #expect(try await sale.storage.item(sale.item).content.stock == 4)
        }
    }

    /// A piece that is put on sale again is one of those that the last closing took.
    @Test(arguments: Backend.all)
    func piecesOfferedAgainAreNotCountedTwice(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 2) { sale in
            try await sale.sell(.close(at: nil, pieces: 3))
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            try await sale.sell(.close(at: nil), to: 1)
            for (number, stock) in [(0, 2), (1, 3)] as [(Int, Int64)] {
                try await sale.sell(.reopen, to: number)
                let item = try await sale.storage.item(sale.item)
                #expect(item.content.stock == stock && item.status == .selling)
            }
        }
    }

    /// An item's form may put any number of pieces on sale again.
    @Test(arguments: Backend.all, [(1, 3), (2, 3), (3, 3), (5, 5)] as [(Int64, Int64)])
    func piecesOfferedAgainAreNotGivenBack(
        _ backend: Backend, _ offered: (stock: Int64, afterwards: Int64)
    ) async throws {
        try await Sale.over(backend, stock: 3, askers: 1) { sale in
            try await sale.sell(.close(at: nil, pieces: 3))
            try await sale.storage.update(
                sale.item, content: .sample(stock: offered.stock), photos: [], at: noon + 30)
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon + 30)
            try await sale.sell(.reopen, after: 60)
            var item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == offered.afterwards && item.status == .selling)
            // Pieces offered again belong to that closing alone.
            try await sale.sell(.close(at: nil, pieces: 2), after: 90)
            try await sale.sell(.reopen, after: 120)
            item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == offered.afterwards)
        }
    }

    /// Also if some were left: the last closing's pieces count as offered first, and then those of
    /// the one before.
    @Test(arguments: Backend.all, [(2, 4), (3, 4), (4, 4), (6, 6)] as [(Int64, Int64)])
    func raisedStockIsNotCountedTwice(
        _ backend: Backend, _ raised: (stock: Int64, afterwards: Int64)
    ) async throws {
        try await Sale.over(backend, stock: 4, askers: 2) { sale in
            try await sale.sell(.close(at: nil, pieces: 2))
            try await sale.sell(.close(at: nil), to: 1, after: 30)
            try await sale.storage.update(
                sale.item, content: .sample(stock: raised.stock), photos: [], at: noon + 60)
            for number in [1, 0] { try await sale.sell(.reopen, to: number, after: 90) }
            let item = try await sale.storage.item(sale.item)
            #expect(item.content.stock == raised.afterwards && item.status == .selling)
        }
    }

    /// Pieces offered again count for the closing before them.
    @Test(arguments: Backend.all)
    func piecesOfferedAgainBelongToTheLastClosing(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 4, askers: 2) { sale in
            try await sale.sell(.close(at: nil, pieces: 2))
            try await sale.sell(.close(at: nil, pieces: 2), to: 1, after: 30)
            try await sale.storage.update(
                sale.item, content: .sample(stock: 2), photos: [], at: noon + 60)
            for (number, stock) in [(1, 2), (0, 4)] as [(Int, Int64)] {
                try await sale.sell(.reopen, to: number, after: 90)
                #expect(try await sale.storage.item(sale.item).content.stock == stock)
            }
        }
    }
}
