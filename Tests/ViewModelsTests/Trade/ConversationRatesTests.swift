import Market
import Testing

@testable import ViewModels

struct ConversationRatesTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    private static let longText = "안녕하세요, 이 물건 아직 있으면 오늘 저녁에 가지러 갈 수 있어요."

    /// So many conversations of 지수, each about another item and with another seller.
    private func conversations(_ count: Int) async throws -> [Conversation.ID] {
        var ids: [Conversation.ID] = []
        for number in 0..<count {
            let seller = try await trade.accounts.open("파는 이웃 \(number)").account
            ids += try await conversations(1, with: seller)
        }
        return ids
    }

    /// The same, all with one seller; nil for a guest, who is another one for each item.
    private func conversations(
        _ count: Int, with seller: Account.ID?
    ) async throws -> [Conversation.ID] {
        var ids: [Conversation.ID] = []
        for _ in 0..<count {
            var input = try await trade.asking()
            input.item = try await trade.accounts.post(by: seller)
            ids.append(
                try #require(
                    try await trade.inquiry().submit(input, at: trade.now).saved?.conversation))
        }
        return ids
    }

    @Test func theSameTextIsLimitedByTheHour() async throws {
        let detail = trade.detail(ConversationRates(sameTexts: 2))
        let ids = try await conversations(3)
        func send(_ text: String, to number: Int, after seconds: Int64 = 0) async throws
            -> Refusal?
        {
            try await detail.submit(
                .write(text, token: ""), in: ids[number], of: trade.ofAsker,
                at: trade.now + seconds
            ).refusal
        }
        // In the same conversation the text counts once.
        for _ in 1...3 { #expect(try await send(Self.longText, to: 0) == nil) }
        #expect(try await send(Self.longText + "!", to: 1) == nil)
        let refusal = try await send("  " + Self.longText, to: 2)
        #expect(refusal?.reason == .tooManyTries(wait: 3_600))
        #expect(refusal?.alert?.title == Phrase(.sameTextTooOften))
        #expect(try await send("네, 그래요.", to: 2) == nil)
        #expect(try await send(Self.longText, to: 0) == nil)
        #expect(try await send(Self.longText, to: 2, after: 3_600) == nil)
    }

    /// Whoever asks one seller about several listings writes to one person.
    @Test func theSameTextIsCountedByPeopleNotByConversations() async throws {
        let rates = ConversationRates(sameTexts: 1)
        func isSent(in id: Conversation.ID) async throws -> Bool {
            let write = ConversationDetail.Action.write(Self.longText, token: "")
            return try await trade.detail(rates).submit(
                write, in: id, of: trade.ofAsker, at: trade.now
            ).refusal == nil
        }
        for id in try await conversations(3, with: trade.seller) {
            #expect(try await isSent(in: id))
        }
        // A first message to the same seller, about yet another listing, counts with these.
        var input = try await trade.asking(Self.longText)
        input.item = try await trade.accounts.post(by: trade.seller)
        let asked = try await trade.inquiry(rates).submit(input, at: trade.now)
        #expect(asked.saved?.conversation != nil)
        for id in try await conversations(2, with: nil) {
            #expect(try await !isSent(in: id))
        }
    }

    @Test func aRefusedTextComesBack() async throws {
        let detail = trade.detail(ConversationRates(sameTexts: 1))
        let ids = try await conversations(2)
        let write = ConversationDetail.Action.write(Self.longText, token: "")
        #expect(
            try await detail.submit(write, in: ids[0], of: trade.ofAsker, at: trade.now)
                .refusal == nil)
        let refused = try await detail.submit(write, in: ids[1], of: trade.ofAsker, at: trade.now)
        #expect(refused.refusedForm?.text == Self.longText)
    }

    @Test func aNewcomersLinksADayAreLimited() async throws {
        let detail = trade.detail(ConversationRates(newcomerLinks: 2))
        let id = try await trade.ask()
        func send(_ text: String, after seconds: Int64 = 0) async throws -> Refusal? {
            try await detail.submit(
                .write(text, token: ""), in: id, of: trade.ofAsker, at: trade.now + seconds
            ).refusal
        }
        for _ in 1...2 { #expect(try await send("https://a.example") == nil) }
        #expect(try await send("https://a.example")?.alert?.title == Phrase(.tooManyLinks))
        #expect(try await send("아직 있나요?") == nil)
        #expect(try await send("https://a.example", after: 86_400) == nil)
        for _ in 1...3 {
            #expect(try await send("https://a.example", after: Account.newcomerTime) == nil)
        }
    }
}
