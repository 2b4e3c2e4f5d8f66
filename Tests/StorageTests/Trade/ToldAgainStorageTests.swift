import Market
import Testing

/// Askers who were told that an item is gone are told that it is back, but not more often than they need.
struct ToldAgainStorageTests {
    /// The market's own notes in between are not messages of the asker.
    @Test(arguments: Backend.all)
    func marketNotesKeepNoConversationAlive(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            let late = noon + (Conversation.answerTime - 1)
            for now in [late, late + 60] {
                let deletion = try await sale.storage.trash(sale.item, of: sale.seller, at: now)
                if now == late { try await sale.read(by: 0) }
                try await sale.storage.restore(deletion.id, of: sale.seller, at: now)
                #expect(try await sale.notes(of: 0) == [.itemDeleted, .available])
            }
        }
    }

    @Test(arguments: Backend.all)
    func whatIsBroughtBackIsToldWithWhatNobodyHasReadYet(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            try await sale.sell(.release)
            for number in 0...1 { try await sale.read(by: number) }
            for _ in 1...3 {
                let deletion = try await sale.storage.trash(sale.item, of: sale.seller)
                #expect(try await sale.seen().lastMessage.kind == .note(.itemDeleted))
                try await sale.storage.restore(deletion.id, of: sale.seller, at: noon)
                #expect(try await sale.seen().lastMessage.kind == .note(.available))
                #expect(try await sale.seen().unread == 1)
            }
            #expect(try await sale.notes(of: 0) == [.reserved, .released, .available])
            #expect(try await sale.notes(of: 1) == [.joinedLine, .turn, .available])
        }
    }

    /// Two people can close and reopen a deal at will, and others in line have nothing to do with it.
    @Test(arguments: Backend.all)
    func aLineIsToldOnlyAFewTimesHoweverOftenItIsUndone(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 4) { sale in
            try await sale.agreeOnPrice(with: 3)
            try await sale.sell(.reserve)
            for number in 1...2 { try await sale.ask(.joinLine, by: number) }
            for round in 1...5 {
                try await sale.sell(.close(at: nil))
                #expect(try await sale.seen(by: 1).linePosition == nil)
                try await sale.read(by: 2)
                try await sale.sell(.reopen)
                try await sale.read(by: 2)
                for number in 1...2 {
                    let seen = try await sale.seen(by: number)
                    #expect(seen.linePosition == number)
                    #expect(seen.lastMessage.kind == .note(.lineAgain), "\(round)")
                }
            }
            #expect(try await sale.notes(of: 1) == [.joinedLine, .lineAgain])
            #expect(try await sale.seen(by: 1).unread == 1)
            let most = Conversation.mostToldInARow
            #expect(try await sale.notes(of: 2).count == most + 1)
            #expect(try await sale.seen(by: 2).unread == 0)
            #expect(try await sale.notes(of: 3) == [.offerAccepted, .soldToOther])
            // Somebody who has acted since is told anew.
            try await sale.ask(.leaveLine, by: 2)
            try await sale.ask(.joinLine, by: 2)
            try await sale.sell(.close(at: nil))
            #expect(try await sale.notes(of: 2).suffix(2) == [.joinedLine, .lineEnded])
            #expect(try await sale.seen(by: 2).unread == 1)
        }
    }

    @Test(arguments: Backend.all)
    func whatNobodyHasReadForLongIsNewsWhenItChanges(_ backend: Backend) async throws {
        for (seconds, isNews) in [(-1, false), (0, true)] {
            try await Sale.over(backend, stock: 1, askers: 1) { sale in
                let deletion = try await sale.storage.trash(sale.item, of: sale.seller)
                let later = noon + (Conversation.tellingTime + Int64(seconds))
                try await sale.storage.restore(deletion.id, of: sale.seller, at: later)
                let told = try await sale.seen().lastMessage
                #expect(told.kind == .note(.available) && told.date == (isNews ? later : noon))
                let changes = try await sale.storage.changes(
                    in: sale.conversations[0], of: sale.ofSeller, after: 2, limit: 9)
                #expect(changes.messages == [told])
            }
        }
    }

    enum Return: CaseIterable {
        case reopening, again, lapse, leaving, edit

        func happen(to sale: Sale) async throws {
            let storage = sale.storage
            switch self {
            case .reopening:
                try await sale.sell(.reserve)
                try await sale.sell(.close(at: nil))
                try await sale.sell(.reopen)
                try await sale.sell(.release)
            case .again:
                #expect(try await storage.sell(sale.item, leaving: 0, at: noon) == nil)
                try await storage.setStatus(.selling, of: sale.item, at: noon)
            case .lapse:
                try await sale.sell(.reserveFor(.day))
                let count = try await storage.releaseLapsedReservations(
                    at: noon + ReservationTerm.day.seconds)
                #expect(count == 1)
            case .leaving:
                try await sale.sell(.reserve)
                try await storage.deleteAccount(sale.askers[0], at: noon)
            case .edit:
                try await storage.update(
                    sale.item, content: .sample(stock: 0), photos: [], at: noon)
                try await storage.update(
                    sale.item, content: .sample(stock: 1), photos: [], at: noon)
            }
        }
    }

    @Test(arguments: Backend.all, Return.allCases)
    func askersToldOfTheLossAreToldOfTheReturn(_ backend: Backend, _ way: Return) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            try await sale.agreeOnPrice(with: 1)
            try await way.happen(to: sale)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .available])
            #expect(try await sale.notes(of: 2).isEmpty)
            // They know by now that it is available, so they hear of the next reservation, too.
            try await sale.read(by: 1)
            try await sale.sell(.reserve, to: 2)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .available, .reservedForOther])
        }
    }

    /// The last piece is sold, and the closing is taken back after another piece was put on sale.
    @Test(arguments: Backend.all, [true, false])
    func theLineOfAReopenedDealComesBackBesideNewStock(
        _ backend: Backend, _ isRead: Bool
    ) async throws {
        try await Sale.over(backend, stock: 1, askers: 4) { sale in
            try await sale.sell(.reserve)
            for number in 1...3 { try await sale.ask(.joinLine, by: number) }
            try await sale.sell(.close(at: nil))
            if isRead { for number in 1...3 { try await sale.read(by: number) } }
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            #expect(try await sale.seen(by: 1).linePosition == nil)
            // An asker who has joined and left the line since is not put back.
            try await sale.ask(.joinLine, by: 3)
            try await sale.ask(.leaveLine, by: 3)
            try await sale.sell(.reopen, after: 60)
            let places: [(Int, Int?)] = [(1, 1), (2, 2), (3, nil)]
            for (number, place) in places {
                #expect(try await sale.seen(by: number).linePosition == place)
            }
            #expect(try await sale.notes(of: 1).last == .turn)
            #expect(try await sale.notes(of: 2).last == .lineAgain)
        }
    }

    @Test(arguments: Backend.all)
    func noLineComesBackForAnItemSoldSince(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 3) { sale in
            try await sale.ask(.joinLine, by: 1)
            try await sale.sell(.close(at: nil))
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            try await sale.sell(.close(at: nil), to: 2)
            let told = try await sale.notes(of: 1)
            try await sale.sell(.reopen)
            #expect(try await sale.seen(by: 1).linePosition == nil)
            #expect(try await sale.notes(of: 1) == told)
            #expect(try await sale.storage.item(sale.item).status == .sold)
        }
    }

    @Test(arguments: Backend.all)
    func aLineEndedByAStatusIsToldOfTheReturn(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            try await sale.storage.setStatus(.sold, of: sale.item, at: noon)
            try await sale.read(by: 1)
            try await sale.storage.setStatus(.selling, of: sale.item, at: noon)
            #expect(try await sale.notes(of: 1) == [.joinedLine, .lineEnded, .available])
            // They have to ask again if they still want it.
            #expect(try await sale.seen(by: 1).linePosition == nil)
            try await sale.storage.setStatus(.sold, of: sale.item, at: noon)
            #expect(try await sale.notes(of: 1) == [.joinedLine, .lineEnded, .soldToOther])
        }
    }
}
