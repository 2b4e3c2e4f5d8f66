import Market
import Testing

/// Conversations found by the other person's name, the item's title, and the messages.
struct ConversationSearchStorageTests {
    private func search(
        _ text: String, of account: Account.ID, in trade: TradeFixture,
        before key: ChatMessage.ID? = nil, limit: Int = 9, lookingAt most: Int = 1_000
    ) async throws -> FoundConversations {
        let search = try #require(SearchQuery(text))
        return try await trade.storage.conversations(
            of: account, matching: search, before: key, limit: limit, lookingAt: most)
    }

    private func ids(
        _ text: String, of account: Account.ID, in trade: TradeFixture
    ) async throws -> [Conversation.ID] {
        let result = try await search(text, of: account, in: trade)
        #expect(result.end == nil)
        return result.found.map(\.conversation.id)
    }

    @Test(arguments: Backend.allCases)
    func conversationsAreFoundByNamesTitlesAndWords(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask("네이비 색도 있나요?")
            try await trade.write("USB 단자는 없어요. 언제 오세요?", in: id, by: trade.ofSeller)
            let desk = try await trade.storage.insert(NewItem.sample("흰 책상"))
            let other = try await trade.ask("의자도 파시나요?", about: desk)
            let asker = trade.asker
            #expect(try await ids("민지", of: asker, in: trade) == [id])
            #expect(try await ids("책상", of: asker, in: trade) == [other])
            #expect(try await ids("의자", of: asker, in: trade) == [other, id])
            #expect(try await ids("의자 -흰", of: asker, in: trade) == [id])
            for text in [
                "네이비", "네 이비", "Usb단자", "민지 네이비", "ㅇㅁㅇㅈ",
                "\u{1102}\u{1166}\u{110B}\u{1175}\u{1107}\u{1175}",
            ] {
                #expect(try await ids(text, of: asker, in: trade) == [id], "\(text)")
            }
            // Words in neither name nor title must be in one message; descriptions are not searched.
            for text in ["네이비 언제", "네이비 -의자", "흠집", "지수"] {
                #expect(try await ids(text, of: asker, in: trade).isEmpty, "\(text)")
            }
            #expect(try await ids("지수", of: trade.seller, in: trade) == [id])
            #expect(try await ids("책상", of: trade.seller, in: trade).isEmpty)
            let stranger = try await trade.storage.join("낯선 사람")
            for text in ["의자", "민지", "네이비"] {
                #expect(try await ids(text, of: stranger, in: trade).isEmpty)
            }
            // The title of a deleted item is kept.
            try await trade.storage.delete(trade.item, at: noon)
            #expect(try await ids("원목의자", of: asker, in: trade) == [id])
        }
    }

    @Test(arguments: Backend.allCases)
    func theNewestMatchingMessageComesWithItsPage(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let id = try await trade.ask("네이비 있나요?")
            let second = try await trade.write("네이비는 없어요", in: id, by: trade.ofSeller)
            func found(_ text: String) async throws -> FoundConversation {
                let result = try await search(text, of: trade.asker, in: trade)
                return try #require(result.found.first)
            }
            #expect(try await found("민지").message == nil)
            let hit = try await found("네이비")
            #expect(hit.message?.id == second && hit.message?.text == "네이비는 없어요")
            #expect(hit.message?.author == .seller && hit.pageKey == nil)
            var sent: [ChatMessage.ID] = []
            for number in 0..<FoundConversation.shownBehind {
                sent.append(try await trade.write("\(number)", in: id, by: trade.ofAsker))
            }
            #expect(try await found("네이비").pageKey == nil)
            let last = try await trade.write("끝", in: id, by: trade.ofAsker)
            #expect(try await found("네이비").pageKey == last)
            let page = try await trade.storage.messages(
                in: id, of: trade.ofAsker, before: last, limit: FoundConversation.shownBehind + 1)
            #expect(page.map(\.id) == sent.reversed() + [second])
        }
    }

    @Test(arguments: Backend.all)
    func removedMessagesAndSpotsAreNotFound(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let (storage, id) = (trade.storage, try await trade.ask("비밀 하나"))
            let message = try await trade.write("비밀 둘", in: id, by: trade.ofAsker)
            try await storage.takeBack(message, in: id, by: trade.ofAsker, at: noon)
            let found = try await search("비밀", of: trade.seller, in: trade)
            #expect(found.found.map(\.message?.text) == ["비밀 하나"])
            let first = try #require(found.found.first?.message).id
            let report = try await trade.report(.message(first), by: trade.seller)
            let keeper = try await storage.join("장터지기")
            try await storage.setRemoved(true, messageOf: report, by: keeper, at: noon)
            #expect(try await ids("비밀", of: trade.seller, in: trade).isEmpty)
            #expect(try await ids("비밀", of: trade.asker, in: trade).isEmpty)
            // The spot of an appointment is no message.
            try await storage.take(.reserve, in: id, by: trade.ofSeller, at: noon)
            let meeting = Appointment(date: noon + 86_400, spot: "비밀 장소")
            try await storage.take(
                .proposeAppointment(meeting), in: id, by: trade.ofAsker, at: noon)
            #expect(try await ids("비밀", of: trade.seller, in: trade).isEmpty)
            try await storage.setRemoved(false, messageOf: report, by: keeper, at: noon)
            #expect(try await ids("비밀", of: trade.asker, in: trade) == [id])
        }
    }

    @Test(arguments: Backend.all)
    func foundConversationsArePagedLatestFirst(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var asked: [Conversation.ID] = []
            for item in try await storage.insertMany(4) {
                asked.append(try await trade.ask("노트북 얘기", about: item))
                try await trade.ask("딴 얘기", about: storage.insert(.sample("책상")))
            }
            let own: Item.ID = try await storage.insert(.sample("책장", of: trade.asker))
            asked.append(try await trade.ask("노트북이요", about: own, by: trade.seller))
            try await trade.write("다시", in: asked[1], by: trade.ofAsker)
            var seen: [Conversation.ID] = []
            var page = try await search("노트북", of: trade.asker, in: trade, limit: 2)
            while let last = page.found.last {
                seen += page.found.map(\.conversation.id)
                #expect(page.end == nil)
                page = try await search(
                    "노트북", of: trade.asker, in: trade,
                    before: last.conversation.lastMessage.id, limit: 2)
            }
            #expect(seen == [1, 4, 3, 2, 0].map { asked[$0] })
            let none = try await search("노트북", of: trade.asker, in: trade, limit: 0)
            #expect(none == FoundConversations())
        }
    }

    @Test(arguments: Backend.all)
    func aPageLooksAtALimitedNumberAndTellsWhereItEnded(_ backend: Backend) async throws {
        try await TradeFixture.over(backend) { trade in
            let storage = trade.storage
            var asked: [Conversation.ID] = []
            for item in try await storage.insertMany(3) {
                asked.append(try await trade.ask("노트북 \(asked.count)", about: item))
            }
            for text in ["하나", "둘"] {
                try await trade.write(text, in: asked[2], by: trade.ofAsker)
            }
            // Enough for two conversations, and two messages of each.
            let first = try await search("노트북 -1", of: trade.asker, in: trade, lookingAt: 20)
            let second = try await storage.conversation(asked[1], of: trade.ofAsker)
            #expect(first == FoundConversations(end: second.lastMessage.id))
            let rest = try await search(
                "노트북 -1", of: trade.asker, in: trade, before: first.end, lookingAt: 20)
            #expect(rest.found.map(\.conversation.id) == [asked[0]] && rest.end == nil)
            let all = try await search("노트북 -1", of: trade.asker, in: trade)
            #expect(all.found.map(\.conversation.id) == [asked[2], asked[0]])
        }
    }
}
