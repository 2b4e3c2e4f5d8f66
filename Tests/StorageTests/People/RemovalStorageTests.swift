import Market
import Testing

/// Reported messages: what operators see of them, and how they remove them.
struct RemovalStorageTests {
    @Test(arguments: Backend.all)
    func aReportedMessageComesWithItsNeighbours(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("0")
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            var sent: [ChatMessage.ID] = []
            for number in 1...9 {
                let writer = number.isMultiple(of: 2) ? trade.ofSeller : trade.ofAsker
                sent.append(try await trade.write("\(number)", in: id, by: writer))
            }
            let other = try await trade.ask(about: storage.insert(.sample()))
            let guests = try await storage.conversation(other, of: trade.ofAsker).lastMessage.id
            let found = try await storage.reportedMessages([sent[0], sent[4], guests, 777])
            #expect(found.keys.sorted() == [sent[0], sent[4], guests].sorted())
            let message = try #require(found[sent[4]])
            #expect(message.id == sent[4] && message.item == trade.item)
            #expect(message.itemTitle == "원목 의자")
            #expect(message.seller == .member(id: trade.seller, nickname: "민지", picture: nil))
            #expect(message.asker == .member(id: trade.asker, nickname: "지수", picture: nil))
            #expect(message.messages.map(\.text) == ["2", "3", "4", "5", "6", "7"])
            #expect(message.messages.map(\.author).prefix(2) == [.seller, .asker])
            // The note about the reservation is not listed as a message.
            #expect(found[sent[0]]?.messages.map(\.text) == ["0", "1", "2", "3"])
            #expect(found[guests]?.seller == .guest && found[guests]?.messages.count == 1)
            try await storage.delete(trade.item, at: noon)
            let rest = try await storage.reportedMessages([sent[4]])[sent[4]]
            #expect(rest?.item == nil && rest?.itemTitle == "원목 의자")
        }
    }

    @Test(arguments: Backend.all)
    func aRemovedMessageIsGoneForBothAndMayComeBack(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, keeper) = (trade.storage, try await trade.storage.join("장터지기"))
            let id = try await trade.ask("하나")
            let message = try await trade.write("욕설", in: id, by: trade.ofAsker)
            let reportID = try await trade.report(.message(message), by: trade.seller)
            func texts() async throws -> [[String]] {
                [
                    try await trade.texts(in: id, of: trade.ofSeller),
                    try await trade.texts(in: id, of: trade.ofAsker),
                ]
            }
            for _ in 1...2 {
                try await storage.setRemoved(true, messageOf: reportID, by: keeper, at: noon + 1)
                #expect(try await texts() == [["하나", ""], ["하나", ""]])
                #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
            }
            let last = try await storage.conversation(id, of: trade.ofAsker).lastMessage
            #expect(last.isTakenBack && last.isRemoved)
            #expect(!last.mayBeTakenBack(by: .asker, at: noon))
            #expect(!last.mayBeReported(by: .seller))
            try await storage.takeBack(message, in: id, by: trade.ofAsker, at: noon)
            let settled = try await storage.reports(areSettled: true, before: nil, limit: 9)
            #expect(settled.map(\.decision?.kind) == [.removed])
            #expect(settled.map(\.excerpt) == ["욕설"])
            for _ in 1...2 {
                try await storage.setRemoved(false, messageOf: reportID, by: keeper, at: noon + 2)
                #expect(try await texts() == [["하나", "욕설"], ["하나", "욕설"]])
                #expect(try await storage.countUnreadMessages(of: trade.seller) == 2)
            }
            let decisions = try await storage.decisions(about: trade.asker, limit: 9)
            #expect(decisions.map(\.kind) == [.returned, .removed])
            #expect(decisions.map(\.title) == ["욕설", "욕설"])
            #expect(decisions.allSatisfy { $0.decider?.nickname == "장터지기" })
        }
    }

    @Test(arguments: Backend.all)
    func onlyTheWriterReadsWhyAMessageWasRemoved(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("하나")
            let message = try await trade.write("욕설", in: id, by: trade.ofAsker)
            let report = try await trade.report(.message(message), by: trade.seller)
            let revision = try await storage.conversation(id, of: trade.ofAsker).revision
            func reasons(of reader: Conversation.Reader) async throws -> [String] {
                try await storage.messages(in: id, of: reader, before: nil, limit: 9)
                    .map(\.removalReason)
            }
            for reason in ["거친 말", "광고"] {
                try await storage.setRemoved(
                    true, messageOf: report, because: reason, by: nil, at: noon)
                #expect(try await reasons(of: trade.ofAsker) == [reason, ""])
                #expect(try await reasons(of: trade.ofSeller) == ["", ""])
                let changes = try await storage.changes(
                    in: id, of: trade.ofAsker, after: revision, limit: 9)
                #expect(changes.messages.map(\.removalReason) == [reason])
                try await storage.setRemoved(false, messageOf: report, by: nil, at: noon)
                #expect(try await reasons(of: trade.ofAsker) == ["", ""])
            }
            let decisions = try await storage.decisions(about: trade.asker, limit: 9)
            #expect(decisions.map(\.reason) == ["", "광고", "", "거친 말"])
        }
    }

    @Test(arguments: Backend.all)
    func aRestoredMessageStaysRead(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("욕설")
            let last = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            let report = try await trade.report(.message(last), by: trade.seller)
            let revision = try await storage.conversation(id, of: trade.ofSeller).revision
            try await storage.setRemoved(true, messageOf: report, by: nil, at: noon)
            let changes = try await storage.changes(
                in: id, of: trade.ofAsker, after: revision, limit: 9)
            #expect(changes.messages.map(\.isRemoved) == [true])
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 0)
            try await storage.setRead(upTo: last, in: id, by: trade.ofSeller)
            try await storage.setRemoved(false, messageOf: report, by: nil, at: noon)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 0)
        }
    }

    @Test(arguments: Backend.all)
    func aRemovedPhotoIsSeenByOperatorsAlone(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            let photo = DevelopedPhoto.sample("a")
            let sent = try await storage.insert(
                NewChatMessage(photo: photo, date: noon), in: id, by: trade.ofAsker)
            let report = try await trade.report(.message(sent), by: trade.seller)
            try await storage.setRemoved(true, messageOf: report, by: nil, at: noon)
            for reader in [trade.ofSeller, trade.ofAsker] {
                await #expect(throws: StorageError.photoNotFound) {
                    _ = try await storage.photo(of: sent, in: id, of: reader, .full)
                }
                let last = try await storage.conversation(id, of: reader).lastMessage
                #expect(last.isRemoved && last.kind == .text)
            }
            #expect(try await storage.photo(of: report) == photo.bytes(.medium))
            try await storage.setRemoved(false, messageOf: report, by: nil, at: noon)
            let back = try await storage.photo(of: sent, in: id, of: trade.ofSeller, .full)
            #expect(back == photo.bytes(.full))
        }
    }

    @Test(arguments: Backend.all)
    func onlyReportedMessagesAreRemoved(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("하나")
            let last = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
            let report = try await trade.report(.message(last), by: trade.seller)
            await #expect(throws: StorageError.notFound) {
                try await storage.setRemoved(true, messageOf: 777, by: nil, at: noon)
            }
            let ofItem = try await trade.report(.item(trade.item))
            await #expect(throws: StorageError.notFound) {
                try await storage.setRemoved(true, messageOf: ofItem, by: nil, at: noon)
            }
            // A message that its writer has taken back stays taken back.
            try await storage.takeBack(last, in: id, by: trade.ofAsker, at: noon)
            try await storage.setRemoved(true, messageOf: report, by: nil, at: noon)
            try await storage.setRemoved(false, messageOf: report, by: nil, at: noon)
            let message = try await storage.conversation(id, of: trade.ofSeller).lastMessage
            #expect(message.isTakenBack && !message.isRemoved && message.text.isEmpty)
            #expect(try await storage.decisions(about: trade.asker, limit: 9).isEmpty)
        }
    }
}
