import Market
import Testing

/// However a piece becomes available, the first in line hears of it.
struct TurnStorageTests {
    /// Runs `body` with the only piece reserved for the first asker, and the others in line.
    private static func waiting(
        _ backend: Backend, _ body: (Sale) async throws -> Void
    ) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            try await sale.sell(.reserve)
            for number in 1...2 { try await sale.ask(.joinLine, by: number) }
            try await body(sale)
        }
    }

    /// What is foretold before a release is what happens then.
    @Test(arguments: Backend.all, Foretold.allCases)
    func whetherSomebodyWillBeToldIsKnown(_ backend: Backend, _ foretold: Foretold) async throws {
        try await Self.waiting(backend) { sale in
            let storage = sale.storage
            switch foretold {
            case .first: break
            case .secondBehindSuspended:
                try await storage.setSuspended(true, sale.askers[1], at: noon)
            case .nobody:
                for number in 1...2 { try await sale.ask(.leaveLine, by: number) }
            case .allSuspended:
                for number in 1...2 {
                    try await storage.setSuspended(true, sale.askers[number], at: noon)
                }
            case .hidden: try await storage.setHidden(true, sale.item, at: noon)
            case .knownAlready: try await sale.setStock(2)
            }
            let before = try await sale.turns(of: 1) + sale.turns(of: 2)
            let isTold = try await storage.isTurnTold(byReleaseOf: sale.item, at: noon)
            #expect(isTold == foretold.isTold)
            try await sale.sell(.release)
            let after = try await sale.turns(of: 1) + sale.turns(of: 2)
            #expect((after > before) == isTold)
        }
    }

    @Test(arguments: Backend.all)
    func aKnownTurnIsNotToldAgain(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 3) { sale in
            for number in 0...1 { try await sale.sell(.reserve, to: number) }
            try await sale.ask(.joinLine, by: 2)
            let (storage, item) = (sale.storage, sale.item)
            #expect(try await storage.isTurnTold(byReleaseOf: item, at: noon))
            try await sale.sell(.release)
            #expect(try await !storage.isTurnTold(byReleaseOf: item, at: noon))
            await #expect(throws: StorageError.itemNotFound) {
                try await storage.isTurnTold(byReleaseOf: 77, at: noon)
            }
        }
    }

    /// How things stand before a release.
    enum Foretold: CaseIterable, Sendable {
        case first, secondBehindSuspended, nobody, allSuspended, hidden, knownAlready

        var isTold: Bool {
            switch self {
            case .first, .secondBehindSuspended: true
            case .nobody, .allSuspended, .hidden, .knownAlready: false
            }
        }
    }

    @Test(arguments: Backend.all)
    func reservedPiecesAreNotEditedAway(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 3, askers: 2) { sale in
            for number in 0...1 { try await sale.sell(.reserve, to: number) }
            await #expect(throws: StorageError.stockIsKept(least: 2)) {
                try await sale.setStock(1, title: "고친 의자")
            }
            #expect(try await sale.storage.item(sale.item).content.title == "원목 의자")
            try await sale.setStock(2)
            #expect(try await sale.storage.item(sale.item).status == .reserved)
            try await sale.setStock(5)
            #expect(try await sale.storage.item(sale.item).status == .selling)
            #expect(try await sale.seen().freeStock == 3)
        }
    }

    @Test(arguments: Backend.all)
    func anEditThatLeavesTheStockLeavesTheStatus(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 1) { sale in
            try await sale.sell(.reserve)
            try await sale.storage.setStatus(.reserved, of: sale.item, at: noon)
            try await sale.setStock(2, title: "고친 의자")
            #expect(try await sale.storage.item(sale.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func theFirstInLineHearsThatThereAreMore(_ backend: Backend) async throws {
        try await Self.waiting(backend) { sale in
            try await sale.setStock(2)
            #expect(try await sale.turns(of: 1) == 1)
            #expect(try await sale.turns(of: 2) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func aSuspendedAskerKeepsNobodyWaiting(_ backend: Backend) async throws {
        try await Self.waiting(backend) { sale in
            try await sale.storage.setSuspended(true, sale.askers[1], at: noon)
            try await sale.sell(.release)
            #expect(try await sale.turns(of: 1) == 0)
            #expect(try await sale.turns(of: 2) == 1)
            // They have kept their place in line.
            try await sale.storage.setSuspended(false, sale.askers[1], at: noon)
            _ = try await sale.storage.releaseLapsedReservations(at: noon)
            #expect(try await sale.turns(of: 1) == 1)
        }
    }

    /// Somebody who was told that it is their turn and is suspended then does not come, either.
    @Test(arguments: Backend.all)
    func theNextBehindASuspendedAskerHears(_ backend: Backend) async throws {
        try await Self.waiting(backend) { sale in
            try await sale.sell(.release)
            #expect(try await sale.turns(of: 2) == 0)
            try await sale.storage.setSuspended(true, sale.askers[1], at: noon)
            _ = try await sale.storage.releaseLapsedReservations(at: noon)
            #expect(try await sale.turns(of: 2) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func leavingTheLineLetsTheNextOneHear(_ backend: Backend) async throws {
        try await Self.waiting(backend) { sale in
            try await sale.ask(.leaveLine, by: 1)
            try await sale.ask(.joinLine, by: 1)
            try await sale.sell(.release)
            #expect(try await sale.turns(of: 2) == 1)
            try await sale.ask(.leaveLine, by: 2)
            #expect(try await sale.turns(of: 1) == 1)
        }
    }

    /// Reserved for somebody else and released within the hour, it is still the asker's turn if the
    /// note is unread; an asker who has read it, or reads it later, was passed over.
    @Test(arguments: Backend.all)
    func aTurnIsToldAgainOnlyToThosePassedOver(_ backend: Backend) async throws {
        try await Self.waiting(backend) { sale in
            let hour = Conversation.tellingTime
            try await sale.sell(.release, after: 10)
            try await sale.read(by: 1)
            // A status set by hand reserves it for nobody.
            for (status, minutes) in [(Item.Status.reserved, 70), (.selling, 80)] {
                try await sale.storage.setStatus(
                    status, of: sale.item, at: noon + Int64(minutes * 60))
            }
            #expect(try await sale.turns(of: 1) == 1)
            try await sale.sell(.reserve, after: 2 * hour)
            #expect(try await sale.turns(of: 1) == 1)
            try await sale.sell(.release, after: 2 * hour + 60)
            #expect(try await sale.turns(of: 1) == 2)
            try await sale.read(by: 1)
            for round in 1...4 {
                let start = 2 * hour + Int64(round) * 300
                try await sale.sell(.reserve, after: start)
                try await sale.sell(.release, after: start + 60)
            }
            #expect(try await sale.turns(of: 1) == 3)
            let told = try await sale.seen(by: 1).lastMessage
            #expect(told.kind == .note(.turn) && told.date == noon + (2 * hour + 360))
            try await sale.sell(.reserve, after: 3 * hour + 359)
            try await sale.sell(.release, after: 3 * hour + 360)
            #expect(try await sale.seen(by: 1).lastMessage.date == noon + (3 * hour + 360))
            #expect(try await sale.turns(of: 1) == 3)
            #expect(try await sale.turns(of: 2) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func asLongAsOneIsThereAnotherIsNoNews(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 3) { sale in
            for number in 0...1 { try await sale.sell(.reserve, to: number) }
            try await sale.ask(.joinLine, by: 2)
            try await sale.sell(.release, after: 10)
            try await sale.read(by: 2)
            try await sale.sell(.release, to: 1, after: 2 * Conversation.tellingTime)
            #expect(try await sale.turns(of: 2) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func whoComesToStandThereTooLateHearsAtOnce(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.ask(.joinLine)
            #expect(try await sale.turns(of: 0) == 1)
        }
    }

    @Test(arguments: Backend.all, [0, 1, 2])
    func theSweepTellsOnceOfWhatBecameFreeOtherwise(_ backend: Backend, _ way: Int) async throws {
        try await Self.waiting(backend) { sale in
            switch way {
            case 0: try await sale.storage.deleteAccount(sale.askers[0], at: noon)
            case 1: try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            default:
                try await sale.sell(.release)
                try await sale.storage.setBlocked(true, sale.askers[1], by: sale.seller, at: noon)
            }
            for _ in 1...2 {
                #expect(try await sale.storage.releaseLapsedReservations(at: noon) == 0)
            }
            #expect(try await sale.turns(of: way == 2 ? 2 : 1) == 1)
            #expect(try await sale.turns(of: way == 2 ? 1 : 2) == (way == 2 ? 1 : 0))
        }
    }

    @Test(arguments: Backend.all)
    func peopleBackInLineAreToldSo(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 4) { sale in
            try await sale.sell(.reserve)
            for number in 1...3 { try await sale.ask(.joinLine, by: number) }
            try await sale.sell(.close(at: nil))
            try await sale.storage.setBlocked(true, sale.askers[3], by: sale.seller, at: noon)
            try await sale.read(by: 1)
            let unread = try await sale.seen(by: 2).unread
            try await sale.sell(.reopen, after: 60)
            for number in 1...2 {
                let seen = try await sale.seen(by: number)
                #expect(seen.lastMessage.kind == .note(.lineAgain))
                #expect(seen.linePosition == number)
            }
            // Whoever has read that the line ended is told; otherwise the new note replaces the
            // unread one.
            #expect(
                try await sale.kinds(in: 1).suffix(2) == [.note(.lineEnded), .note(.lineAgain)])
            #expect(
                try await sale.kinds(in: 2).suffix(2) == [.note(.joinedLine), .note(.lineAgain)])
            #expect(try await sale.seen(by: 1).unread == 1)
            #expect(try await sale.seen(by: 2).unread == unread)
            #expect(try await sale.kinds(in: 3).contains(.note(.lineAgain)) == false)
            #expect(try await sale.seen(by: 3).linePosition == nil)
            try await sale.sell(.release, after: 90)
            #expect(try await sale.kinds(in: 1).last == .note(.turn))
            #expect(try await sale.kinds(in: 2).last == .note(.lineAgain))
        }
    }

    @Test(arguments: Backend.all)
    func takingAnItemOverReleasesOnesOwnReservation(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.ask(about: item)
            let others = try await trade.ask(about: item, by: trade.seller)
            try await storage.setBlocked(true, trade.seller, by: trade.asker, at: noon)
            try await storage.take(.reserve, in: id, by: .guest(item), at: noon)
            try await storage.take(.joinLine, in: others, by: trade.ofSeller, at: noon)
            try await storage.takeOver(item, by: trade.asker)
            #expect(try await storage.item(item).status == .selling)
            // Nobody whom the new seller has blocked is in line.
            let seen = try await storage.conversation(others, of: trade.ofSeller)
            #expect(seen.linePosition == nil && seen.freeStock == 1)
        }
    }
}

extension Sale {
    fileprivate func setStock(_ stock: Int64, title: String = "원목 의자") async throws {
        try await storage.update(
            item, content: .sample(title: title, stock: stock), photos: [], at: noon)
    }

    /// How often an asker was told that it is their turn.
    fileprivate func turns(of number: Int) async throws -> Int {
        try await kinds(in: number).count { $0 == .note(.turn) }
    }
}
