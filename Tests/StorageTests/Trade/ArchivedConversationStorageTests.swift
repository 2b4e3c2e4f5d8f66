import Fixtures
import Market
import Testing

/// What each of the two keeps to themselves about a conversation.
struct ArchivedConversationStorageTests {
    /// The conversations that the account has in its list, or that it has archived.
    private func ids(
        of account: Account.ID, areArchived: Bool = false, _ storage: any MarketStorage
    ) async throws -> [Conversation.ID] {
        try await storage.conversations(
            of: account, areArchived: areArchived, before: nil, limit: 9
        ).map(\.id)
    }

    /// Reads all that the seller has not read.
    private func read(_ id: Conversation.ID, _ trade: TradeFixture) async throws {
        try await trade.storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
    }

    /// Archives it for the seller, who has read all of it.
    private func archive(_ id: Conversation.ID, _ trade: TradeFixture) async throws {
        try await read(id, trade)
        #expect(try await trade.storage.setArchived(true, id, by: trade.seller))
    }

    @Test(arguments: Backend.allCases)
    func whatIsMutedIsNotCountedForThatSideAlone(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("하나")
            let other = try await trade.ask(about: storage.insert(.sample("책상", of: trade.seller)))
            try await trade.write("네", in: id, by: trade.ofSeller)
            try await storage.setMuted(true, id, by: trade.seller)
            try await storage.setMuted(true, id, by: trade.seller)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
            #expect(try await storage.countUnreadMessages(of: trade.asker) == 1)
            #expect(try await storage.conversation(id, of: trade.ofSeller).isMuted)
            #expect(try await storage.conversation(id, of: trade.ofSeller).unread == 1)
            #expect(try await !storage.conversation(id, of: trade.ofAsker).isMuted)
            // It is unread all the same.
            try await read(other, trade)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 0)
            #expect(try await storage.hasUnreadMessages(of: trade.seller))
            try await storage.setMuted(false, id, by: trade.seller)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
            try await storage.setMuted(true, id, by: trade.asker)
            #expect(try await storage.countUnreadMessages(of: trade.asker) == 0)
            try await storage.setRead(upTo: .max, in: id, by: trade.ofAsker)
            #expect(try await !storage.hasUnreadMessages(of: trade.asker))
        }
    }

    @Test(arguments: Backend.allCases)
    func whatIsArchivedLeavesTheListOfThatSideAlone(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            #expect(try await !storage.hasArchivedConversations(of: trade.seller))
            try await archive(id, trade)
            #expect(try await ids(of: trade.seller, storage) == [])
            #expect(try await ids(of: trade.seller, areArchived: true, storage) == [id])
            #expect(try await storage.hasArchivedConversations(of: trade.seller))
            #expect(try await ids(of: trade.asker, storage) == [id])
            #expect(try await !storage.hasArchivedConversations(of: trade.asker))
            #expect(try await !storage.conversation(id, of: trade.ofAsker).isArchived)
            // Nothing is lost.
            let all = try await storage.conversations(of: trade.ofSeller, before: nil, limit: 9)
            #expect(all.map(\.id) == [id] && all.map(\.isArchived) == [true])
            #expect(try await storage.setArchived(false, id, by: trade.seller))
            #expect(try await ids(of: trade.seller, storage) == [id])
            #expect(try await ids(of: trade.seller, areArchived: true, storage) == [])
        }
    }

    @Test(arguments: Backend.allCases)
    func whatTheOtherWritesOrDoesListsItAgain(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await archive(id, trade)
            // Somebody who writes in it again wants it back.
            try await trade.write("네, 있어요.", in: id, by: trade.ofSeller)
            #expect(try await ids(of: trade.seller, storage) == [id])
            try await archive(id, trade)
            try await trade.write("언제 볼까요?", in: id, by: trade.ofAsker)
            #expect(try await ids(of: trade.seller, storage) == [id])
            try await archive(id, trade)
            try await storage.take(.offerPrice(9_000), in: id, by: trade.ofAsker, at: noon)
            #expect(try await ids(of: trade.seller, storage) == [id])
            // Also what the market tells.
            try await storage.setRead(upTo: .max, in: id, by: trade.ofAsker)
            #expect(try await storage.setArchived(true, id, by: trade.asker))
            try await storage.delete(trade.item, at: noon)
            #expect(try await ids(of: trade.asker, storage) == [id])
        }
    }

    /// What the header counts is always in the list.
    @Test(arguments: Backend.allCases)
    func whatHasSomethingUnreadIsNotArchived(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            #expect(try await !storage.setArchived(true, id, by: trade.seller))
            #expect(try await ids(of: trade.seller, storage) == [id])
            try await archive(id, trade)
            let slip = try await trade.write("잘못 보낸 것", in: id, by: trade.ofAsker)
            try await storage.takeBack(slip, in: id, by: trade.ofAsker, at: noon)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 0)
            #expect(try await ids(of: trade.seller, storage) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func aMessageThatAnOperatorReturnsListsItAgainIfItIsUnread(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await read(id, trade)
            let message = try await trade.write("욕설", in: id, by: trade.ofAsker)
            let report = try await trade.report(.message(message), by: trade.seller)
            try await storage.setRemoved(true, messageOf: report, by: nil, at: noon)
            #expect(try await storage.setArchived(true, id, by: trade.seller))
            try await storage.setRemoved(false, messageOf: report, by: nil, at: noon)
            #expect(try await ids(of: trade.seller, storage) == [id])
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func bothListsArePagedWrittenInLastFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var all: [Conversation.ID] = []
            for item in try await storage.insertMany(4) {
                all.append(try await trade.ask(about: item))
            }
            let own: Item.ID = try await storage.insert(.sample("책상", of: trade.asker))
            all.append(try await trade.ask(about: own, by: trade.seller))
            try await storage.setRead(upTo: .max, in: all[4], by: trade.ofAsker)
            for id in [all[0], all[2], all[4]] {
                #expect(try await storage.setArchived(true, id, by: trade.asker))
            }
            for (areArchived, expected) in [
                (true, [all[4], all[2], all[0]]), (false, [all[3], all[1]]),
            ] {
                let seen = try await allPages { (last: Conversation?) in
                    try await storage.conversations(
                        of: trade.asker, areArchived: areArchived, before: last?.lastMessage.id,
                        limit: 1)
                }
                #expect(seen.map(\.id) == expected)
            }
        }
    }

    @Test(arguments: Backend.all)
    func whatIsArchivedIsStillFound(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask("문고리가 있나요?")
            try await archive(id, trade)
            let search = try #require(SearchQuery("문고리"))
            let found = try await trade.storage.conversations(
                of: trade.seller, matching: search, before: nil, limit: 9, lookingAt: 100)
            #expect(found.found.map(\.conversation.id) == [id])
            #expect(found.found.map(\.conversation.isArchived) == [true])
        }
    }

    /// But a reservation and what else waits is not forgotten with it.
    @Test(arguments: Backend.all)
    func aMessageThatIsArchivedWaitsForNoAnswer(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            func waiting(after seconds: Int64 = 0) async throws -> [Conversation.ID] {
                try await trade.storage.conversationsToAnswer(
                    by: trade.seller, before: nil, at: noon + seconds, limit: 9
                ).map(\.id)
            }
            let id = try await trade.ask()
            try await read(id, trade)
            #expect(try await waiting() == [id])
            try await archive(id, trade)
            #expect(try await waiting() == [])
            try await trade.write("아직 있나요?", in: id, by: trade.ofAsker)
            #expect(try await waiting() == [id])
            try await trade.storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            try await archive(id, trade)
            #expect(try await waiting() == [])
            #expect(try await waiting(after: Conversation.idleTime) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func whoTakesAListingOverHasItsChatsInTheList(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.ask(about: item)
            #expect(try await storage.setArchived(true, id, by: trade.asker))
            try await storage.setMuted(true, id, by: trade.asker)
            try await storage.takeOver(item, by: trade.seller)
            #expect(try await ids(of: trade.seller, storage) == [id])
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
            #expect(try await ids(of: trade.asker, areArchived: true, storage) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func whatWasArchivedIsListedByNobodyOnceItsAccountIsGone(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await archive(id, trade)
            try await storage.deleteAccount(trade.seller, at: noon)
            #expect(try await ids(of: trade.seller, areArchived: true, storage) == [])
            #expect(try await !storage.hasArchivedConversations(of: trade.seller))
            #expect(try await ids(of: trade.asker, storage) == [id])
        }
    }
}
