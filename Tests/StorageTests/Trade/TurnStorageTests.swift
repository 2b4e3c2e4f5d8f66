import Market
import Testing

/// However a piece becomes available, the first in line hears of it.
struct TurnStorageTests {
    /// Runs `body` with the only piece reserved for the first asker, and the others in line.
    private static func waiting(
        _ backend: Backend, _ body: (Line) async throws -> Void
    ) async throws {
        try await Line.over(backend, stock: 1, askers: 3) { line in
            try await line.sell(.reserve)
            for number in 1...2 { try await line.ask(.joinLine, by: number) }
            try await body(line)
        }
    }

    /// What is foretold before a release is what happens then.
    @Test(arguments: Backend.all, Foretold.allCases)
    func whetherSomebodyWillBeToldIsKnown(
        _ backend: Backend, _ foretold: Foretold
    ) async throws {
        try await Self.waiting(backend) { line in
            let storage = line.storage
            switch foretold {
            case .first: break
            case .secondBehindSuspended:
                try await storage.setSuspended(true, line.askers[1], at: noon)
            case .nobody:
                for number in 1...2 { try await line.ask(.leaveLine, by: number) }
            case .allSuspended:
                for number in 1...2 {
                    try await storage.setSuspended(true, line.askers[number], at: noon)
                }
            case .hidden: try await storage.setHidden(true, line.item, at: noon)
            case .knownAlready: try await line.setStock(2)
            }
            let before = try await line.turns(of: 1) + line.turns(of: 2)
            let isTold = try await storage.isTurnTold(byReleaseOf: line.item, at: noon)
            #expect(isTold == foretold.isTold)
            try await line.sell(.release)
            let after = try await line.turns(of: 1) + line.turns(of: 2)
            #expect((after > before) == isTold)
        }
    }

    @Test(arguments: Backend.all)
    func aKnownTurnIsNotToldAgain(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 3) { line in
            for number in 0...1 { try await line.sell(.reserve, to: number) }
            try await line.ask(.joinLine, by: 2)
            let (storage, item) = (line.storage, line.item)
            #expect(try await storage.isTurnTold(byReleaseOf: item, at: noon))
            try await line.sell(.release)
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
        try await Line.over(backend, stock: 3, askers: 2) { line in
            for number in 0...1 { try await line.sell(.reserve, to: number) }
            await #expect(throws: StorageError.stockIsKept(least: 2)) {
                try await line.setStock(1, title: "고친 의자")
            }
            #expect(try await line.storage.item(line.item).content.title == "원목 의자")
            try await line.setStock(2)
            #expect(try await line.storage.item(line.item).status == .reserved)
            try await line.setStock(5)
            #expect(try await line.storage.item(line.item).status == .selling)
            #expect(try await line.seen().freeStock == 3)
        }
    }

    @Test(arguments: Backend.all)
    func anEditThatLeavesTheStockLeavesTheStatus(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 1) { line in
            try await line.sell(.reserve)
            try await line.storage.setStatus(.reserved, of: line.item, at: noon)
            try await line.setStock(2, title: "고친 의자")
            #expect(try await line.storage.item(line.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func theFirstInLineHearsThatThereAreMore(_ backend: Backend) async throws {
        try await Self.waiting(backend) { line in
            try await line.setStock(2)
            #expect(try await line.turns(of: 1) == 1)
            #expect(try await line.turns(of: 2) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func aSuspendedAskerKeepsNobodyWaiting(_ backend: Backend) async throws {
        try await Self.waiting(backend) { line in
            try await line.storage.setSuspended(true, line.askers[1], at: noon)
            try await line.sell(.release)
            #expect(try await line.turns(of: 1) == 0)
            #expect(try await line.turns(of: 2) == 1)
            // They have kept their place in line.
            try await line.storage.setSuspended(false, line.askers[1], at: noon)
            _ = try await line.storage.releaseLapsedReservations(at: noon)
            #expect(try await line.turns(of: 1) == 1)
        }
    }

    /// Somebody who was told that it is their turn and is suspended then does not come, either.
    @Test(arguments: Backend.all)
    func theNextBehindASuspendedAskerHears(_ backend: Backend) async throws {
        try await Self.waiting(backend) { line in
            try await line.sell(.release)
            #expect(try await line.turns(of: 2) == 0)
            try await line.storage.setSuspended(true, line.askers[1], at: noon)
            _ = try await line.storage.releaseLapsedReservations(at: noon)
            #expect(try await line.turns(of: 2) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func leavingTheLineLetsTheNextOneHear(_ backend: Backend) async throws {
        try await Self.waiting(backend) { line in
            try await line.ask(.leaveLine, by: 1)
            try await line.ask(.joinLine, by: 1)
            try await line.sell(.release)
            #expect(try await line.turns(of: 2) == 1)
            try await line.ask(.leaveLine, by: 2)
            #expect(try await line.turns(of: 1) == 1)
        }
    }

    /// Reserved for somebody else and released within the hour, it is still the asker's turn if the
    /// note is unread; an asker who has read it, or reads it later, was passed over.
    @Test(arguments: Backend.all)
    func aTurnIsToldAgainOnlyToThosePassedOver(_ backend: Backend) async throws {
        try await Self.waiting(backend) { line in
            let hour = Conversation.tellingTime
            try await line.sell(.release, after: 10)
            try await line.read(by: 1)
            // A status set by hand reserves it for nobody.
            for (status, minutes) in [(Item.Status.reserved, 70), (.selling, 80)] {
                try await line.storage.setStatus(
                    status, of: line.item, at: noon + Int64(minutes * 60))
            }
            #expect(try await line.turns(of: 1) == 1)
            try await line.sell(.reserve, after: 2 * hour)
            #expect(try await line.turns(of: 1) == 1)
            try await line.sell(.release, after: 2 * hour + 60)
            #expect(try await line.turns(of: 1) == 2)
            try await line.read(by: 1)
            for round in 1...4 {
                let start = 2 * hour + Int64(round) * 300
                try await line.sell(.reserve, after: start)
                try await line.sell(.release, after: start + 60)
            }
            #expect(try await line.turns(of: 1) == 3)
            let told = try await line.seen(by: 1).lastMessage
            #expect(told.kind == .note(.turn) && told.date == noon + (2 * hour + 360))
            try await line.sell(.reserve, after: 3 * hour + 359)
            try await line.sell(.release, after: 3 * hour + 360)
            #expect(try await line.seen(by: 1).lastMessage.date == noon + (3 * hour + 360))
            #expect(try await line.turns(of: 1) == 3)
            #expect(try await line.turns(of: 2) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func asLongAsOneIsThereAnotherIsNoNews(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 3) { line in
            for number in 0...1 { try await line.sell(.reserve, to: number) }
            try await line.ask(.joinLine, by: 2)
            try await line.sell(.release, after: 10)
            try await line.read(by: 2)
            try await line.sell(.release, to: 1, after: 2 * Conversation.tellingTime)
            #expect(try await line.turns(of: 2) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func whoComesToStandThereTooLateHearsAtOnce(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.ask(.joinLine)
            #expect(try await line.turns(of: 0) == 1)
        }
    }

    @Test(arguments: Backend.all, [0, 1, 2])
    func theSweepTellsOnceOfWhatBecameFreeOtherwise(
        _ backend: Backend, _ way: Int
    ) async throws {
        try await Self.waiting(backend) { line in
            switch way {
            case 0: try await line.storage.deleteAccount(line.askers[0], at: noon)
            case 1: try await line.storage.setStatus(.selling, of: line.item, at: noon)
            default:
                try await line.sell(.release)
                try await line.storage.setBlocked(
                    true, line.askers[1], by: line.seller, at: noon)
            }
            for _ in 1...2 {
                #expect(try await line.storage.releaseLapsedReservations(at: noon) == 0)
            }
            #expect(try await line.turns(of: way == 2 ? 2 : 1) == 1)
            #expect(try await line.turns(of: way == 2 ? 1 : 2) == (way == 2 ? 1 : 0))
        }
    }

    @Test(arguments: Backend.all)
    func peopleBackInLineAreToldSo(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 4) { line in
            try await line.sell(.reserve)
            for number in 1...3 { try await line.ask(.joinLine, by: number) }
            try await line.sell(.close(at: nil))
            try await line.storage.setBlocked(true, line.askers[3], by: line.seller, at: noon)
            try await line.read(by: 1)
            let unread = try await line.seen(by: 2).unread
            try await line.sell(.reopen, after: 60)
            for number in 1...2 {
                let seen = try await line.seen(by: number)
                #expect(seen.lastMessage.kind == .note(.lineAgain))
                #expect(seen.linePosition == number)
            }
            // Whoever has read that the line ended is told; otherwise the new note replaces the
            // unread one.
            #expect(
                try await line.kinds(in: 1).suffix(2) == [.note(.lineEnded), .note(.lineAgain)])
            #expect(
                try await line.kinds(in: 2).suffix(2) == [.note(.joinedLine), .note(.lineAgain)])
            #expect(try await line.seen(by: 1).unread == 1)
            #expect(try await line.seen(by: 2).unread == unread)
            #expect(try await line.kinds(in: 3).contains(.note(.lineAgain)) == false)
            #expect(try await line.seen(by: 3).linePosition == nil)
            try await line.sell(.release, after: 90)
            #expect(try await line.kinds(in: 1).last == .note(.turn))
            #expect(try await line.kinds(in: 2).last == .note(.lineAgain))
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

extension Line {
    fileprivate func setStock(_ stock: Int64, title: String = "원목 의자") async throws {
        try await storage.update(
            item, content: .sample(title: title, stock: stock), photos: [], at: noon)
    }

    /// How often an asker was told that it is their turn.
    fileprivate func turns(of number: Int) async throws -> Int {
        try await kinds(in: number).count { $0 == .note(.turn) }
    }
}
