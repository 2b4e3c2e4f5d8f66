import Market
import Testing

/// What two people write is read by nobody else; what is left of it when one of them leaves.
struct ConversationPrivacyTests {
    typealias Attempt =
        @Sendable (any MarketStorage, Conversation.ID, ChatMessage.ID, Conversation.Reader)
        async throws -> Void

    /// Every operation that takes a conversation's id.
    static let named: [Attempt] = [
        { _ = try await $0.conversation($1, of: $3) },
        { _ = try await $0.messages(in: $1, of: $3, before: nil, limit: 9) },
        { _ = try await $0.messages(in: $1, of: $3, after: nil, limit: 9) },
        { _ = try await $0.changes(in: $1, of: $3, after: .min, limit: 9) },
        { _ = try await $0.insert(NewChatMessage(text: "x", date: noon), in: $1, by: $3) },
        { try await $0.takeBack($2, in: $1, by: $3, at: noon) },
        { try await $0.setRead(upTo: $2, in: $1, by: $3) },
        { _ = try await $0.photo(of: $2, in: $1, of: $3, .full) },
        { try await $0.take(.release, in: $1, by: $3, at: noon) },
        { _ = try await $0.reviews(in: $1, of: $3, at: noon) },
        { try await $0.insert(ReviewContent(rating: .bad), in: $1, by: $3, at: noon) },
        { try await $0.answerReview("x", in: $1, by: $3, at: noon) },
        { _ = try await $0.dealings(besides: $1, of: $3) },
        // A guest has no account, and nobody has this number.
        { try await $0.setMuted(true, $1, by: $3.account ?? -1) },
        { _ = try await $0.setArchived(true, $1, by: $3.account ?? -1) },
    ]

    @Test(arguments: Backend.all)
    func aStrangerFindsNothing(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let guests = try await storage.insert(.sample("손님 글"))
            let ids = [try await trade.ask(), try await trade.ask(about: guests)]
            let stranger = try await storage.join("낯선 사람")
            let readers: [[Conversation.Reader]] = [
                // A guest's password opens neither an account's item nor another guest's.
                [.account(stranger), .account(77), .guest(trade.item), .guest(guests), .guest(77)],
                [.account(stranger), .account(trade.seller), .guest(trade.item)],
            ]
            for (id, readers) in zip(ids, readers) {
                let before = try await storage.conversation(id, of: trade.ofAsker)
                for (number, attempt) in Self.named.enumerated() {
                    for reader in readers {
                        await #expect(throws: StorageError.notFound, "operation \(number)") {
                            try await attempt(storage, id, before.lastMessage.id, reader)
                        }
                    }
                    let after = try await storage.conversation(id, of: trade.ofAsker)
                    #expect(after == before, "operation \(number)")
                }
            }
            #expect(
                try await storage.conversations(of: .account(stranger), before: nil, limit: 9)
                    .isEmpty)
            #expect(
                try await storage.conversations(of: .guest(trade.item), before: nil, limit: 9)
                    .isEmpty)
        }
    }

    @Test(arguments: Backend.all)
    func anotherConversationsMessageCannotBeTakenBack(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let other = try await trade.ask(about: trade.storage.insert(.sample()))
            let message = try await trade.storage.conversation(id, of: trade.ofAsker).lastMessage.id
            await #expect(throws: StorageError.notFound) {
                try await trade.storage.takeBack(message, in: other, by: trade.ofAsker, at: noon)
            }
        }
    }

    @Test(arguments: Backend.all)
    func theGuestsPasswordLetsThemReadAndAnswer(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.ask(about: item)
            #expect(
                try await storage.detailed(item).conversations
                    == ItemConversations(count: 1, unread: 1))
            let received = try await storage.conversations(of: .guest(item), before: nil, limit: 9)
            #expect(received.map(\.id) == [id] && received.map(\.party) == [.seller])
            try await storage.setRead(upTo: .max, in: id, by: .guest(item))
            try await trade.write("네, 있어요.", in: id, by: .guest(item))
            let conversations = try await storage.detailed(item).conversations
            #expect(conversations == ItemConversations(count: 1))
            #expect(try await storage.conversation(id, of: trade.ofAsker).other == .guest)
            #expect(try await storage.countUnreadMessages(of: trade.asker) == 1)
        }
    }

    @Test(arguments: Backend.all)
    func takingAnItemOverTakesItsConversations(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.ask(about: item)
            let own = try await trade.ask("내 글인지 몰랐어요", about: item, by: trade.seller)
            try await storage.takeOver(item, by: trade.seller)
            let conversation = try await storage.conversation(id, of: trade.ofSeller)
            #expect(conversation.party == .seller && conversation.unread == 1)
            for reader in [Conversation.Reader.guest(item), .account(trade.seller)] {
                await #expect(throws: StorageError.notFound) {
                    try await storage.conversation(reader == .guest(item) ? id : own, of: reader)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func theOthersCopyStaysWhenAnAccountGoes(_ backend: Backend) async throws {
        for (isSellerGone, reader) in [(true, Dealing.Party.asker), (false, .seller)] {
            try await TradeFixture.asked(backend) { trade, id in
                let storage = trade.storage
                try await storage.deleteAccount(isSellerGone ? trade.seller : trade.asker, at: noon)
                let left = reader == .asker ? trade.ofAsker : trade.ofSeller
                let conversation = try await storage.conversation(id, of: left)
                #expect(conversation.other == .left && conversation.itemTitle == "원목 의자")
                #expect((conversation.item == nil) == isSellerGone)
                // The note about the item's deletion has no text.
                let texts = ["아직 있나요?"] + (isSellerGone ? [""] : [])
                #expect(try await trade.texts(in: id, of: left) == texts)
                await #expect(throws: StorageError.dealing(.otherLeft)) {
                    try await trade.write("거기 있나요?", in: id, by: left)
                }
                try await storage.deleteAccount(isSellerGone ? trade.asker : trade.seller, at: noon)
                await #expect(throws: StorageError.notFound) {
                    try await storage.conversation(id, of: left)
                }
            }
        }
    }

    @Test(arguments: Backend.all)
    func aDeletedItemLeavesItsTitle(_ backend: Backend) async throws {
        try await TradeFixture.asked(backend) { trade, id in
            let storage = trade.storage
            try await storage.update(
                trade.item, content: .sample(title: "고친 의자"), photos: [], at: noon)
            try await storage.delete(trade.item, at: noon)
            let conversation = try await storage.conversation(id, of: trade.ofAsker)
            #expect(conversation.item == nil && conversation.itemTitle == "고친 의자")
            try await trade.write("그래도 고마워요.", in: id, by: trade.ofAsker)
            #expect(try await storage.countUnreadMessages(of: trade.seller) == 2)
        }
    }

    @Test(arguments: Backend.all)
    func nobodyReadsWhatIsWrittenAboutAGuestsDeletedItem(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            let item = try await storage.insert(.sample())
            let id = try await trade.ask(about: item)
            try await storage.delete(item, at: noon)
            #expect(try await trade.texts(in: id, of: trade.ofAsker) == ["아직 있나요?", ""])
            await #expect(throws: StorageError.dealing(.itemDeleted)) {
                try await trade.write("거기 있나요?", in: id, by: trade.ofAsker)
            }
            try await storage.deleteAccount(trade.asker, at: noon)
            await #expect(throws: StorageError.notFound) {
                try await storage.conversation(id, of: trade.ofAsker)
            }
        }
    }
}
