import Market
import Testing

/// Who has asked about an item is told what becomes of it, though nothing was kept for them.
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

    /// What tells an asker of a step, told first first.
    private func notes(of number: Int, _ line: Line) async throws -> [ChatMessage.Note] {
        try await line.storage.messages(
            in: line.conversations[number], of: .account(line.askers[number]), before: nil,
            limit: 99
        ).reversed().compactMap { if case .note(let note) = $0.kind { note } else { nil } }
    }

    /// Agrees on a price with an asker.
    private func agree(_ line: Line, with number: Int) async throws {
        try await line.ask(.offerPrice(20_000), by: number)
        try await line.sell(.acceptOffer(line.seen(by: number).lastMessage.id), to: number)
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func whoeverAskedIsToldOnceThatItIsDeleted(
        _ backend: Backend, _ deletion: Deletion
    ) async throws {
        try await Line.over(backend, stock: 1, askers: 4) { line in
            try await line.sell(.reserve)
            try await line.ask(.joinLine, by: 1)
            try await line.storage.setBlocked(true, line.seller, by: line.askers[3], at: noon)
            let unread = try await line.storage.countUnreadMessages(of: line.askers[2])
            try await deletion.happen(to: line)
            #expect(try await notes(of: 0, line) == [.reserved, .released])
            #expect(try await notes(of: 1, line) == [.joinedLine, .lineLost])
            #expect(try await notes(of: 2, line) == [.itemDeleted])
            #expect(try await notes(of: 3, line).isEmpty)
            #expect(
                try await line.storage.countUnreadMessages(of: line.askers[2]) == unread + 1)
        }
    }

    @Test(arguments: Backend.all)
    func whoeverAskedAboutAGuestsItemIsToldToo(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let item = try await trade.storage.insert(.sample())
            let id = try await trade.ask(about: item)
            try await trade.storage.delete(item, at: noon)
            let seen = try await trade.storage.conversation(id, of: trade.ofAsker)
            #expect(seen.lastMessage.kind == .note(.itemDeleted) && seen.unread == 1)
        }
    }

    @Test(arguments: Backend.all, Deletion.allCases)
    func whereNobodyHasWrittenForLongNobodyIsTold(
        _ backend: Backend, _ deletion: Deletion
    ) async throws {
        for (seconds, isTold) in [(-1, true), (0, false)] {
            try await Line.over(backend, stock: 1, askers: 1) { line in
                try await deletion.happen(
                    to: line, at: noon + Conversation.answerTime + Int64(seconds))
                #expect(try await notes(of: 0, line) == (isTold ? [.itemDeleted] : []))
            }
        }
    }

    @Test(arguments: Backend.all)
    func ofManyThoseWhoWroteLastAreTold(_ backend: Backend) async throws {
        let most = Conversation.mostTold
        try await Line.over(backend, stock: 1, askers: most + 2) { line in
            try await Deletion.intoTheTrash.happen(to: line)
            for (number, count) in [(0, 0), (1, 0), (2, 1), (most + 1, 1)] {
                #expect(try await notes(of: number, line).count == count)
            }
        }
    }

    @Test(arguments: Backend.all)
    func whatIsDeletedAgainIsNotToldAgain(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            for _ in 1...2 {
                let deletion = try #require(
                    try await line.storage.deleteItem(line.item, of: line.seller, at: noon))
                try await line.storage.restore(deletion.id, of: line.seller)
            }
            #expect(try await notes(of: 0, line) == [.itemDeleted])
        }
    }

    /// It was marked by hand, and nothing was kept for anybody.
    @Test(arguments: Backend.all)
    func whatTheSellerHasMarkedComesBackFromTheTrashSo(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 1) { line in
            try await line.storage.setStatus(.reserved, of: line.item, at: noon)
            let deletion = try #require(
                try await line.storage.deleteItem(line.item, of: line.seller, at: noon))
            try await line.storage.restore(deletion.id, of: line.seller)
            #expect(try await line.storage.item(line.item).status == .reserved)
        }
    }

    @Test(arguments: Backend.all)
    func whoHadAgreedOnAPriceIsToldOfTheOther(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 2, askers: 4) { line in
            for number in [1, 2] { try await agree(line, with: number) }
            try await line.sell(.reserve)
            // One is left for them.
            #expect(try await notes(of: 1, line) == [.offerAccepted])
            try await line.sell(.reserve, to: 1)
            #expect(try await notes(of: 1, line) == [.offerAccepted, .reserved])
            #expect(try await notes(of: 2, line) == [.offerAccepted, .reservedForOther])
            #expect(try await line.seen(by: 2).unread == 2)
            // Who named no price has lost none.
            #expect(try await notes(of: 3, line).isEmpty)
            for number in [0, 1] { try await line.sell(.close(at: nil), to: number) }
            #expect(try await notes(of: 1, line).last == .closed)
            #expect(
                try await notes(of: 2, line) == [.offerAccepted, .reservedForOther, .soldToOther])
            #expect(try await notes(of: 3, line).isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func whoStandsInLineIsToldOfItsEndAlone(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await agree(line, with: 1)
            try await line.ask(.joinLine, by: 1)
            try await line.sell(.close(at: nil))
            let told = try await notes(of: 1, line)
            #expect(told.last == .lineEnded && !told.contains(.soldToOther))
        }
    }

    /// Who it is for is not said where it is marked by hand, and may be who has agreed.
    @Test(arguments: Backend.all)
    func whatIsMarkedAsSoldIsToldAndWhatIsMarkedAsReservedIsNot(
        _ backend: Backend
    ) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await agree(line, with: 1)
            try await line.storage.setStatus(.reserved, of: line.item, at: noon)
            #expect(try await notes(of: 1, line) == [.offerAccepted])
            #expect(try await line.storage.sell(line.item, at: noon) == nil)
            #expect(try await notes(of: 1, line) == [.offerAccepted, .soldToOther])
            #expect(try await notes(of: 0, line).isEmpty)
        }
    }

    /// What is told in the seller's name answers nothing.
    @Test(arguments: Backend.all)
    func aQuestionStillWaitsForItsAnswer(_ backend: Backend) async throws {
        try await Line.over(backend, stock: 1, askers: 2) { line in
            try await agree(line, with: 1)
            _ = try await line.storage.insert(
                NewChatMessage(text: "언제 볼까요?", date: noon), in: line.conversations[1],
                by: .account(line.askers[1]))
            try await line.sell(.reserve)
            #expect(try await notes(of: 1, line).last == .reservedForOther)
            let waiting = try await line.storage.conversationsToAnswer(
                by: line.seller, before: nil, at: noon, limit: 9)
            #expect(waiting.map(\.id) == [line.conversations[1]])
        }
    }
}
