import Market
import Testing

/// Askers are told what becomes of an item, even if nothing was reserved for them.
struct ToldAskersStorageTests {
    enum Deletion: CaseIterable {
        case forGood, intoTheTrash, withItsSeller

        func happen(to sale: Sale, at now: Timestamp = noon + 60) async throws {
            switch self {
            case .forGood: try await sale.storage.delete(sale.item, at: now)
            case .intoTheTrash:
                _ = try await sale.storage.deleteItem(sale.item, of: sale.seller, at: now)
            case .withItsSeller: try await sale.storage.deleteAccount(sale.seller, at: now)
            }
        }
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func askersAreToldOnceOfADeletion(_ backend: Backend, _ deletion: Deletion) async throws {
        try await Sale.over(backend, stock: 1, askers: 4) { sale in
            try await sale.sell(.reserve)
            try await sale.ask(.joinLine, by: 1)
            try await sale.storage.setBlocked(true, sale.seller, by: sale.askers[3], at: noon)
            let unread = try await sale.storage.countUnreadMessages(of: sale.askers[2])
            try await deletion.happen(to: sale)
            #expect(try await sale.notes(of: 0) == [.reserved, .released])
            #expect(try await sale.notes(of: 1) == [.joinedLine, .lineLost])
            #expect(try await sale.notes(of: 2) == [.itemDeleted])
            #expect(try await sale.notes(of: 3).isEmpty)
            #expect(try await sale.storage.countUnreadMessages(of: sale.askers[2]) == unread + 1)
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
            try await Sale.over(backend, stock: 1, askers: 1) { sale in
                try await deletion.happen(
                    to: sale, at: noon + Conversation.answerTime + Int64(seconds))
                #expect(try await sale.notes(of: 0) == (isTold ? [.itemDeleted] : []))
            }
        }
    }

    @Test(arguments: Backend.all)
    func ofManyAskersTheLatestAreTold(_ backend: Backend) async throws {
        let most = Conversation.mostTold
        try await Sale.over(backend, stock: 1, askers: most + 2) { sale in
            try await Deletion.intoTheTrash.happen(to: sale)
            for (number, count) in [(0, 0), (1, 0), (2, 1), (most + 1, 1)] {
                #expect(try await sale.notes(of: number).count == count)
            }
        }
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func nobodyIsToldWhenASoldItemIsDeleted(_ backend: Backend, _ deletion: Deletion) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.sell(.close(at: nil))
            try await deletion.happen(to: sale)
            #expect(try await sale.notes(of: 1).isEmpty)
        }
    }

    /// The seller set the status by hand, and nothing was reserved for anybody.
    @Test(arguments: Backend.all)
    func aStatusSetByTheSellerSurvivesTheTrash(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 1) { sale in
            try await sale.storage.setStatus(.reserved, of: sale.item, at: noon)
            let deletion = try await sale.storage.trash(sale.item, of: sale.seller)
            try await sale.storage.restore(deletion.id, of: sale.seller, at: noon)
            #expect(try await sale.storage.item(sale.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func askersWithAnAgreedPriceAreToldOfAnother(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 4) { sale in
            for number in [1, 2] { try await sale.agreeOnPrice(with: number) }
            try await sale.sell(.reserve)
            // One piece is left for them.
            #expect(try await sale.notes(of: 1) == [.offerAccepted])
            try await sale.sell(.reserve, to: 1)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .reserved])
            #expect(try await sale.notes(of: 2) == [.offerAccepted, .reservedForOther])
            #expect(try await sale.seen(by: 2).unread == 2)
            // An asker without an agreed price is not told.
            #expect(try await sale.notes(of: 3).isEmpty)
            try await sale.read(by: 2)
            for number in [0, 1] { try await sale.sell(.close(at: nil), to: number) }
            #expect(try await sale.notes(of: 1).last == .closed)
            #expect(
                try await sale.notes(of: 2) == [.offerAccepted, .reservedForOther, .soldToOther])
            #expect(try await sale.notes(of: 3).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func peopleInLineAreToldOnlyOfItsEnd(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.agreeOnPrice(with: 1)
            try await sale.ask(.joinLine, by: 1)
            try await sale.sell(.close(at: nil))
            let told = try await sale.notes(of: 1)
            #expect(told.last == .lineEnded && !told.contains(.soldToOther))
        }
    }

    /// A status set by hand does not say for whom, and that may be the asker who agreed on a price.
    @Test(arguments: Backend.all)
    func markingAsSoldIsToldAndMarkingAsReservedIsNotToldToAskers(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.agreeOnPrice(with: 1)
            try await sale.storage.setStatus(.reserved, of: sale.item, at: noon)
            #expect(try await sale.notes(of: 1) == [.offerAccepted])
            #expect(try await sale.storage.sell(sale.item, leaving: 0, at: noon) == nil)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .soldToOther])
            #expect(try await sale.notes(of: 0).isEmpty)
        }
    }

    /// A note told in the seller's name answers no question.
    @Test(arguments: Backend.all)
    func aQuestionStillWaitsForItsAnswer(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 1, askers: 2) { sale in
            try await sale.agreeOnPrice(with: 1)
            try await sale.storage.write(
                "언제 볼까요?", in: sale.conversations[1], by: .account(sale.askers[1]))
            try await sale.sell(.reserve)
            #expect(try await sale.notes(of: 1).last == .reservedForOther)
            let waiting = try await sale.storage.conversationsToAnswer(
                by: sale.seller, before: nil, at: noon, limit: 9)
            #expect(waiting.map(\.id) == [sale.conversations[1]])
        }
    }

    @Test(arguments: Backend.all)
    func anEditThatTakesTheLastOneIsTold(_ backend: Backend) async throws {
        try await Sale.over(backend, stock: 2, askers: 2) { sale in
            try await sale.agreeOnPrice(with: 1)
            try await sale.sell(.reserve)
            try await sale.storage.update(
                sale.item, content: .sample(stock: 1), photos: [], at: noon)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .reservedForOther])
            try await sale.storage.update(
                sale.item, content: .sample(stock: 2), photos: [], at: noon)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .available])
            try await sale.sell(.release)
            try await sale.storage.update(
                sale.item, content: .sample(stock: 0), photos: [], at: noon)
            #expect(try await sale.notes(of: 1) == [.offerAccepted, .soldToOther])
        }
    }
}
