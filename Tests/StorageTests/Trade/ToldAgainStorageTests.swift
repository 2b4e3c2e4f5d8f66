import Market
import Testing

/// Askers who were told that an item is gone are told that it is back, but not more often than they need.
struct ToldAgainStorageTests {
    /// The market's own notes in between are not messages of the asker.
    @Test(arguments: Backend.all)
    func marketNotesKeepNoConversationAlive(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            let late = noon + (Conversation.answerTime - 1)
            for now in [late, late + 60] {
                let deletion = try await line.storage.trash(line.item, of: line.seller, at: now)
                if now == late { try await line.read(by: 0) }
                try await line.storage.restore(deletion.id, of: line.seller, at: now)
                #expect(try await line.notes(of: 0) == [.itemDeleted, .available])
            }
        }
    }

    @Test(arguments: Backend.all)
    func whatIsBroughtBackIsToldWithWhatNobodyHasReadYet(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserve)
            try await line.ask(.joinLine, by: 1)
            try await line.sell(.release)
            for number in 0...1 { try await line.read(by: number) }
            for _ in 1...3 {
                let deletion = try await line.storage.trash(line.item, of: line.seller)
                #expect(try await line.seen().lastMessage.kind == .note(.itemDeleted))
                try await line.storage.restore(deletion.id, of: line.seller, at: noon)
                #expect(try await line.seen().lastMessage.kind == .note(.available))
                #expect(try await line.seen().unread == 1)
            }
            #expect(try await line.notes(of: 0) == [.reserved, .released, .available])
            #expect(try await line.notes(of: 1) == [.joinedLine, .turn, .available])
        }
    }

    /// Two people can close and reopen a deal at will, and others in line have nothing to do with it.
    @Test(arguments: Backend.all)
    func aLineIsToldOnlyAFewTimesHoweverOftenItIsUndone(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 4) { line in
            try await line.agreeOnPrice(with: 3)
            try await line.sell(.reserve)
            for number in 1...2 { try await line.ask(.joinLine, by: number) }
            for round in 1...5 {
                try await line.sell(.close(at: nil))
                #expect(try await line.seen(by: 1).linePosition == nil)
                try await line.read(by: 2)
                try await line.sell(.reopen)
                try await line.read(by: 2)
                for number in 1...2 {
                    let seen = try await line.seen(by: number)
                    #expect(seen.linePosition == number)
                    #expect(seen.lastMessage.kind == .note(.lineAgain), "\(round)")
                }
            }
            #expect(try await line.notes(of: 1) == [.joinedLine, .lineAgain])
            #expect(try await line.seen(by: 1).unread == 1)
            let most = Conversation.mostToldInARow
            #expect(try await line.notes(of: 2).count == most + 1)
            #expect(try await line.seen(by: 2).unread == 0)
            #expect(try await line.notes(of: 3) == [.offerAccepted, .soldToOther])
            // Somebody who has acted since is told anew.
            try await line.ask(.leaveLine, by: 2)
            try await line.ask(.joinLine, by: 2)
            try await line.sell(.close(at: nil))
            #expect(try await line.notes(of: 2).suffix(2) == [.joinedLine, .lineEnded])
            #expect(try await line.seen(by: 2).unread == 1)
        }
    }

    @Test(arguments: Backend.all)
    func whatNobodyHasReadForLongIsNewsWhenItChanges(_ backend: Backend) async throws {
        for (seconds, isNews) in [(-1, false), (0, true)] {
            try await Line.over(backend, stock: 1, askers: 1) { line in
                let deletion = try await line.storage.trash(line.item, of: line.seller)
                let later = noon + (Conversation.tellingTime + Int64(seconds))
                try await line.storage.restore(deletion.id, of: line.seller, at: later)
                let told = try await line.seen().lastMessage
                #expect(told.kind == .note(.available) && told.date == (isNews ? later : noon))
                let changes = try await line.storage.changes(
                    in: line.conversations[0], of: line.ofSeller, after: 2, limit: 9)
                #expect(changes.messages == [told])
            }
        }
    }

    enum Return: CaseIterable {
        case reopening, again, lapse, leaving, edit

        func happen(to line: Line) async throws {
            let storage = line.storage
            switch self {
            case .reopening:
                try await line.sell(.reserve)
                try await line.sell(.close(at: nil))
                try await line.sell(.reopen)
                try await line.sell(.release)
            case .again:
                #expect(try await storage.sell(line.item, leaving: 0, at: noon) == nil)
                try await storage.setStatus(.selling, of: line.item, at: noon)
            case .lapse:
                try await line.sell(.reserveFor(.day))
                let count = try await storage.releaseLapsedReservations(
                    at: noon + ReservationTerm.day.seconds)
                #expect(count == 1)
            case .leaving:
                try await line.sell(.reserve)
                try await storage.deleteAccount(line.askers[0], at: noon)
            case .edit:
                try await storage.update(
                    line.item, content: .sample(stock: 0), photos: [], at: noon)
                try await storage.update(
                    line.item, content: .sample(stock: 1), photos: [], at: noon)
            }
        }
    }

    @Test(arguments: Backend.all, Return.allCases)
    func askersToldOfTheLossAreToldOfTheReturn(_ backend: Backend, _ way: Return) async throws {
        try await Line.over(backend, stock: 1, askers: 3) { line in
            try await line.agreeOnPrice(with: 1)
            try await way.happen(to: line)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .available])
            #expect(try await line.notes(of: 2).isEmpty)
            // They know by now that it is available, so they hear of the next reservation, too.
            try await line.read(by: 1)
            try await line.sell(.reserve, to: 2)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .available, .reservedForOther])
        }
    }

    /// The last piece is sold, and the closing is taken back after another piece was put on sale.
    @Test(arguments: Backend.all, [true, false])
    func theLineOfAReopenedDealComesBackBesideNewStock(
        _ backend: Backend, _ isRead: Bool
    ) async throws {
        try await Line.over(backend, stock: 1, askers: 4) { line in
            try await line.sell(.reserve)
            for number in 1...3 { try await line.ask(.joinLine, by: number) }
            try await line.sell(.close(at: nil))
            if isRead { for number in 1...3 { try await line.read(by: number) } }
            try await line.storage.setStatus(.selling, of: line.item, at: noon)
            #expect(try await line.seen(by: 1).linePosition == nil)
            // An asker who has joined and left the line since is not put back.
            try await line.ask(.joinLine, by: 3)
            try await line.ask(.leaveLine, by: 3)
            try await line.sell(.reopen, after: 60)
            let places: [(Int, Int?)] = [(1, 1), (2, 2), (3, nil)]
            for (number, place) in places {
                #expect(try await line.seen(by: number).linePosition == place)
            }
            #expect(try await line.notes(of: 1).last == .turn)
            #expect(try await line.notes(of: 2).last == .lineAgain)
        }
    }

    @Test(arguments: Backend.all)
    func noLineComesBackForAnItemSoldSince(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 3) { line in
            try await line.ask(.joinLine, by: 1)
            try await line.sell(.close(at: nil))
            try await line.storage.setStatus(.selling, of: line.item, at: noon)
            try await line.sell(.close(at: nil), to: 2)
            let told = try await line.notes(of: 1)
            try await line.sell(.reopen)
            #expect(try await line.seen(by: 1).linePosition == nil)
            #expect(try await line.notes(of: 1) == told)
            #expect(try await line.storage.item(line.item).status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func aLineEndedByAStatusIsToldOfTheReturn(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.reserve)
            try await line.ask(.joinLine, by: 1)
            try await line.storage.setStatus(.sold, of: line.item, at: noon)
            try await line.read(by: 1)
            try await line.storage.setStatus(.selling, of: line.item, at: noon)
            #expect(try await line.notes(of: 1) == [.joinedLine, .lineEnded, .available])
            // They have to ask again if they still want it.
            #expect(try await line.seen(by: 1).linePosition == nil)
            try await line.storage.setStatus(.sold, of: line.item, at: noon)
            #expect(try await line.notes(of: 1) == [.joinedLine, .lineEnded, .soldToOther])
        }
    }
}
