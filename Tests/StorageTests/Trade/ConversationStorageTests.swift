import Market
import Testing

struct ConversationStorageTests {
    @Test(arguments: Backend.allCases)
    func aQuestionIsReadByBoth(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask("아직 있나요?")
            try await trade.write("네, 있어요.", in: id, by: trade.ofSeller)
            for reader in [trade.ofSeller, trade.ofAsker] {
                #expect(try await trade.texts(in: id, of: reader) == ["아직 있나요?", "네, 있어요."])
            }
            let sold = try await trade.storage.conversation(id, of: trade.ofSeller)
            let asked = try await trade.storage.conversation(id, of: trade.ofAsker)
            #expect(sold.party == .seller && asked.party == .asker)
            #expect(sold.other == .member(id: trade.asker, nickname: "지수", picture: nil))
            #expect(asked.other == .member(id: trade.seller, nickname: "민지", picture: nil))
            #expect(asked.lastMessage.text == "네, 있어요." && asked.lastMessage.author == .seller)
            #expect(asked.item?.id == trade.item && asked.itemTitle == "원목 의자")
            #expect(asked.stage == .asked)
        }
    }

    @Test(arguments: Backend.allCases)
    func askingAgainGoesOnWithTheSameConversation(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let first = try await trade.ask("아직 있나요?")
            let second = try await trade.ask("내일 갈 수 있어요.")
            #expect(first == second)
            #expect(try await trade.texts(in: first, of: trade.ofAsker).count == 2)
            #expect(
                try await trade.storage.conversation(about: trade.item, by: trade.asker) == first)
            #expect(
                try await trade.storage.viewed(trade.item, by: trade.asker).conversation == first)
            #expect(
                try await trade.storage.viewed(trade.item, by: trade.seller).conversation == nil)
            #expect(
                try await trade.storage.conversation(about: trade.item, by: trade.seller) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func theSameSentTwiceIsOneMessage(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask(token: "a")
            #expect(try await trade.ask(token: "a") == id)
            let answers = [
                try await trade.write("네", in: id, by: trade.ofSeller, token: "a"),
                try await trade.write("네", in: id, by: trade.ofSeller, token: "a"),
            ]
            #expect(answers[0] == answers[1])
            try await trade.write("네", in: id, by: trade.ofSeller, token: "b")
            #expect(try await trade.texts(in: id, of: trade.ofAsker) == ["아직 있나요?", "네", "네"])
            #expect(try await trade.storage.countUnreadMessages(of: trade.asker) == 2)
        }
    }

    @Test(arguments: Backend.allCases)
    func forbiddenQuestionsAreRefused(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            await #expect(throws: StorageError.dealing(.ownItem)) {
                try await trade.ask(by: trade.seller)
            }
            await #expect(throws: StorageError.itemNotFound) { try await trade.ask(about: 77) }
            await #expect(throws: StorageError.notFound) { try await trade.ask(by: 77) }
            try await trade.storage.setStatus(.sold, of: trade.item, at: noon)
            await #expect(throws: StorageError.dealing(.itemSold)) { try await trade.ask() }
            #expect(try await trade.storage.detailed(trade.item).conversations.count == 0)
        }
    }

    @Test(arguments: Backend.allCases)
    func askersMayWriteOnAfterTheSale(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            try await trade.storage.setStatus(.sold, of: trade.item, at: noon)
            #expect(try await trade.ask("고마웠어요.") == id)
            #expect(
                try await trade.storage.conversation(id, of: trade.ofAsker).item?.status == .sold)
        }
    }

    @Test(arguments: Backend.allCases)
    func unreadMessagesAreCountedUntilTheyAreRead(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("하나")
            let second = try await trade.write("둘", in: id, by: trade.ofAsker)
            let third = try await trade.write("셋", in: id, by: trade.ofAsker)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 3)
            #expect(try await storage.countUnreadMessages(of: trade.asker) == 0)
            try await storage.setRead(upTo: second, in: id, by: trade.ofSeller)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 1)
            #expect(try await storage.conversation(id, of: trade.ofAsker).readByOther == second)
            // Messages stay read, and messages that do not exist yet cannot be marked as read.
            try await storage.setRead(upTo: second, in: id, by: trade.ofSeller)
            try await storage.setRead(upTo: .max, in: id, by: trade.ofSeller)
            let conversation = try await storage.conversation(id, of: trade.ofSeller)
            #expect(conversation.unread == 0 && conversation.read == third)
            try await trade.write("넷", in: id, by: trade.ofAsker)
            #expect(try await storage.conversation(id, of: trade.ofSeller).unread == 1)
        }
    }

    @Test(arguments: Backend.allCases)
    func aMessageTakenBackIsGoneForBothAndNotUnread(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("하나")
            let read = try await trade.write("읽힌 것", in: id, by: trade.ofAsker)
            try await storage.setRead(upTo: read, in: id, by: trade.ofSeller)
            let unread = try await trade.write("잘못 보낸 것", in: id, by: trade.ofAsker)
            for message in [read, unread, unread] {
                try await storage.takeBack(message, in: id, by: trade.ofAsker, at: noon + 300)
            }
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 0)
            for reader in [trade.ofSeller, trade.ofAsker] {
                let messages = try await storage.messages(in: id, of: reader, before: nil, limit: 9)
                #expect(messages.map(\.text) == ["", "", "하나"])
                #expect(messages.map(\.isTakenBack) == [true, true, false])
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func onlyTheWriterMayTakeAMessageBackAndSoonOnly(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let message = try await trade.storage.conversation(id, of: trade.ofAsker).lastMessage.id
            await #expect(throws: StorageError.notFound) {
                try await trade.storage.takeBack(message, in: id, by: trade.ofSeller, at: noon)
            }
            await #expect(throws: StorageError.dealing(.tooLate)) {
                try await trade.storage.takeBack(message, in: id, by: trade.ofAsker, at: noon + 301)
            }
            #expect(try await trade.texts(in: id, of: trade.ofSeller) == ["아직 있나요?"])
        }
    }

    @Test(arguments: Backend.allCases)
    func changesAfterARevisionAreReadInTheirOrder(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let id = try await trade.ask("하나")
            let second = try await trade.write("둘", in: id, by: trade.ofSeller)
            let seen = try await storage.conversation(id, of: trade.ofAsker).revision
            try await trade.write("셋", in: id, by: trade.ofAsker)
            try await storage.takeBack(second, in: id, by: trade.ofSeller, at: noon)
            let changes = try await storage.changes(
                in: id, of: trade.ofAsker, after: seen, limit: 9)
            #expect(changes.messages.map(\.text) == ["", "셋"])
            #expect(changes.conversation.revision > seen)
            let later = try await storage.changes(
                in: id, of: trade.ofAsker, after: changes.conversation.revision, limit: 9)
            #expect(later == ConversationChanges(conversation: changes.conversation, messages: []))
        }
    }

    @Test(arguments: Backend.allCases)
    func conversationsOfBothSidesArePagedLatestFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let others = try await trade.storage.insertMany(3)
            var ids: [Conversation.ID] = []
            for item in others { ids.append(try await trade.ask(about: item)) }
            let own: Item.ID = try await trade.storage.insert(.sample("책상", of: trade.asker))
            ids.append(try await trade.ask(about: own, by: trade.seller))
            try await trade.write("다시", in: ids[1], by: trade.ofAsker)
            let seen = try await allPages { (last: Conversation?) in
                try await trade.storage.conversations(
                    of: trade.ofAsker, before: last?.lastMessage.id, limit: 3)
            }
            #expect(seen.map(\.id) == [ids[1], ids[3], ids[2], ids[0]])
            #expect(seen.map(\.party) == [.asker, .seller, .asker, .asker])
        }
    }

    @Test(arguments: Backend.allCases)
    func conversationsAboutOneItemAreItsSellersOnly(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let own: Item.ID = try await storage.insert(.sample("책상", of: trade.asker))
            let asked = try await trade.ask()
            let received = try await trade.ask(about: own, by: trade.seller)
            func ids(_ reader: Conversation.Reader, _ item: Item.ID) async throws
                -> [Conversation.ID]
            {
                try await storage.conversations(of: reader, about: item, before: nil, limit: 9)
                    .map(\.id)
            }
            #expect(try await ids(trade.ofAsker, own) == [received])
            #expect(try await ids(trade.ofSeller, trade.item) == [asked])
            #expect(try await ids(trade.ofSeller, own).isEmpty)
            #expect(try await ids(trade.ofAsker, trade.item).isEmpty)
        }
    }

    @Test(arguments: Backend.allCases)
    func theLastAcceptedOfferIsTold(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            func agreed() async throws -> [Int64?] {
                [
                    try await storage.conversation(id, of: trade.ofSeller).agreed?.amount,
                    try await storage.conversation(id, of: trade.ofAsker).agreed?.amount,
                ]
            }
            #expect(try await agreed() == [nil, nil])
            for (amount, expected) in [(3_000, 3_000), (2_000, 2_000), (1_000, nil)] {
                try await storage.take(
                    .offerPrice(Int64(amount)), in: id, by: trade.ofAsker, at: noon)
                let offer = try await storage.conversation(id, of: trade.ofSeller).lastMessage.id
                let answer: Dealing.Move =
                    expected == nil ? .declineOffer(offer) : .acceptOffer(offer)
                try await storage.take(answer, in: id, by: trade.ofSeller, at: noon)
                let kept = Int64(expected ?? 2_000)
                #expect(try await agreed() == [kept, kept])
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func messagesArePagedBackwards(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask("1")
            for number in 2...5 { try await trade.write("\(number)", in: id, by: trade.ofAsker) }
            let seen = try await allPages { (last: ChatMessage?) in
                try await trade.storage.messages(
                    in: id, of: trade.ofSeller, before: last?.id, limit: 2)
            }
            #expect(seen.map(\.text) == ["5", "4", "3", "2", "1"])
        }
    }

    @Test(arguments: Backend.allCases)
    func pagesFromTheFirstMessageFollowEachOther(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask("1")
            for number in 2...5 { try await trade.write("\(number)", in: id, by: trade.ofSeller) }
            let seen = try await allPages { (last: ChatMessage?) in
                try await trade.storage.messages(
                    in: id, of: trade.ofAsker, after: last?.id, limit: 2)
            }
            #expect(seen.map(\.text) == ["1", "2", "3", "4", "5"])
            for limit in [0, -1, Int.min] {
                let none = try await trade.storage.messages(
                    in: id, of: trade.ofAsker, after: nil, limit: limit)
                #expect(none.isEmpty)
            }
        }
    }
}
