import Market
import Testing

@testable import ViewModels

struct ConversationDetailTests {
    private let trade: TradeFixture

    init() async throws { trade = try await TradeFixture() }

    @Test func eachSeesTheirOwnMessagesOnTheirSide() async throws {
        let id = try await trade.ask("아직 있나요?")
        try await trade.write("네, 있어요.", in: id, by: trade.ofSeller)
        let asked = try await trade.page(id, for: trade.ofAsker)
        #expect(asked.messages.map(\.isOwn) == [true, false])
        let sold = try await trade.page(id, for: trade.ofSeller)
        #expect(sold.messages.map(\.isOwn) == [false, true])
        #expect(sold.other.nickname == "지수" && asked.other.nickname == "민지")
    }

    @Test func whatIsReportedIsNotOfferedToBeReportedAgain() async throws {
        let (storage, now) = (trade.storage, trade.now)
        let item = try await trade.accounts.post(by: nil)
        let id = try await trade.ask("욕설", about: item, by: trade.asker)
        let message = try await storage.conversation(id, of: .guest(item)).lastMessage.id
        let subject = Report.Subject.message(message)
        func page() async throws -> ConversationDetail.Output {
            try await trade.detail.output(for: id, of: .guest(item), at: now)
        }
        let before = try await page()
        #expect(before.reportable == subject && !before.hasReported)
        try await storage.insert(
            NewReport(of: subject, by: .guest(item), reason: .abuse, text: "", date: now))
        let after = try await page()
        #expect(after.reportable == nil && after.hasReported)
        #expect(after.messages.map(\.mayBeReported) == [false])
        let updates = try await ConversationUpdates(storage: storage, zone: .seoul).output(
            for: ConversationUpdates.Input(id: id, reader: .guest(item), after: .min), at: now)
        #expect(updates.messages.map(\.isReported) == [true])
        try await trade.write("또 욕설", in: id, by: trade.ofAsker)
        #expect(try await page().messages.map(\.mayBeReported) == [false, true])
    }

    @Test func shownMessagesAreReadUnlessNobodySeesThem() async throws {
        let id = try await trade.ask()
        _ = try await trade.detail.output(for: id, of: trade.ofSeller, isSeen: false, at: trade.now)
        #expect(try await trade.storage.countUnreadMessages(of: trade.seller) == 1)
        _ = try await trade.page(id, for: trade.ofSeller)
        #expect(try await trade.storage.countUnreadMessages(of: trade.seller) == 0)
        #expect(try await trade.page(id, for: trade.ofAsker).messages.map(\.isLastRead) == [true])
    }

    @Test func onlyTheLastReadMessageSaysSo() async throws {
        let id = try await trade.ask("하나")
        try await trade.write("둘", in: id, by: trade.ofAsker)
        _ = try await trade.page(id, for: trade.ofSeller)
        try await trade.write("셋", in: id, by: trade.ofAsker)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(page.messages.map(\.isLastRead) == [false, true, false])
    }

    @Test func everyDayBeginsWithItsDate() async throws {
        let id = try await trade.ask("하나")
        try await trade.write("둘", in: id, by: trade.ofAsker, after: 60)
        try await trade.write("셋", in: id, by: trade.ofAsker, after: 86_400)
        let page = try await trade.page(id, for: trade.ofAsker)
        #expect(
            page.messages.map(\.day?.text.text) == ["2026년 11월 21일", nil, "2026년 11월 22일"])
        #expect(page.messages.map(\.day?.date) == ["2026-11-21", nil, "2026-11-22"])
        #expect(page.messages[0].clock.description == "20:20")
    }

    @Test func addressesAreLinks() async throws {
        let id = try await trade.ask("https://market.example/7 이거요")
        let page = try await trade.page(id, for: trade.ofSeller)
        #expect(page.messages[0].text.map(\.isLink) == [true, false])
    }

    @Test func olderMessagesAreOnAnotherPage() async throws {
        let id = try await trade.ask("0")
        for number in 1...ConversationDetail.pageSize {
            try await trade.write("\(number)", in: id, by: trade.ofAsker)
        }
        let last = try await trade.page(id, for: trade.ofSeller)
        #expect(last.messages.first?.plainText == "1")
        let key = try #require(last.older)
        let first = try await trade.detail.output(
            for: id, of: trade.ofSeller, before: key, at: trade.now)
        #expect(first.messages.map(\.plainText) == ["0"])
        #expect(first.older == nil && !first.isFirst)
    }

    @Test func aMessageIsTakenBackForFiveMinutes() async throws {
        let id = try await trade.ask("잘못 보낸 것")
        var page = try await trade.page(id, for: trade.ofAsker, after: 300)
        #expect(page.messages[0].mayBeTakenBack)
        let message = page.messages[0].id
        page = try await trade.page(id, for: trade.ofSeller)
        #expect(!page.messages[0].mayBeTakenBack)
        let late = try await trade.submit(.takeBack(message), in: id, by: trade.ofAsker, after: 301)
        #expect(late.refusal?.reason == .conflict)
        #expect(late.refusal?.alert?.texts == ["보낸 지 5분이 지난 메시지는 지울 수 없어요."])
        try await trade.submit(.takeBack(message), in: id, by: trade.ofAsker, after: 300)
        page = try await trade.page(id, for: trade.ofSeller)
        #expect(page.messages[0].isTakenBack && page.messages[0].text.isEmpty)
    }

    @Test(arguments: blanks)
    func aBlankMessageComesBack(_ text: String) async throws {
        let id = try await trade.ask()
        let result = try await trade.write(text, in: id, by: trade.ofSeller)
        #expect(result.refusedForm?.message("text")?.text == "메시지를 입력해주세요.")
        #expect(result.refusedForm?.text == text)
    }

    @Test func aDepartureIsToldPlainlyAndTheTypedTextStays() async throws {
        let id = try await trade.ask()
        try await trade.storage.deleteAccount(trade.seller, at: trade.now)
        let result = try await trade.write("거기 있나요?", in: id, by: trade.ofAsker)
        #expect(result.refusal?.reason == .conflict)
        #expect(result.refusal?.alert?.title.text == "보내지 못했어요")
        #expect(result.refusal?.alert?.texts == ["상대가 탈퇴해서 더는 답을 받을 수 없어요."])
        let page = try #require(result.refusedForm)
        #expect(page.text == "거기 있나요?")
        #expect(page.other.label?.text == "탈퇴한 사람")
        #expect(page.subject.item == nil && page.subject.mark?.text == "지워진 글")
        #expect(page.silence != nil)
    }

    /// A step of a dealing counts as a message, too.
    @Test(arguments: [
        ["하나", "둘", "셋"].map { ConversationDetail.Action.write($0, token: "") },
        ["10000", "20000", "30000"].map { ConversationDetail.Action.offer(price: $0) },
    ])
    func messagesAMinuteAreLimited(_ actions: [ConversationDetail.Action]) async throws {
        let id = try await trade.ask()
        let detail = trade.detail(ConversationRates(messages: 2))
        func submit(_ action: ConversationDetail.Action, after seconds: Int64 = 0) async throws
            -> FormResult<Void, ConversationDetail.Output>
        {
            try await detail.submit(action, in: id, of: trade.ofAsker, at: trade.now + seconds)
        }
        for action in actions.prefix(2) { #expect(try await submit(action).saved != nil) }
        let refused = try await submit(actions[2])
        #expect(refused.refusal?.reason == .tooManyTries(wait: 60))
        #expect(refused.refusedForm?.text == actions[2].text)
        #expect(refused.refusedForm?.price == actions[2].price)
        #expect(try await submit(actions[2], after: 60).saved != nil)
    }

    @Test func theMarketsNotesAreNobodysOwn() async throws {
        let id = try await trade.ask()
        // A piece is available to them at once.
        try await trade.take(.joinLine, in: id, by: trade.ofAsker)
        for (reader, text) in [
            (trade.ofAsker, "차례가 왔어요. 사고 싶으면 판매자에게 알려주세요."),
            (trade.ofSeller, "대기하던 분께 차례가 왔다고 알렸어요"),
        ] {
            let page = try await trade.page(id, for: reader)
            let told = try #require(page.messages.last)
            #expect(told.note?.text == text && !told.isOwn)
            // A step belongs to the person who took it.
            let isAsker = reader == trade.ofAsker
            #expect(page.messages.dropLast().map(\.isOwn) == [isAsker, isAsker])
            let list = try await trade.list.output(for: reader, at: trade.now)
            let entry = try #require(list.entries.first)
            #expect(entry.label?.text == text && !entry.isOwn)
        }
    }

    @Test func aReservationForAnotherIsToldToBoth() async throws {
        let (storage, id) = (trade.storage, try await trade.ask())
        let other = try await trade.accounts.open("늦은 이웃").account
        let others = try await trade.ask(by: other)
        try await storage.take(.offerPrice(9_000), in: id, by: trade.ofAsker, at: trade.now)
        let offer = try await storage.conversation(id, of: trade.ofAsker).lastMessage.id
        try await storage.take(.acceptOffer(offer), in: id, by: trade.ofSeller, at: trade.now)
        func expect(_ texts: [String]) async throws {
            for (reader, text) in zip([trade.ofAsker, trade.ofSeller], texts) {
                #expect(try await trade.page(id, for: reader).messages.last?.note?.text == text)
            }
        }
        try await storage.take(.reserve, in: others, by: trade.ofSeller, at: trade.now)
        try await expect([
            "다른 분에게 예약됐어요. 대기하면 차례가 올 때 알려드려요.", "다른 분에게 예약됐다고 알렸어요",
        ])
        try await storage.take(.release, in: others, by: trade.ofSeller, at: trade.now)
        try await expect(["다시 거래할 수 있어요", "다시 거래할 수 있어요"])
    }
}
