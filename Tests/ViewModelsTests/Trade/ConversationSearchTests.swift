import Market
import Testing

@testable import ViewModels

/// Searching one's own conversations.
struct ConversationSearchTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private func page(
        _ text: String = "", before key: ChatMessage.ID? = nil,
        lookingAt most: Int = FoundConversations.mostLookedAt
    ) async throws -> ConversationSearch.Output {
        try await ConversationSearch(storage: trade.storage, zone: .seoul, mostLookedAt: most)
            .output(for: trade.asker, text: text, before: key, at: trade.now + 60)
    }

    /// Has 지수 ask about a guest's item with each of the texts.
    @discardableResult
    private func ask(_ texts: [String]) async throws -> [Conversation.ID] {
        var ids: [Conversation.ID] = []
        for text in texts {
            let item = try await trade.storage.insert(.sample("책상"))
            ids.append(try await trade.ask(text, about: item, by: trade.asker))
        }
        return ids
    }

    @Test func moreThanAFewConversationsMayBeSearched() async throws {
        let size = ConversationList.pageSize
        try await ask([String](repeating: "저요", count: 5))
        #expect(try await !page().isSearchable)
        #expect(try await page("저요").isSearchable)
        try await ask(["저요"])
        #expect(try await page().isSearchable)
        try await ask([String](repeating: "저요", count: size - 5))
        let first = try await page()
        #expect(first.isSearchable && first.list.entries.count == size)
        #expect(try await page(before: first.list.older).isSearchable)
    }

    @Test func hitsInMessagesAreShownInContext() async throws {
        let id = try await trade.ask()
        let lead = String(repeating: "가나다라 ", count: 20)
        let message = try await trade.storage.insert(
            NewChatMessage(
                text: lead + "3번\n출구에서 봬요" + lead + lead, date: trade.now), in: id,
            by: trade.ofSeller)
        try await trade.write("네", in: id, by: trade.ofAsker)
        let found = try await page("출구 봬요")
        let entry = try #require(found.list.entries.first)
        #expect(entry.id == id && !entry.isOwn && entry.excerpt != nil)
        let hit = try #require(entry.hit)
        #expect(hit.id == message && hit.pageKey == nil)
        #expect(hit.segments.filter(\.isMatch).map(\.text) == ["출구", "봬요"])
        let text = hit.segments.map(\.text).joined()
        #expect(text.hasPrefix("…") && text.hasSuffix("…") && text.contains("3번 출구에서 봬요"))
        #expect(text.count <= 82)
        // The hit shows on the first line on a phone.
        #expect(hit.segments.first?.text == "…가나다라 3번 ")
        // A conversation found by name is shown with its last message.
        let named = try await page("민지")
        #expect(named.list.entries.map(\.hit) == [nil])
        #expect(named.list.entries.map(\.excerpt) == ["네"])
    }

    @Test func aMessagesPageKeyLeadsToAPageThatShowsIt() async throws {
        let id = try await trade.ask("노트북도 있나요?")
        for number in 1...60 {
            _ = try await trade.storage.insert(
                NewChatMessage(text: "\(number)", date: trade.now), in: id, by: trade.ofSeller)
        }
        let hit = try await page("노트북").list.entries.first?.hit
        let key = try #require(hit?.pageKey)
        let shown = try await trade.detail.output(
            for: id, of: trade.ofAsker, before: key, at: trade.now)
        #expect(shown.messages.first?.id == hit?.id)
        #expect(shown.messages.count == FoundConversation.shownBehind + 1)
    }

    @Test func resultsComeInPages() async throws {
        let size = ConversationList.pageSize
        let ids = try await ask((0...size).map { "노트북 \($0)" })
        let first = try await page("노트북").list
        #expect(first.entries.count == size && first.emptyText == nil)
        #expect(try await page("노트북").hits?.text == "30개 이상")
        #expect(try await page("노트북 30").hits?.text == "1개")
        #expect(try await page("노트북", before: first.older).hits == nil)
        let second = try await page("노트북", before: first.older).list
        #expect((first.entries + second.entries).map(\.id) == ids.reversed())
        #expect(second.older == nil)
        #expect(try await page("노트북", before: 1).list.emptyText == pastTheEndText)
    }

    @Test func aSearchThatFindsNothingSaysSo() async throws {
        let ids = try await ask(["노트북이요", "저요", "저요"])
        let none = try await page("세탁기")
        #expect(none.search.text == "세탁기" && none.list.older == nil && none.hits == nil)
        #expect(
            none.list.emptyText?.text
                == "‘세탁기’가 나오는 채팅이 없어요. 다른 이름이나 말로 찾아보세요.")
        // A page that may look at 20 messages covers two conversations.
        let latest = try await page("노트북", lookingAt: 20).list
        #expect(
            latest.emptyText?.text
                == "최근 채팅에는 ‘노트북’이 나오지 않아요. 이어서 더 오래된 채팅도 찾아보세요.")
        let key = try #require(latest.older)
        let rest = try await page("노트북", before: key, lookingAt: 20)
        #expect(rest.list.entries.map(\.id) == [ids[0]])
    }

    @Test(
        arguments: [("-책상", "뺄 말만으로는"), ("!", "글자나 숫자가 없는"), (" ", nil), ("", nil)]
            as [(String, String?)])
    func searchesWithoutLettersAreIgnored(text: String, note: String?) async throws {
        let ids = try await ask(["저요"])
        let shown = try await page(text)
        #expect(shown.search.note?.text.contains(note ?? "") == note.map { _ in true })
        #expect(shown.list.entries.map(\.id) == ids)
    }
}
