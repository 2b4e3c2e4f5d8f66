import Market
import Testing

/// Askers are told what becomes of an item, even if nothing was reserved for them.
struct ToldAskersStorageTests {
    enum Deletion: CaseIterable {
        case forGood, intoTheTrash, withItsSeller

        func happen(to line: Line, at now: Timestamp = noon + 60) async throws {
            switch self {
            case .forGood: try await line.storage.delete(line.item, at: now)
            case .intoTheTrash:
                _ = try await line.storage.deleteItem(line.item, of: line.seller, at: now)
            case .withItsSeller: try await line.storage.deleteAccount(line.seller, at: now)
            }
        }
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func askersAreToldOnceOfADeletion(_ backend: Backend, _ deletion: Deletion) async throws {
        try await Line.over(backend, stock: 1, askers: 4) { line in
            try await line.sell(.reserve)
            try await line.ask(.joinLine, by: 1)
            try await line.storage.setBlocked(true, line.seller, by: line.askers[3], at: noon)
            let unread = try await line.storage.countUnreadMessages(of: line.askers[2])
            try await deletion.happen(to: line)
            #expect(try await line.notes(of: 0) == [.reserved, .released])
            #expect(try await line.notes(of: 1) == [.joinedLine, .lineLost])
            #expect(try await line.notes(of: 2) == [.itemDeleted])
            #expect(try await line.notes(of: 3).isEmpty)
            #expect(try await line.storage.countUnreadMessages(of: line.askers[2]) == unread + 1)
        }
    }

    @Test(arguments: Backend.all)
    func askersAboutAGuestsItemAreToldToo(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(.sample())
            let id = try await trade.ask(about: item)
            try await trade.storage.delete(item, at: noon)
            let seen = try await trade.storage.conversation(id, of: trade.ofAsker)
            #expect(seen.lastMessage.kind == .note(.itemDeleted) && seen.unread == 1)
        }
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func idleConversationsAreNotTold(_ backend: Backend, _ deletion: Deletion) async throws {
        for (seconds, isTold) in [(-1, true), (0, false)] {
            try await Line.over(backend, stock: 1, askers: 1) { line in
                try await deletion.happen(
                    to: line, at: noon + Conversation.answerTime + Int64(seconds))
                #expect(try await line.notes(of: 0) == (isTold ? [.itemDeleted] : []))
            }
        }
    }

    @Test(arguments: Backend.all)
    func ofManyAskersTheLatestAreTold(_ backend: Backend) async throws {
        let most = Conversation.mostTold
        try await Line.over(backend, stock: 1, askers: most + 2) { line in
            try await Deletion.intoTheTrash.happen(to: line)
            for (number, count) in [(0, 0), (1, 0), (2, 1), (most + 1, 1)] {
                #expect(try await line.notes(of: number).count == count)
            }
        }
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func nobodyIsToldWhenASoldItemIsDeleted(_ backend: Backend, _ deletion: Deletion) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.sell(.close(at: nil))
            try await deletion.happen(to: line)
            #expect(try await line.notes(of: 1).isEmpty)
        }
    }

    /// The seller set the status by hand, and nothing was reserved for anybody.
    @Test(arguments: Backend.all)
    func aStatusSetByTheSellerSurvivesTheTrash(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.storage.setStatus(.reserved, of: line.item, at: noon)
            let deletion = try await line.storage.trash(line.item, of: line.seller)
            try await line.storage.restore(deletion.id, of: line.seller, at: noon)
            #expect(try await line.storage.item(line.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func askersWithAnAgreedPriceAreToldOfAnother(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 4) { line in
            for number in [1, 2] { try await line.agreeOnPrice(with: number) }
            try await line.sell(.reserve)
            // One piece is left for them.
            #expect(try await line.notes(of: 1) == [.offerAccepted])
            try await line.sell(.reserve, to: 1)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .reserved])
            #expect(try await line.notes(of: 2) == [.offerAccepted, .reservedForOther])
            #expect(try await line.seen(by: 2).unread == 2)
            // An asker without an agreed price is not told.
            #expect(try await line.notes(of: 3).isEmpty)
            try await line.read(by: 2)
            for number in [0, 1] { try await line.sell(.close(at: nil), to: number) }
            #expect(try await line.notes(of: 1).last == .closed)
            #expect(
                try await line.notes(of: 2) == [.offerAccepted, .reservedForOther, .soldToOther])
            #expect(try await line.notes(of: 3).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func peopleInLineAreToldOnlyOfItsEnd(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.agreeOnPrice(with: 1)
            try await line.ask(.joinLine, by: 1)
            try await line.sell(.close(at: nil))
            let told = try await line.notes(of: 1)
            #expect(told.last == .lineEnded && !told.contains(.soldToOther))
        }
    }

    /// A status set by hand does not say for whom, and that may be the asker who agreed on a price.
    @Test(arguments: Backend.all)
    func markingAsSoldIsToldAndMarkingAsReservedIsNotToldToAskers(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.agreeOnPrice(with: 1)
            try await line.storage.setStatus(.reserved, of: line.item, at: noon)
            #expect(try await line.notes(of: 1) == [.offerAccepted])
            #expect(try await line.storage.sell(line.item, leaving: 0, at: noon) == nil)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .soldToOther])
            #expect(try await line.notes(of: 0).isEmpty)
        }
    }

    /// A note told in the seller's name answers no question.
    @Test(arguments: Backend.all)
    func aQuestionStillWaitsForItsAnswer(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await line.agreeOnPrice(with: 1)
            _ = try await line.storage.insert(
                NewChatMessage(text: "언제 볼까요?", date: noon), in: line.conversations[1],
                by: .account(line.askers[1]))
            try await line.sell(.reserve)
            #expect(try await line.notes(of: 1).last == .reservedForOther)
            let waiting = try await line.storage.conversationsToAnswer(
                by: line.seller, before: nil, at: noon, limit: 9)
            #expect(waiting.map(\.id) == [line.conversations[1]])
        }
    }

    @Test(arguments: Backend.all)
    func anEditThatTakesTheLastOneIsTold(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 2) { line in
            try await line.agreeOnPrice(with: 1)
            try await line.sell(.reserve)
            try await line.storage.update(
                line.item, content: .sample(stock: 1), photos: [], at: noon)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .reservedForOther])
            try await line.storage.update(
                line.item, content: .sample(stock: 2), photos: [], at: noon)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .available])
            try await line.sell(.release)
            try await line.storage.update(
                line.item, content: .sample(stock: 0), photos: [], at: noon)
            #expect(try await line.notes(of: 1) == [.offerAccepted, .soldToOther])
        }
    }
}
