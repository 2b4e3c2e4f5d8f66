import Market
import Testing

struct BlockStorageTests {
    @Test(arguments: Backend.allCases)
    func blockedPeopleNeitherWriteNorDealNorLearnWhy(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await storage.setBlocked(true, trade.asker, by: trade.seller, at: noon)
            // Blocking again is no error.
            try await storage.setBlocked(true, trade.asker, by: trade.seller, at: noon)
            let other = try await storage.insert(NewItem.sample("책상", of: trade.seller))
            let unreachable = StorageError.dealing(.unreachable)
            await #expect(throws: unreachable) { try await trade.ask(about: other) }
            await #expect(throws: unreachable) {
                try await trade.write("왜요", in: id, by: trade.ofAsker)
            }
            for move in [Dealing.Move.offerPrice(1), .joinLine] {
                await #expect(throws: unreachable) {
                    try await storage.take(move, in: id, by: trade.ofAsker, at: noon)
                }
            }
            // The person who blocked is told the reason, and nothing is added to the conversation.
            await #expect(throws: StorageError.dealing(.blocked)) {
                try await trade.write("네", in: id, by: trade.ofSeller)
            }
            await #expect(throws: StorageError.dealing(.blocked)) {
                try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            }
            #expect(try await storage.conversation(about: other, by: trade.asker) == nil)
            #expect(try await trade.texts(in: id, of: trade.ofAsker) == ["아직 있나요?"])
            #expect(try await !storage.hasBlocked(trade.seller, by: trade.asker))
            #expect(try await storage.conversation(id, of: trade.ofSeller).isBlocked)
            let asked = try await storage.conversation(id, of: trade.ofAsker)
            #expect(!asked.isBlocked && !asked.isSuspended && asked.isUnreachable)
            #expect(try await !storage.conversation(id, of: trade.ofSeller).isUnreachable)
            #expect(try await storage.blockedPeople(by: trade.asker).isEmpty)
            try await storage.setBlocked(false, trade.asker, by: trade.seller, at: noon)
            try await trade.write("다시요", in: id, by: trade.ofAsker)
        }
    }

    @Test(arguments: Backend.allCases)
    func blockedPeopleLeaveTheOthersLines(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let first = try await trade.ask(by: try await storage.join("먼저 온 이웃"))
            let id = try await trade.ask()
            try await storage.take(.reserve, in: first, by: trade.ofSeller, at: noon)
            try await storage.take(.joinLine, in: id, by: trade.ofAsker, at: noon)
            try await storage.setBlocked(true, trade.asker, by: trade.seller, at: noon)
            let kept = try await storage.conversation(id, of: trade.ofAsker)
            #expect(kept.linePosition == nil)
            try await storage.take(.release, in: first, by: trade.ofSeller, at: noon)
            #expect(try await storage.conversation(id, of: trade.ofAsker) == kept.withStock(1))
        }
    }

    @Test(arguments: Backend.allCases)
    func reservationsBetweenTwoAreKnownUntilABlock(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            func kept() async throws -> [[Dealing.Stage]] {
                [
                    try await storage.keptStages(between: trade.seller, trade.asker),
                    try await storage.keptStages(between: trade.asker, trade.seller),
                ]
            }
            let id = try await trade.ask()
            #expect(try await kept() == [[], []])
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            #expect(try await kept() == [[.reserved], [.reserved]])
            // Dealings with others do not count.
            let other = try await storage.join("다른 이웃")
            #expect(try await storage.keptStages(between: other, trade.seller).isEmpty)
            let meeting = Appointment(date: noon + 3_600, spot: "역 3번 출구")
            try await storage.take(
                .proposeAppointment(meeting), in: id, by: trade.ofAsker, at: noon)
            let proposal = try #require(
                try await storage.conversation(id, of: trade.ofSeller).meeting.proposal)
            try await storage.take(
                .acceptAppointment(proposal), in: id, by: trade.ofSeller, at: noon)
            #expect(try await kept() == [[.appointed], [.appointed]])
            try await storage.setBlocked(true, trade.asker, by: trade.seller, at: noon)
            #expect(try await kept() == [[], []])
        }
    }

    @Test(arguments: Backend.allCases)
    func nobodyBlocksThemselvesOrAMissingAccount(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            for (person, account) in [(trade.seller, trade.seller), (77, trade.seller), (1, 77)] {
                await #expect(throws: StorageError.notFound) {
                    try await trade.storage.setBlocked(true, person, by: account, at: noon)
                }
            }
            try await trade.storage.setBlocked(true, trade.asker, by: trade.seller, at: noon)
            try await trade.storage.deleteAccount(trade.asker, at: noon)
            #expect(try await trade.storage.blockedPeople(by: trade.seller).isEmpty)
        }
    }
}

extension Conversation {
    fileprivate func withStock(_ stock: Int64) -> Conversation {
        Conversation(
            id: id, item: item.map { ItemSummary($0, .selling) }, itemTitle: itemTitle,
            party: party, other: other, stage: stage, lastMessage: lastMessage, unread: unread,
            read: read, readByOther: readByOther, revision: revision, freeStock: stock,
            isUnreachable: isUnreachable)
    }
}

extension ItemSummary {
    fileprivate convenience init(_ item: ItemSummary, _ status: Item.Status) {
        self.init(
            id: item.id, title: item.title, category: item.category, price: item.price,
            stock: item.stock, status: status, datePosted: item.datePosted, photo: item.photo,
            position: item.position)
    }
}
